import { CircleCheck, ShieldAlert, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { publicApi } from '../clients.ts';
import { Button } from '../components/button.tsx';
import { DialogButton } from '../components/dialog.tsx';
import { Loaded, useAnnouncement } from '../components/feedback.tsx';
import { Icon } from '../components/icon.tsx';
import { Disclosure, Section } from '../components/page.tsx';
import { incidentLook, type Tone } from '../components/status.tsx';
import { Time } from '../components/values.tsx';
import { counted } from '../format.ts';
import type { Incident, IncidentGroup, Incidents, OpenContainment } from '../schemas.ts';
import {
  containmentSentences,
  groupSentences,
  incidentSentences,
  isRepairable,
  lossHint,
  nameOfIncident,
  nextStepOfEndpoint,
  isOpen,
  nextStepOfGroup,
} from '../sentences.ts';
import { useQuery } from '../use-query.ts';
import { useOperator } from '../views.ts';
import { AcknowledgeDialog, Acknowledgement } from './acknowledgement.tsx';
import { ReleaseDialog } from './containment.tsx';
import { StatusDialog } from './endpoint-status.tsx';
import { Causes } from './incident-card.tsx';
import { RepairDialog } from './lazy-repair.ts';

/** The number of incidents that are shown initially, and of the endpoints of a group. */
const shownAtFirst = 10;

/** Incidents that were measured longer ago are out of date. */
const staleMs = 120_000;

interface RowProps {
  readonly icon: IconNode;
  readonly tone: Tone;
  readonly name: ComponentChildren;
  readonly sentences: string;
  /** What to do, in a sentence. */
  readonly next?: string | undefined;
  readonly since: string | null;
  readonly children?: ComponentChildren;
  /** Content below the actions. */
  readonly more?: ComponentChildren;
}

const Row = ({ icon, tone, name, sentences, next, since, children, more }: RowProps) => (
  <li class="incident">
    <Icon of={icon} tone={tone} />
    <div>
      <p>
        {name}{' '}
        <span class="incident-text" title={next === undefined ? undefined : lossHint}>
          {sentences}
        </span>
        {next !== undefined && <span class="incident-text quiet">{next}</span>}
      </p>
      <div class="row">
        {since !== null && (
          <span class="quiet small">
            <Time at={since} relative />
          </span>
        )}
        {children}
      </div>
      {more}
    </div>
  </li>
);

const hrefOf = ({ agency_id: agencyId, endpoint_id: id }: Incident) => `/agencies/${agencyId}/endpoints/${id}`;

interface Handlers {
  onDone(result: string): void;
  onRepair(repaired: Repaired): void;
}

function PauseButton({ of, onDone }: { of: Incident; onDone(result: string): void }) {
  const { api, hasScope } = useOperator();
  const { status, endpoint_id } = of;
  const name = nameOfIncident(of);
  if (!hasScope('all') || status !== 'active') return null;
  return (
    <DialogButton
      look="small"
      aria-label={`Pause… ${name}`}
      dialog={(close) => (
        <StatusDialog
          status={status}
          name={name}
          change={(next) => api.webhooks.setStatus({ endpoint_id, status: next })}
          onDone={onDone}
          onClose={close}
        />
      )}
    >
      Pause…
    </DialogButton>
  );
}

/** The endpoints of a group, those that fail now first. */
function Members({ group, onDone }: { group: IncidentGroup; onDone(result: string): void }) {
  const { api, incidents } = useOperator();
  const members = useQuery(() => api.incidents.list({ group_id: group.id }), [api, group.id, incidents.data?.measured_at]);
  const [shown, setShown] = useState(shownAtFirst);
  return (
    <Loaded query={members} label="Loading the endpoints">
      {({ data }) => (
        <>
          <ul class="incidents" aria-label={`Endpoints of ${group.host}`}>
            {data.slice(0, shown).map((of) => (
              <Row
                key={of.endpoint_id}
                {...incidentLook(of.incident)}
                name={<Link href={hrefOf(of)}>{nameOfIncident(of)}</Link>}
                sentences={incidentSentences(of.incident, of.health)}
                since={of.incident.since}
                more={<Causes incident={of.incident} href={hrefOf(of)} />}
              >
                <PauseButton of={of} onDone={onDone} />
              </Row>
            ))}
          </ul>
          {shown < data.length && (
            <p class="more">
              <Button onClick={() => setShown(shown + 5 * shownAtFirst)}>Show more</Button>
            </p>
          )}
          {shown >= data.length && data.length < group.endpoint_count && (
            <p class="quiet">
              {data.length} of {counted(group.endpoint_count, 'endpoint')} are shown, those that fail now first.
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}

interface GroupItemProps extends Handlers {
  readonly group: IncidentGroup;
  /** The incident of its first endpoint, if it is among the listed ones. */
  readonly first: Incident | undefined;
}

function GroupItem({ group, first, onDone, onRepair }: GroupItemProps) {
  const { hasScope } = useOperator();
  const isPermitted = hasScope('all');
  const only = group.endpoint_count === 1 ? first : undefined;
  const name = only ? nameOfIncident(only) : group.host;
  const dialog = (kind: 'acknowledged' | 'muted', text: string) => (
    <DialogButton
      look="small"
      aria-label={`${text} ${name}`}
      dialog={(close) => <AcknowledgeDialog group={group} name={name} kind={kind} onDone={onDone} onClose={close} />}
    >
      {text}
    </DialogButton>
  );
  return (
    <Row
      {...incidentLook(group.status === 'recovering' && group.disabled_count > 0 ? { status: 'disabled' } : group)}
      name={only ? <Link href={hrefOf(only)}>{name}</Link> : <strong>{name}</strong>}
      sentences={only ? incidentSentences(only.incident, only.health) : groupSentences(group)}
      next={only ? nextStepOfEndpoint(only.endpoint_url, only.incident, isPermitted) : nextStepOfGroup(group, isPermitted)}
      since={group.since}
      more={
        <>
          {first?.response_excerpt && isOpen(group) && (
            <p>
              Last response: <code>{first.response_excerpt}</code>
            </p>
          )}
          {only && <Causes incident={only.incident} href={hrefOf(only)} />}
          {group.acknowledgement && <Acknowledgement group={group} name={name} of={group.acknowledgement} onDone={onDone} />}
          {!only && (
            <Disclosure title={counted(group.endpoint_count, 'endpoint')}>
              <Members group={group} onDone={onDone} />
            </Disclosure>
          )}
        </>
      }
    >
      {isPermitted && (
        <>
          {isRepairable(group) && (
            <Button
              look="small primary"
              aria-haspopup="dialog"
              aria-label={`Repair… ${name}`}
              onClick={() => onRepair({ name, groupId: group.id })}
            >
              Repair…
            </Button>
          )}
          {group.acknowledgement?.kind !== 'acknowledged' && dialog('acknowledged', 'Acknowledge…')}
          {group.acknowledgement?.kind !== 'muted' && dialog('muted', 'Mute…')}
        </>
      )}
      {only && <PauseButton of={only} onDone={onDone} />}
    </Row>
  );
}

function ContainmentItem({ of, onDone }: { of: OpenContainment; onDone(result: string): void }) {
  const { hasScope } = useOperator();
  const { agency_id: agencyId, agency_name: agencyName, key_id: keyId, key_label: label, contained_at: at } = of;
  const target =
    keyId === null
      ? ({ kind: 'agency', id: agencyId, name: agencyName } as const)
      : ({ kind: 'key', id: keyId, name: label ?? keyId } as const);
  return (
    <Row
      icon={ShieldAlert}
      tone="bad"
      name={<Link href={`/agencies/${agencyId}/access`}>{agencyName}</Link>}
      sentences={containmentSentences(of)}
      since={at}
    >
      {hasScope('all') && (
        <DialogButton
          look="small"
          aria-label={`Release… ${target.name}`}
          dialog={(close) => <ReleaseDialog target={target} onDone={onDone} onClose={close} />}
        >
          Release…
        </DialogButton>
      )}
    </Row>
  );
}

/** Live groups, containments, then all other groups in the order of the service. */
function itemsOf({ groups, data, containments }: Incidents, handlers: Handlers) {
  const item = (group: IncidentGroup) => (
    <GroupItem key={group.id} group={group} first={data.find((of) => of.group_id === group.id)} {...handlers} />
  );
  const isLive = ({ live_count: live, acknowledgement }: IncidentGroup) => live > 0 && acknowledgement?.kind !== 'muted';
  return [
    ...groups.filter(isLive).map(item),
    ...containments.map((of) => <ContainmentItem key={of.id} of={of} onDone={handlers.onDone} />),
    ...groups.filter((group) => !isLive(group)).map(item),
  ];
}

interface Repaired {
  readonly name: string;
  readonly groupId: string;
}

/** `onChange` is called after each change of endpoints and groups. */
export function IncidentSection({ onChange }: { onChange(): void }) {
  const { api, incidents, clientOf } = useOperator();
  const [showsAll, setShowsAll] = useState(false);
  // The dialog outlives its row, which goes when the endpoints work.
  const [repaired, setRepaired] = useState<Repaired>();
  const { announcement, announce } = useAnnouncement(onChange);
  const targetsOf = async (group_id: string) => {
    const { data } = await api.incidents.list({ group_id });
    const apis = new Map([...new Set(data.map((of) => of.agency_id))].map((id) => [id, publicApi(clientOf(id))]));
    return data.map((of) => ({
      ...of,
      api: apis.get(of.agency_id)!,
      endpointId: of.endpoint_id,
      url: of.endpoint_url,
      name: nameOfIncident(of),
      permitter: undefined,
    }));
  };
  return (
    <Section
      title="What is wrong"
      aside={
        incidents.data && (
          <span class="quiet small">
            as of <Time at={incidents.data.measured_at} />
          </span>
        )
      }
    >
      {announcement}
      <Loaded query={incidents} label="Loading what is wrong" lines={4}>
        {(now) => {
          const items = itemsOf(now, { onDone: announce, onRepair: setRepaired });
          const shown = showsAll ? items : items.slice(0, shownAtFirst);
          const total = now.group_count + now.containments.length;
          const areMuted = now.groups.length > 0 && now.groups.every(({ acknowledgement }) => acknowledgement?.kind === 'muted');
          return (
            <>
              {(items.length === 0 || (areMuted && now.containments.length === 0)) && (
                <p>
                  <Icon of={CircleCheck} tone="good" />{' '}
                  {areMuted
                    ? 'All incidents are muted.'
                    : now.has_unchecked
                      ? 'The endpoints that were checked accept their deliveries.'
                      : 'Every endpoint accepts its deliveries, and nothing is contained.'}
                </p>
              )}
              {items.length > 0 && (
                <ul class="incidents" aria-label="What is wrong">
                  {shown}
                </ul>
              )}
              {shown.length < items.length && (
                <p class="more">
                  <Button onClick={() => setShowsAll(true)}>Show all {items.length}</Button>
                </p>
              )}
              {showsAll && items.length < total && (
                <p class="quiet">
                  The first {items.length} of {counted(total, 'incident')}.
                </p>
              )}
              {now.has_unchecked && (
                <p class="quiet">More endpoints fail than are checked at once. Those whose attempts failed last are shown.</p>
              )}
              {Date.now() - Date.parse(now.measured_at) > staleMs && (
                <p class="warning">
                  Out of date: this was measured <Time at={now.measured_at} relative />.
                </p>
              )}
            </>
          );
        }}
      </Loaded>
      {repaired && (
        <RepairDialog
          name={repaired.name}
          load={() => targetsOf(repaired.groupId)}
          onDone={announce}
          onClose={() => setRepaired(undefined)}
        />
      )}
    </Section>
  );
}
