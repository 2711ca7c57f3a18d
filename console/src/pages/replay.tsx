import { useState } from 'preact/hooks';
import { ActionDialog } from '../components/dialog.tsx';
import { Loaded } from '../components/feedback.tsx';
import { Forecast } from '../components/forecast.tsx';
import { count, counted } from '../format.ts';
import { useInterval } from '../hooks.ts';
import type { DeliveryEventType, Endpoint, Schemas } from '../schemas.ts';
import { useQuery } from '../use-query.ts';
import { useAgency } from '../views.ts';

interface ReplayProps {
  readonly endpoint: Endpoint;
  readonly filters: { readonly event_types?: DeliveryEventType[]; readonly start?: string; readonly end?: string };
  onClose(): void;
}

/** The interval between two polls of the list of failures, which are read page by page. */
const pollMs = (total: number) => 1_000 * Math.max(1, Math.ceil(total / 200));

/** The number of requested failures that are queued so far. The service queues them in their order. */
function Progress({ endpoint, filters, total, startedAt }: Omit<ReplayProps, 'onClose'> & { total: number; startedAt: number }) {
  const { api } = useAgency();
  const { data, isLoading, reload } = useQuery(async (signal) => {
    let replayed = 0;
    for await (const { replayed_at: at } of api.webhooks.listAllFailures({ endpoint_id: endpoint.id, ...filters }, { signal }))
      if (at !== null && Date.parse(at) >= startedAt) replayed += 1;
    return Math.min(replayed, total);
  }, []);
  const done = data ?? 0;
  useInterval(() => done < total && !isLoading && reload(), pollMs(total));
  return (
    <>
      <progress max={total} value={done} aria-label="Replayed" />
      <p role="status" aria-live="polite">
        {done >= total
          ? `All ${count(total)} were queued. The list of deliveries shows their outcome.`
          : `${count(done)} of ${count(total)} queued…`}
      </p>
    </>
  );
}

function Preview({ counts }: { counts: Schemas['BulkReplayed'] }) {
  const { replayed_count: found, waiting_count: waiting, by_event_type: types, forecast } = counts;
  if (found === 0 && waiting === 0) return <p>No unreplayed failures match the filters.</p>;
  if (found === 0)
    return (
      <p>
        Nothing can be replayed now: <strong>{counted(waiting, 'failure')}</strong> that match wait for the endpoint, and can be replayed
        when it is enabled.
      </p>
    );
  return (
    <>
      <p>
        <strong>{counted(found, 'event')}</strong> will be sent again, once each and with the same event id.
      </p>
      <Forecast counts={types} forecast={forecast} />
    </>
  );
}

/** Counts the failures that a replay would send again, starts it, and shows its progress. */
export function ReplayDialog({ endpoint, filters, onClose }: ReplayProps) {
  const { api } = useAgency();
  const [started, setStarted] = useState<{ total: number; startedAt: number }>();
  const request = (dry_run: boolean) => api.webhooks.replayFailures({ endpoint_id: endpoint.id, ...filters, dry_run });
  const preview = useQuery(() => request(true), []);
  const start = async () => {
    const { data, response } = await request(false).withResponse();
    // The service's clock may differ from the user's. The header has whole seconds.
    setStarted({ total: data.replayed_count, startedAt: Date.parse(response.headers.get('date') ?? '') - 1_000 });
  };
  const total = preview.data?.replayed_count ?? 0;
  return (
    <ActionDialog
      title="Replay failures"
      submit={!started && total > 0 ? `Replay ${counted(total, 'event')}` : undefined}
      work={start}
      close="Close"
      onClose={onClose}
    >
      {started ? (
        <Progress endpoint={endpoint} filters={filters} {...started} />
      ) : (
        <Loaded query={preview} label="Counting">
          {(counts) => <Preview counts={counts} />}
        </Loaded>
      )}
    </ActionDialog>
  );
}
