import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { ActionDialog } from '../components/dialog.tsx';
import { Loaded, ErrorBox } from '../components/feedback.tsx';
import { Choices, InstantField } from '../components/fields.tsx';
import { Forecast } from '../components/forecast.tsx';
import { count, counted, instantOf, localInput } from '../format.ts';
import { useInterval } from '../hooks.ts';
import type { Endpoint, Schemas } from '../schemas.ts';
import { upperFirst } from '../sentences.ts';
import { useAction, useQuery } from '../use-query.ts';
import { activation, useAgency } from '../views.ts';

type Recovery = Schemas['Recovery'];

const dayMs = 24 * 60 * 60_000;
const pollMs = 1_000;
const queuedBy = ({ recorded_count, reconstructed_count }: Pick<Recovery, 'recorded_count' | 'reconstructed_count'>) =>
  recorded_count + reconstructed_count;

function Progress({ endpointId, started, total }: { endpointId: string; started: Recovery; total: number }) {
  const { api } = useAgency();
  const params = { endpoint_id: endpointId, recovery_id: started.id! };
  const query = useQuery(() => api.webhooks.getRecovery(params), []);
  const recovery = query.data ?? started;
  useInterval(() => recovery.ended_at === null && query.reload(), pollMs);
  const { isBusy, error, run } = useAction();
  const cancel = async () => {
    await api.webhooks.cancelRecovery(params);
    query.reload();
  };
  const done = queuedBy(recovery);
  const most = Math.max(total, done, 1);
  return (
    <>
      <progress max={most} value={recovery.status === 'completed' ? most : done} aria-label="Recovered" />
      <p role="status" aria-live="polite">
        {recovery.status === 'completed'
          ? `${counted(done, 'event was', 'events were')} queued. The tab Deliveries shows their outcome.`
          : recovery.status === 'stopped'
            ? `Stopped after ${counted(done, 'event')}, because the endpoint was disabled or the recovery was cancelled.`
            : `${count(done)} of ${count(total)} queued…`}
      </p>
      {recovery.ended_at === null && (
        <Button disabled={isBusy} onClick={() => void run(cancel)}>
          Cancel the recovery
        </Button>
      )}
      {[query.error, error].map((each, index) => each && <ErrorBox key={index} error={each} />)}
    </>
  );
}

function Preview({ counts, isDisabled }: { counts: Recovery; isDisabled: boolean }) {
  const { recorded_count, reconstructed_count, delivered_count, has_more, by_event_type } = counts;
  const total = queuedBy(counts);
  const more = has_more ? 'More than ' : '';
  if (total === 0 && !has_more) {
    return (
      <p>
        The endpoint missed nothing in this span.
        {delivered_count > 0 && ` It has deliveries of all ${counted(delivered_count, 'event')}.`}
      </p>
    );
  }
  return (
    <>
      <p>
        <strong>{more + counted(total, 'event')}</strong> {isDisabled ? 'would be' : 'will be'} queued, once each
        {reconstructed_count > 0 &&
          `: ${count(recorded_count)} as recorded, ${count(reconstructed_count)} reconstructed from stored records and marked by a header`}
        .
        {delivered_count > 0 &&
          ` ${counted(delivered_count, 'other event of this span already has a delivery and is', 'other events of this span already have a delivery and are')} left out.`}
      </p>
      <Forecast
        counts={by_event_type.map((of) => ({ event_type: of.event_type, count: queuedBy(of) })).filter((of) => of.count > 0)}
        forecast={isDisabled ? undefined : counts.forecast}
      />
    </>
  );
}

interface RecoverProps {
  readonly endpoint: Endpoint;
  /** The beginning of the range that is proposed; by default when the endpoint was disabled. */
  readonly since?: string | null;
  onClose(): void;
}

/** Counts the events that an endpoint missed in a time range, then queues them. */
export function RecoverDialog({ endpoint, since = endpoint.disabled_at, onClose }: RecoverProps) {
  const view = useAgency();
  const { api } = view;
  const [from, setFrom] = useState(() =>
    localInput(since === null ? Date.now() - dayMs : Math.max(Date.parse(since) - 60_000, Date.now() - 29 * dayMs)),
  );
  const [until, setUntil] = useState('');
  const [types, setTypes] = useState(endpoint.enabled_event_types);
  const [started, setStarted] = useState<{ recovery: Recovery; total: number }>();
  const start = instantOf(from);
  const isComplete = start !== undefined && types.length > 0;
  const request = (dry_run: boolean) =>
    api.webhooks.recoverEvents({ endpoint_id: endpoint.id, start: start!, end: instantOf(until), event_types: types, dry_run });
  const preview = useQuery(() => (isComplete ? request(true) : Promise.resolve(undefined)), [from, until, types.join()]);
  const total = preview.data ? queuedBy(preview.data) : 0;
  const isDisabled = endpoint.status === 'disabled';
  return (
    <ActionDialog
      title="Recover missed events"
      submit={
        !started && isComplete && !isDisabled && (total > 0 || preview.data?.has_more === true)
          ? `Recover ${counted(total, 'event')}`
          : undefined
      }
      isReady={!preview.isLoading}
      work={async () => setStarted({ recovery: await request(false), total })}
      close="Close"
      onClose={onClose}
    >
      {started ? (
        <Progress endpointId={endpoint.id} started={started.recovery} total={started.total} />
      ) : (
        <>
          <p>Events of the last 30 days that occurred while the endpoint was disabled or did not exist.</p>
          {isDisabled && (
            <p class="notice warning">The endpoint is disabled. {upperFirst(activation(view, endpoint))} to recover what it missed.</p>
          )}
          <div class="row filters">
            <InstantField
              label="From"
              error={start === undefined ? 'Enter a date and a time.' : undefined}
              value={from}
              onChange={setFrom}
            />
            <InstantField label="Until" hint="Empty: until now" value={until} onChange={setUntil} />
          </div>
          <Choices
            legend="Event types"
            options={endpoint.enabled_event_types.map((value) => ({ value, label: <code>{value}</code> }))}
            value={types}
            error={types.length === 0 ? 'Choose at least one event type.' : undefined}
            onChange={setTypes}
          />
          {isComplete && (
            <Loaded query={preview} label="Counting">
              {(counts) => counts && <Preview counts={counts} isDisabled={isDisabled} />}
            </Loaded>
          )}
        </>
      )}
    </ActionDialog>
  );
}
