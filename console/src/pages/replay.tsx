import { useEffect, useState } from 'preact/hooks';
import type { Schemas } from '../schemas.ts';
import { ActionDialog } from '../components/action-dialog.tsx';
import { EventsByType } from '../components/events-by-type.tsx';
import { Answer } from '../components/feedback.tsx';
import { Forecast } from '../components/forecast.tsx';
import { count, counted } from '../numbers.ts';
import { useAction, useAnswer } from '../use-answer.ts';
import { useAgency } from '../views.ts';

interface ReplayProps {
  readonly endpoint: Schemas['WebhookEndpoint'];
  readonly filters: { readonly event_types?: Schemas['DeliveryEventType'][]; readonly start?: string; readonly end?: string };
  onClose(): void;
}

/** Waits between two polls of the list of failures, which has a page per hundred. */
const pollMs = (total: number) => 1_000 * Math.max(1, Math.ceil(total / 200));

/** How many of the requested failures are queued by now. Replays are queued one after the other. */
function Progress({ endpoint, filters, total, startedAt }: Omit<ReplayProps, 'onClose'> & { total: number; startedAt: number }) {
  const { api } = useAgency();
  const [done, setDone] = useState(0);
  useEffect(() => {
    let isShown = true;
    const path = { endpoint_id: endpoint.id };
    const readReplayed = async () => {
      let replayed = 0;
      let cursor: string | null | undefined;
      do {
        const query = { ...filters, limit: 100, ...(cursor ? { cursor } : {}) };
        const page = await api.webhooks.listFailures({ ...path, ...query });
        replayed += page.data.filter(({ replayed_at: at }) => at !== null && Date.parse(at) >= startedAt).length;
        cursor = page.next_cursor;
      } while (cursor && isShown);
      return replayed;
    };
    const follow = async () => {
      while (isShown) {
        const replayed = await readReplayed();
        if (!isShown) return;
        setDone(Math.min(replayed, total));
        if (replayed >= total) return;
        await new Promise((resolve) => setTimeout(resolve, pollMs(total)));
      }
    };
    follow().catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, []);
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

/** Shows how many failures a replay would send again before it does, and then how far it is. */
export function ReplayDialog({ endpoint, filters, onClose }: ReplayProps) {
  const { api } = useAgency();
  const action = useAction();
  const [started, setStarted] = useState<{ total: number; startedAt: number }>();
  const ask = (dry_run: boolean) => api.webhooks.replayFailures({ endpoint_id: endpoint.id, ...filters, dry_run });
  const preview = useAnswer(() => ask(true), []);
  const start = async () => {
    const { data, response } = await ask(false).withResponse();
    // By the service's clock, which may differ from the viewer's. It has whole seconds.
    setStarted({ total: data.replayed_count, startedAt: Date.parse(response.headers.get('date') ?? '') - 1_000 });
  };
  const total = preview.data?.replayed_count ?? 0;
  return (
    <ActionDialog
      title="Replay failures"
      action={action}
      button={!started && total > 0 ? { text: `Replay ${counted(total, 'event')}`, onClick: () => void action.run(start) } : undefined}
      onClose={onClose}
    >
      {started ? (
        <Progress endpoint={endpoint} filters={filters} {...started} />
      ) : (
        <Answer of={preview} label="Counting">
          {({ replayed_count: found, waiting_count: waiting, by_event_type: types, forecast }) =>
            found === 0 && waiting > 0 ? (
              <p>
                Nothing can be replayed now: <strong>{counted(waiting, 'failure')}</strong> that match wait for the endpoint. Enable it,
                then replay them.
              </p>
            ) : found === 0 ? (
              <p>No unreplayed failures match the filters.</p>
            ) : (
              <>
                <p>
                  <strong>{counted(found, 'event')}</strong> will be sent again, once each and with the same event id.
                </p>
                <EventsByType counts={types} />
                {forecast && <Forecast forecast={forecast} />}
              </>
            )
          }
        </Answer>
      )}
    </ActionDialog>
  );
}
