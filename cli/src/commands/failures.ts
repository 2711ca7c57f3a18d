import type { Client, Schemas, WebhookFailure } from '@agency-service/sdk';
import { untilInterrupted, type Context } from '../context.ts';
import { CommandError, exitCodes, UsageError } from '../exit-codes.ts';
import { instant, list, positiveInteger } from '../option-values.ts';
import { startProgress } from '../progress.ts';
import { examples, type Register } from '../command.ts';

interface Filters {
  eventType?: Schemas['DeliveryEventType'][];
  since?: string;
  until?: string;
}

interface ReplayOptions extends Filters {
  all?: boolean;
}

/** Failures that one bulk replay covers: those between two instants, whose number is known from listing them. */
interface Slice {
  readonly start: string;
  readonly end: string;
  readonly count: number;
}

const columns = ['id', 'event_type', 'error', 'attempts', 'failed_at', 'replayed_at', 'event_created_at', 'event_id'];
const pageSize = 100;

/** `svc failures`: deliveries that failed for good, kept for 30 days. */
export const registerFailures: Register = (program, context) => {
  const failures = program.command('failures').description('list deliveries that failed for good, and replay them');

  examples(
    failures
      .command('list')
      .description('list failures, most recent first')
      .argument('<endpoint-id>', 'webhook endpoint')
      .option('--event-type <list>', 'only these event types', list)
      .option('--since <instant>', 'failed at or after it, such as 2026-07-18T21:00:00Z or 24h', instant)
      .option('--until <instant>', 'failed before it', instant)
      .option('--limit <number>', 'how many', positiveInteger, 50)
      .option('--all', 'every one')
      .action(async (id: string, { limit, all, ...filters }: Filters & { limit: number; all?: boolean }) => {
        const { client, output } = context();
        const found: WebhookFailure[] = [];
        const pages = matching(await client(), id, filters, all ? pageSize : Math.min(limit, pageSize));
        for await (const failure of pages) {
          found.push(failure);
          if (!all && found.length === limit) break;
        }
        output.list(
          { data: found },
          found.map((failure) => ({ ...failure, attempts: failure.attempts.length })),
          columns,
        );
      }),
    'svc failures list 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --since 24h',
  );

  examples(
    failures
      .command('replay')
      .description('send the events of failures again, under the same event ids')
      .argument('<endpoint-id>', 'webhook endpoint')
      .argument('[failure-id]', 'one failure; it may be replayed again')
      .option('--all', 'every failure that was not replayed yet')
      .option('--since <instant>', 'those that failed at or after it, such as 2026-07-18T21:00:00Z or 24h', instant)
      .option('--until <instant>', 'those that failed before it', instant)
      .option('--event-type <list>', 'those of these event types', list)
      .action(async (id: string, failureId: string | undefined, options: ReplayOptions) => {
        const hasFilter = options.since !== undefined || options.until !== undefined || options.eventType !== undefined;
        const running = context();
        if (failureId === undefined && !options.all && !hasFilter) {
          throw new UsageError('which failures? Give a failure id, --all, --since, --until or --event-type.');
        }
        if (failureId === undefined) return replayMany(running, id, options);
        if (options.all || hasFilter) throw new UsageError('a failure id excludes --all, --since, --until and --event-type.');
        const call = { endpoint_id: id, failure_id: failureId };
        running.output.record(await (await running.client()).webhooks.replayFailure(call));
      }),
    'svc failures replay 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 0198f0ac-0f4a-7d93-8e27-b5c1d9a3f864',
    'svc failures replay 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --since 24h --event-type order.created',
  );
};

function matching(client: Client, id: string, { eventType, since, until }: Filters, limit: number, signal?: AbortSignal) {
  return client.webhooks.listAllFailures({ endpoint_id: id, event_types: eventType, start: since, end: until, limit }, { signal });
}

/** Counts, asks, and replays slice by slice, so that the bar moves and an interruption leaves whole slices behind. */
async function replayMany({ client: connect, output, questions }: Context, id: string, options: ReplayOptions): Promise<void> {
  await untilInterrupted(async (signal) => {
    const client = await connect();
    const { status } = await client.webhooks.get({ endpoint_id: id }, { signal });
    if (status === 'disabled') output.note('The endpoint is disabled: a replay goes straight back to the failures until it is enabled.');
    // Failures of the replays themselves come after this moment and are no part of this run.
    const filters = { ...options, until: options.until ?? new Date(Date.now() + 1_000).toISOString() };
    const slices = await slicesOf(client, id, filters, signal);
    const count = slices.reduce((sum, slice) => sum + slice.count, 0);
    if (count === 0) {
      output.note('No failure matches that was not replayed yet.');
      return output.record({ matching_count: 0, replayed_count: 0 });
    }
    await questions.confirm(`Replay ${count} ${count === 1 ? 'failure' : 'failures'} to the endpoint ${id}?`);

    const bar = startProgress(output.errorStream, count, 'Replaying');
    let replayed = 0;
    try {
      for (const { start, end } of slices) {
        signal.throwIfAborted();
        const call = { endpoint_id: id, start, end, ...(filters.eventType && { event_types: filters.eventType }) };
        replayed += (await client.webhooks.replayFailures(call, { signal })).replayed_count;
        bar.update(Math.min(replayed, count), { note: `${replayed} of ${count}` });
      }
    } catch (error) {
      bar.stop();
      if (replayed === 0 && !signal.aborted) throw error;
      output.record({ matching_count: count, replayed_count: replayed });
      const exitCode = replayed === 0 ? exitCodes.failed : exitCodes.partlyDone;
      const cause = signal.aborted ? undefined : error;
      throw new CommandError(`stopped after ${replayed} of ${count}. The same command replays the rest.`, exitCode, cause);
    }
    bar.stop();
    output.record({ matching_count: count, replayed_count: replayed });
    output.note(`The events are on their way: svc deliveries tail ${id}`);
  });
}

/**
 * One slice per page of the list. A slice begins at the instant of its last failure and ends where the one before began,
 * so that failures of one instant are never divided and none is left out.
 */
async function slicesOf(client: Client, id: string, filters: Filters & { until: string }, signal: AbortSignal): Promise<Slice[]> {
  const slices: Slice[] = [];
  let end = filters.until;
  for await (const { data } of matching(client, id, filters, pageSize, signal).pages()) {
    const last = data.at(-1);
    const count = data.filter(({ replayed_at }) => replayed_at === null).length;
    if (last === undefined || count === 0) continue;
    const start = last.failed_at;
    const before = slices.at(-1);
    if (before !== undefined && start >= before.start) slices[slices.length - 1] = { ...before, count: before.count + count };
    else slices.push({ start, end, count });
    end = start;
  }
  return slices;
}
