import { CircleCheck, CirclePause, ShieldAlert, TriangleAlert, Unplug, type IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { OperatorSchemas } from '../schemas.ts';
import { ActionDialog } from '../components/action-dialog.tsx';
import { Button, DialogButton } from '../components/button.tsx';
import { Announcement, Answer } from '../components/feedback.tsx';
import { Icon } from '../components/icon.tsx';
import { Section } from '../components/page.tsx';
import { Time } from '../components/values.tsx';
import { counted } from '../format.ts';
import { containmentSentences, incidentSentences, nameOfIncident } from '../sentences.ts';
import { holds } from '../session.ts';
import { useOperator } from '../views.ts';
import { ContainDialog, ReleaseDialog } from './containment.tsx';

type Incident = OperatorSchemas['Incident'];
type OpenContainment = OperatorSchemas['OpenContainment'];

/** How many incidents are shown before the reader asks for all. */
const shownAtFirst = 10;

interface ItemProps<Of> {
  readonly of: Of;
  onDone(result: string): void;
}

function StatusDialog({ of, onDone, onClose }: ItemProps<Incident> & { onClose(): void }) {
  const { api } = useOperator();
  const isActive = of.status === 'active';
  const name = nameOfIncident(of);
  return (
    <ActionDialog
      title={isActive ? `Pause ${name}?` : `Enable ${name}?`}
      submit={isActive ? 'Pause endpoint' : 'Enable endpoint'}
      isDestructive={isActive}
      work={() => api.webhooks.setStatus({ endpoint_id: of.endpoint_id, status: isActive ? 'disabled' : 'active' })}
      onDone={() => onDone(isActive ? `${name} is paused.` : `${name} is enabled.`)}
      onClose={onClose}
    >
      {isActive ? (
        <p>It receives nothing until it is enabled. Pending deliveries become failures, which can be replayed.</p>
      ) : (
        <p>It receives events that occur from now on, and its count of consecutive failures is reset to 0.</p>
      )}
    </ActionDialog>
  );
}

interface StepProps {
  readonly text: string;
  /** What it is done with. */
  readonly to: string;
  onDone(result: string): void;
  dialog(done: { onDone(result: string): void; onClose(): void }): ComponentChildren;
}

/** A step that can be taken, after a question. */
const Step = ({ text, to, onDone, dialog }: StepProps) => (
  <DialogButton
    look="small"
    aria-label={`${text} ${to}`}
    dialog={(close) =>
      dialog({
        onClose: close,
        onDone(result) {
          close();
          onDone(result);
        },
      })
    }
  >
    {text}
  </DialogButton>
);

interface RowProps {
  readonly icon: IconNode;
  readonly tone: 'warning' | 'bad';
  readonly place: string;
  readonly name: string;
  readonly sentences: string;
  readonly since: string | null;
  /** The steps that can be taken. */
  readonly children: ComponentChildren;
}

const Row = ({ icon, tone, place, name, sentences, since, children }: RowProps) => (
  <li class={`incident ${tone}`}>
    <Icon of={icon} />
    <div class="incident-text">
      <p>
        <Link href={place}>{name}</Link> {sentences}
      </p>
      <div class="incident-steps">
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

const icons = { struggles: TriangleAlert, fails: Unplug, disabled: CirclePause } as const;

function IncidentItem({ of, onDone }: ItemProps<Incident>) {
  const { session } = useOperator();
  const { health, status } = of;
  const place = `/agencies/${of.agency_id}/endpoints/${of.endpoint_id}`;
  const name = nameOfIncident(of);
  const agency = { kind: 'agency', id: of.agency_id, name: of.agency_name } as const;
  return (
    <Row
      icon={icons[health.state as keyof typeof icons]}
      tone={health.state === 'struggles' ? 'warning' : 'bad'}
      place={place}
      name={name}
      sentences={incidentSentences(of)}
      since={health.since}
    >
      <Link class="button small" href={`${place}/deliveries`} aria-label={`Deliveries of ${name}`}>
        Deliveries
      </Link>
      {holds(session, 'all') && (
        <>
          {status === 'active' && (
            <Link class="button small" href={`${place}?ask=test`} aria-label={`Send a test… to ${name}`}>
              Send a test…
            </Link>
          )}
          <Step
            text={status === 'active' ? 'Pause…' : 'Enable…'}
            to={name}
            onDone={onDone}
            dialog={(asked) => <StatusDialog of={of} {...asked} />}
          />
          <Step
            text="Contain agency…"
            to={of.agency_name}
            onDone={onDone}
            dialog={(asked) => <ContainDialog target={agency} {...asked} />}
          />
        </>
      )}
    </Row>
  );
}

function ContainmentItem({ of, onDone }: ItemProps<OpenContainment>) {
  const { session } = useOperator();
  const target =
    of.key_id === null
      ? ({ kind: 'agency', id: of.agency_id, name: of.agency_name } as const)
      : ({ kind: 'key', id: of.key_id, name: of.key_label ?? of.key_id } as const);
  return (
    <Row
      icon={ShieldAlert}
      tone="bad"
      place={`/agencies/${of.agency_id}/access`}
      name={of.agency_name}
      sentences={containmentSentences(of)}
      since={of.contained_at}
    >
      {holds(session, 'all') && (
        <Step text="Release…" to={target.name} onDone={onDone} dialog={(asked) => <ReleaseDialog target={target} {...asked} />} />
      )}
    </Row>
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
                  <Button onClick={() => setIsWhole(true)}>Show all {items.length}</Button>
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
