import { CircleCheck, ShieldAlert, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { publicApi } from '../clients.ts';
import { Button } from '../components/button.tsx';
import { DialogButton } from '../components/dialog.tsx';
import { Loaded, useAnnouncement } from '../components/feedback.tsx';
import { Icon } from '../components/icon.tsx';
import { Section } from '../components/page.tsx';
import { healthLook, type Tone } from '../components/status.tsx';
import { Time } from '../components/values.tsx';
import { counted } from '../format.ts';
import type { RepairTarget } from '../repair.ts';
import type { Incident, Incidents, OpenContainment } from '../schemas.ts';
import { containmentSentences, incidentSentences, nameOfIncident } from '../sentences.ts';
import { useOperator } from '../views.ts';
import { ContainDialog, ReleaseDialog } from './containment.tsx';
import { StatusDialog } from './endpoint-status.tsx';
import { RepairDialog } from './lazy-repair.ts';

/** The number of incidents that are shown initially. */
const shownAtFirst = 10;

interface ItemProps<Of> {
  readonly of: Of;
  onDone(result: string): void;
}

interface IncidentItemProps extends ItemProps<Incident> {
  onRepair(): void;
}

interface RowProps {
  readonly icon: IconNode;
  readonly tone: Tone;
  readonly href: string;
  readonly name: string;
  readonly sentences: string;
  readonly since: string | null;
  readonly children: ComponentChildren;
}

const Row = ({ icon, tone, href, name, sentences, since, children }: RowProps) => (
  <li class="incident">
    <Icon of={icon} tone={tone} />
    <div>
      <p>
        <Link href={href}>{name}</Link> {sentences}
      </p>
      <div class="row">
        {since !== null && (
          <span class="quiet small">
            <Time at={since} relative />
          </span>
        )}
        {children}
      </div>
    </div>
  </li>
);

function IncidentItem({ of, onDone, onRepair }: IncidentItemProps) {
  const { api, hasScope } = useOperator();
  const { health, status, agency_id: agencyId, agency_name: agencyName, endpoint_id } = of;
  const href = `/agencies/${agencyId}/endpoints/${endpoint_id}`;
  const name = nameOfIncident(of);
  return (
    <Row {...healthLook(health)} href={href} name={name} sentences={incidentSentences(of)} since={health.since}>
      <Link class="button small" href={`${href}/deliveries`} aria-label={`Deliveries of ${name}`}>
        Deliveries
      </Link>
      {hasScope('all') && (
        <>
          <Button look="small" aria-haspopup="dialog" aria-label={`Repair… ${name}`} onClick={onRepair}>
            Repair…
          </Button>
          {status === 'active' && (
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
          )}
          <DialogButton
            look="small"
            aria-label={`Contain agency… ${agencyName}`}
            dialog={(close) => (
              <ContainDialog target={{ kind: 'agency', id: agencyId, name: agencyName }} onDone={onDone} onClose={close} />
            )}
          >
            Contain agency…
          </DialogButton>
        </>
      )}
    </Row>
  );
}

function ContainmentItem({ of, onDone }: ItemProps<OpenContainment>) {
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
      href={`/agencies/${agencyId}/access`}
      name={agencyName}
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

/** Incidents and containments as one list, newest first. */
function itemsOf({ data, containments }: Incidents, onDone: (result: string) => void, onRepair: (incident: Incident) => void) {
  return [
    ...data.map((of) => ({
      at: of.health.since ?? '',
      item: <IncidentItem key={of.endpoint_id} of={of} onDone={onDone} onRepair={() => onRepair(of)} />,
    })),
    ...containments.map((of) => ({ at: of.contained_at, item: <ContainmentItem key={of.id} of={of} onDone={onDone} /> })),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

export function IncidentSection() {
  const { incidents, clientOf } = useOperator();
  // The dialog outlives its row, which goes when the endpoint works.
  const [repaired, setRepaired] = useState<RepairTarget>();
  const repair = (of: Incident) =>
    setRepaired({ api: publicApi(clientOf(of.agency_id)), endpointId: of.endpoint_id, name: nameOfIncident(of), mayWrite: true });
  const [showsAll, setShowsAll] = useState(false);
  const { announcement, announce } = useAnnouncement(incidents.reload);
  return (
    <Section title="What is wrong">
      {announcement}
      <Loaded query={incidents} label="Loading what is wrong" lines={4}>
        {(now) => {
          const items = itemsOf(now, announce, repair);
          if (items.length === 0) {
            return (
              <p>
                <Icon of={CircleCheck} tone="good" /> Every endpoint accepts its deliveries, and nothing is contained.
              </p>
            );
          }
          const shown = showsAll ? items : items.slice(0, shownAtFirst);
          const total = now.incident_count + now.containments.length;
          return (
            <>
              <ul class="incidents" aria-label="What is wrong">
                {shown.map(({ item }) => item)}
              </ul>
              {shown.length < items.length && (
                <p class="more">
                  <Button onClick={() => setShowsAll(true)}>Show all {items.length}</Button>
                </p>
              )}
              {showsAll && items.length < total && (
                <p class="quiet">
                  The newest {items.length} of {counted(total, 'incident')}.
                </p>
              )}
              {now.has_unchecked && (
                <p class="quiet">More endpoints fail than are checked at once. Those with the most failed attempts are shown.</p>
              )}
            </>
          );
        }}
      </Loaded>
      {repaired && <RepairDialog name={repaired.name} targets={[repaired]} onDone={announce} onClose={() => setRepaired(undefined)} />}
    </Section>
  );
}
