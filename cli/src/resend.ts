import type { Schemas } from '@agency-service/sdk';
import type { Context } from './context.ts';
import { counted } from './counted.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import { forecastText } from './forecast.ts';
import { untilInterrupted } from './interruption.ts';

export type ResendFilters = Schemas['BulkResend'] & { readonly endpoint_id: string };

/** Adds up the counts of two requests. */
function addTo(sum: Schemas['BulkResent'], page: Schemas['BulkResent']): Schemas['BulkResent'] {
  const counts = new Map(sum.by_event_type.map(({ event_type, count }) => [event_type, count]));
  for (const { event_type, count } of page.by_event_type) counts.set(event_type, (counts.get(event_type) ?? 0) + count);
  return {
    ...page,
    resent_count: sum.resent_count + page.resent_count,
    pending_count: sum.pending_count + page.pending_count,
    unavailable_count: sum.unavailable_count + page.unavailable_count,
    by_event_type: [...counts].map(([event_type, count]) => ({ event_type, count })),
  };
}

/** Counts the deliveries, asks for confirmation, and resends with as many requests as the selection needs. */
export async function resendMany(
  { client: connect, output, questions }: Context,
  filters: ResendFilters,
  isDryRun: boolean,
): Promise<void> {
  await untilInterrupted(async (signal) => {
    const { webhooks } = await connect();
    const preview = await webhooks.resendDeliveries({ ...filters, dry_run: true }, { signal });
    if (isDryRun) return output.record(preview);
    if (preview.resent_count === 0 && preview.next_cursor === null) {
      output.note('No deliveries to resend match.');
      return output.record(preview);
    }
    if (preview.forecast) output.note(forecastText(preview.forecast));
    const found = `${preview.next_cursor === null ? '' : 'more than '}${counted(preview.resent_count, 'event')}`;
    await questions.confirm(`Send ${found} to the endpoint ${filters.endpoint_id} again?`);
    let sum = await webhooks.resendDeliveries(filters, { signal });
    try {
      while (sum.next_cursor !== null) {
        signal.throwIfAborted();
        sum = addTo(sum, await webhooks.resendDeliveries({ ...filters, cursor: sum.next_cursor }, { signal }));
      }
    } catch (error) {
      output.record(sum);
      const cause = signal.aborted ? undefined : error;
      throw new CommandError(
        `stopped after ${counted(sum.resent_count, 'event')}. Continue with the same filters and --cursor ${sum.next_cursor}`,
        exitCodes.partlyDone,
        cause,
      );
    }
    output.record(sum);
    output.note(`${counted(sum.resent_count, 'event is', 'events are')} queued: svc deliveries tail ${filters.endpoint_id}`);
  });
}
