import { CircleCheck, CirclePause, ShieldAlert, TriangleAlert, Unplug } from 'lucide';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { OperatorSchemas } from '../schemas.ts';
import { Confirm } from '../components/confirm.tsx';
import { Announcement, Answer } from '../components/feedback.tsx';
import { Icon } from '../components/icon.tsx';
import { Section } from '../components/page.tsx';
import { Time } from '../components/time.tsx';
import { counted } from '../numbers.ts';
import { containmentSentences, incidentSentences, nameOfIncident } from '../sentences.ts';
import { holds } from '../session.ts';
import { useOperator } from '../views.ts';
import { ContainDialog, ReleaseDialog } from './containment.tsx';

type Incident = OperatorSchemas['Incident'];
type OpenContainment = OperatorSchemas['OpenContainment'];

/** How many incidents are shown before the reader asks for all. */
const shownAtFirst = 10;

type Step = 'status' | 'contain' | 'release';

interface ItemProps<Of> {
  readonly of: Of;
  onDone(result: string): void;
}

function StatusDialog({ of, onDone, onCancel }: ItemProps<Incident> & { onCancel(): void }) {
  const { api } = useOperator();
  const isActive = of.status === 'active';
  const name = nameOfIncident(of);
  const params = { endpoint_id: of.endpoint_id };
  const change = () => api.webhooks.setStatus({ ...params, status: isActive ? 'disabled' : 'active' });
  return (
    <Confirm
      title={isActive ? `Pause ${name}?` : `Enable ${name}?`}
      action={isActive ? 'Pause endpoint' : 'Enable endpoint'}
      isDestructive={isActive}
      work={change}
      onDone={() => onDone(isActive ? `${name} is paused.` : `${name} is enabled.`)}
      onCancel={onCancel}
    >
      {isActive ? (
        <p>It receives nothing until it is enabled. Pending deliveries become failures, which can be replayed.</p>
      ) : (
        <p>It receives events that occur from now on, and its count of consecutive failures is reset to 0.</p>
      )}
    </Confirm>
  );
}

const icons = { struggles: TriangleAlert, fails: Unplug, disabled: CirclePause } as const;

function IncidentItem({ of, onDone }: ItemProps<Incident>) {
  const { session } = useOperator();
  const [step, setStep] = useState<Step>();
  const { health } = of;
  const place = `/agencies/${of.agency_id}/endpoints/${of.endpoint_id}`;
  const done = (result: string) => {
    setStep(undefined);
    onDone(result);
  };
  const name = nameOfIncident(of);
  return (
    <li class={`incident ${health.state === 'struggles' ? 'warning' : 'bad'}`}>
      <Icon of={icons[health.state as keyof typeof icons]} />
      <div class="incident-text">
        <p>
          <Link href={place}>{name}</Link> {incidentSentences(of)}
        </p>
        <div class="incident-steps">
          {health.since !== null && (
            <span class="quiet small">
              <Time at={health.since} relative />
            </span>
          )}
          <Link class="button small" href={`${place}/deliveries`} aria-label={`Deliveries of ${name}`}>
            Deliveries
          </Link>
          {holds(session, 'all') && (
            <>
              {of.status === 'active' && (
                <Link class="button small" href={`${place}?ask=test`} aria-label={`Send a test… to ${name}`}>
                  Send a test…
                </Link>
              )}
              <button
                type="button"
                class="button small"
                aria-label={`${of.status === 'active' ? 'Pause…' : 'Enable…'} ${name}`}
                onClick={() => setStep('status')}
              >
                {of.status === 'active' ? 'Pause…' : 'Enable…'}
              </button>
              <button
                type="button"
                class="button small"
                aria-label={`Contain agency… ${of.agency_name}`}
                onClick={() => setStep('contain')}
              >
                Contain agency…
              </button>
            </>
          )}
        </div>
      </div>
      {step === 'status' && <StatusDialog of={of} onDone={done} onCancel={() => setStep(undefined)} />}
      {step === 'contain' && (
        <ContainDialog
          target={{ kind: 'agency', id: of.agency_id, name: of.agency_name }}
          onDone={done}
          onCancel={() => setStep(undefined)}
        />
      )}
    </li>
  );
}

function ContainmentItem({ of, onDone }: ItemProps<OpenContainment>) {
  const { session } = useOperator();
  const [isReleasing, setIsReleasing] = useState(false);
  const target =
    of.key_id === null
      ? ({ kind: 'agency', id: of.agency_id, name: of.agency_name } as const)
      : ({ kind: 'key', id: of.key_id, name: of.key_label ?? of.key_id } as const);
  return (
    <li class="incident bad">
      <Icon of={ShieldAlert} />
      <div class="incident-text">
        <p>
          <Link href={`/agencies/${of.agency_id}/access`}>{of.agency_name}</Link> {containmentSentences(of)}
        </p>
        <div class="incident-steps">
          <span class="quiet small">
            <Time at={of.contained_at} relative />
          </span>
          {holds(session, 'all') && (
            <button type="button" class="button small" aria-label={`Release… ${target.name}`} onClick={() => setIsReleasing(true)}>
              Release…
            </button>
          )}
        </div>
      </div>
      {isReleasing && (
        <ReleaseDialog
          target={target}
          onDone={(result) => {
            setIsReleasing(false);
            onDone(result);
          }}
          onCancel={() => setIsReleasing(false)}
        />
      )}
    </li>
  );
}

type Item = { readonly at: string; readonly id: string } & ({ readonly incident: Incident } | { readonly containment: OpenContainment });

/** Incidents and containments as one list, the newest first. */
function itemsOf({ data, containments }: OperatorSchemas['Incidents']): Item[] {
  return [
    ...data.map((incident) => ({ at: incident.health.since ?? '', id: incident.endpoint_id, incident })),
    ...containments.map((containment) => ({ at: containment.contained_at, id: containment.id, containment })),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** What is wrong with deliveries, in sentences, the newest first, with what can be done. */
export function WhatIsWrong() {
  const { incidents } = useOperator();
  const [isWhole, setIsWhole] = useState(false);
  const [result, setResult] = useState('');
  const onDone = (text: string) => {
    setResult(text);
    incidents.reload();
  };
  return (
    <Section title="What is wrong">
      <Announcement>{result}</Announcement>
      <Answer of={incidents} label="Loading what is wrong" lines={4}>
        {(now) => {
          const items = itemsOf(now);
          if (items.length === 0) {
            return (
              <p class="all-well">
                <Icon of={CircleCheck} /> Every endpoint accepts its deliveries, and nothing is contained.
              </p>
            );
          }
          const shown = isWhole ? items : items.slice(0, shownAtFirst);
          const total = now.incident_count + now.containments.length;
          return (
            <>
              <ul class="incidents" aria-label="What is wrong">
                {shown.map((item) =>
                  'incident' in item ? (
                    <IncidentItem key={item.id} of={item.incident} onDone={onDone} />
                  ) : (
                    <ContainmentItem key={item.id} of={item.containment} onDone={onDone} />
                  ),
                )}
              </ul>
              {shown.length < items.length && (
                <p class="more">
                  <button type="button" class="button" onClick={() => setIsWhole(true)}>
                    Show all {items.length}
                  </button>
                </p>
              )}
              {isWhole && items.length < total && (
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
      </Answer>
    </Section>
  );
}
