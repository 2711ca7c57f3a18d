import { useState } from 'preact/hooks';
import type { Endpoint, Schemas } from '../schemas.ts';
import { ActionDialog } from '../components/dialog.tsx';
import { Loaded } from '../components/feedback.tsx';
import { Forecast } from '../components/forecast.tsx';
import { count, counted } from '../format.ts';
import { useQuery } from '../use-query.ts';
import { useAgency } from '../views.ts';

interface ResendProps {
  readonly endpoint: Endpoint;
  readonly filters: Omit<Schemas['BulkResend'], 'start' | 'cursor' | 'dry_run'> & { readonly start?: string };
  onClose(): void;
}

const storedMs = 30 * 24 * 60 * 60_000;

function Preview({ counts }: { counts: Schemas['BulkResent'] }) {
  const { resent_count: found, pending_count: pending, unavailable_count: unavailable, by_event_type: types } = counts;
  return (
    <>
      {found === 0 ? (
        <p>No ended deliveries match the filters{pending > 0 ? ' whose events do not wait already' : ''}.</p>
      ) : (
        <>
          <p>
            <strong>{(counts.next_cursor === null ? '' : 'More than ') + counted(found, 'event')}</strong> will be sent again, once each and
            with the same event id. A receiver that deduplicates ignores them.
          </p>
          <Forecast counts={types} forecast={counts.forecast} />
        </>
      )}
      {pending > 0 && (
        <p class="quiet">{counted(pending, 'event waits', 'events wait')} to be sent again already, and will not be queued twice.</p>
      )}
      {unavailable > 0 && (
        <p class="quiet">{counted(unavailable, 'event')} cannot be sent, because it is no longer stored or not allowed.</p>
      )}
    </>
  );
}

/** Counts the deliveries that match the filters, then sends their events again. */
export function ResendDialog({ endpoint, filters, onClose }: ResendProps) {
  const { api } = useAgency();
  const [resent, setResent] = useState<number>();
  const [isDone, setDone] = useState(false);
  const [start] = useState(() => filters.start ?? new Date(Date.now() - storedMs).toISOString());
  const request = (dry_run: boolean, cursor?: string) =>
    api.webhooks.resendDeliveries({ endpoint_id: endpoint.id, ...filters, start, dry_run, cursor });
  const preview = useQuery(() => request(true), []);
  const work = async () => {
    let sum = 0;
    setResent(sum);
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await request(false, cursor);
      sum += page.resent_count;
      setResent(sum);
      cursor = page.next_cursor;
    }
    setDone(true);
  };
  const total = preview.data?.resent_count ?? 0;
  return (
    <ActionDialog
      title="Send deliveries again"
      submit={!isDone && !resent && total > 0 ? `Send ${counted(total, 'event')} again` : undefined}
      work={work}
      close="Close"
      onClose={onClose}
    >
      {resent === undefined ? (
        <Loaded query={preview} label="Counting">
          {(counts) => <Preview counts={counts} />}
        </Loaded>
      ) : (
        <p role="status" aria-live="polite">
          {isDone
            ? `${counted(resent, 'event was', 'events were')} queued again. The list of deliveries shows their outcome.`
            : `${count(resent)} of ${preview.data?.next_cursor ? 'more than ' : ''}${count(total)} queued…`}
        </p>
      )}
    </ActionDialog>
  );
}
