import { operations, type Client, type Schemas, type WebhookFailure } from '@agency-service/sdk';
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';
import { CommandError, exitCodes, UsageError } from '../exit-codes.ts';
import { examples, type Register } from '../command.ts';
import { forecastText } from '../forecast.ts';
import { untilInterrupted } from '../interruption.ts';
import type { Output } from '../output.ts';
import { startProgress } from '../progress.ts';
import { readPages } from '../read-pages.ts';
import { ReplayJournalFile } from '../replay-journal.ts';
import { checkExtent, eventTypes, eventTypesOf, extent, window } from '../shared-options.ts';

interface Filters {
  eventTypes?: Schemas['DeliveryEventType'][];
  eventType?: Schemas['DeliveryEventType'][];
  since?: string;
  until?: string;
}

interface ReplayOptions extends Filters {
  all?: boolean;
  resume?: boolean;
}

/** Failures that one bulk replay covers: those between two instants, whose number is known from listing them. */
interface Slice {
  readonly start: string;
  readonly end: string;
  readonly count: number;
}

const columns = ['id', 'event_type', 'error', 'failed_at', 'attempts', 'replayed_at', 'event_created_at', 'event_id'];
const longestPage = operations.listWebhookFailures.parameters['limit']!.maximum!;

/** `svc failures`: permanently failed deliveries, retained for 30 days. */
export const registerFailures: Register = (program, context) => {
  const failures = program.command('failures').description('list permanently failed deliveries, and replay them');

  const list = failures
    .command('list')
    .description('list failures, most recent first')
    .argument('<endpoint-id>', 'webhook endpoint')
    .action(async (id: string, options: Filters & { limit: number; all?: boolean; cursor?: string }) => {
      checkExtent(options);
      const { client, output } = context();
      const { webhooks } = await client();
      const filters = filtersOf(id, options);
      const pages = readPages((page) => webhooks.listFailures({ ...filters, ...page }), { all: false, ...options }, longestPage);
      await output.pages(pages, {
        columns,
        rowOf: (failure) => ({ ...failure, attempts: (failure as WebhookFailure).attempts.length }),
      });
    });
  extent(window(eventTypes(list, 'only these event types'), 'failed'));
  examples(list, 'svc failures list 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --since 24h');

  const replay = failures
    .command('replay')
    .description('send the events of failures again, with the same event ids')
    .argument('<endpoint-id>', 'webhook endpoint')
    .argument('[failure-id]', 'one failure, even if it was replayed before')
    .option('--all', 'every failure that has not been replayed')
    .option('--resume', 'continue a replay that was interrupted or killed, with its span and event types')
    .action(async (id: string, failureId: string | undefined, options: ReplayOptions) => {
      const hasFilter = options.since !== undefined || options.until !== undefined || eventTypesOf(options) !== undefined;
      const running = context();
      if (options.resume) {
        if (failureId !== undefined || options.all || hasFilter)
          throw new UsageError('--resume continues a replay with its own options: use it alone.');
        return replayMany(running, id, options);
      }
      if (failureId === undefined && !options.all && !hasFilter) {
        throw new UsageError('which failures? Give a failure id, --all, --since, --until or --event-types.');
      }
      if (failureId === undefined) return replayMany(running, id, options);
      if (options.all || hasFilter) throw new UsageError('a failure id cannot be combined with --all, --since, --until or --event-types.');
      const call = { endpoint_id: id, failure_id: failureId };
      const replayed = await (await running.client()).webhooks.replayFailure(call);
      running.output.record(replayed);
      if (!replayed.is_queued) running.output.note(`Nothing was sent: the endpoint is disabled. ${enableFirst(id)}`);
    });
  window(eventTypes(replay, 'only these event types'), 'only deliveries that failed');
  examples(
    replay,
    'svc failures replay 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 0198f0ac-0f4a-7d93-8e27-b5c1d9a3f864',
    'svc failures replay 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --since 24h --event-types order.created',
  );
};

/** What to do where an endpoint cannot be sent what failed. */
const enableFirst = (id: string): string => `Enable it with svc webhooks enable ${id}, then replay again.`;

function filtersOf(id: string, filters: Filters) {
  return { endpoint_id: id, event_types: eventTypesOf(filters), start: filters.since, end: filters.until };
}

/** Counts, asks, and replays slice by slice, so that the bar moves and an interruption leaves whole slices behind. */
async function replayMany(
  { client: connect, output, questions, surroundings }: Context,
  id: string,
  options: ReplayOptions,
): Promise<void> {
  await untilInterrupted(async (signal) => {
    const client = await connect();
    const { status } = await client.webhooks.get({ endpoint_id: id }, { signal });
    if (status === 'disabled') output.note(`The endpoint is disabled, so nothing is sent. ${enableFirst(id)}`);
    const file = new ReplayJournalFile(surroundings.environment, id);
    const filters = options.resume ? await resumed(file, output) : await begun(file, options, output);
    const slices = await slicesOf(client, id, filters, signal);
    const count = slices.reduce((sum, slice) => sum + slice.count, 0);
    if (count === 0) {
      output.note('No unreplayed failures match.');
      if (options.resume) await file.remove();
      return output.record({ matching_count: 0, replayed_count: 0, waiting_count: 0 });
    }
    const preview = await client.webhooks.replayFailures({ ...filtersOf(id, filters), dry_run: true }, { signal });
    if (preview.forecast) output.note(forecastText(preview.forecast));
    await questions.confirm(`Replay ${counted(count, 'failure')} to the endpoint ${id}?`);

    const journal = { endpoint_id: id, since: filters.since, until: filters.until, event_types: eventTypesOf(filters), count };
    await file.write({ ...journal, replayed: 0 });
    const bar = startProgress(output.errorStream, count, 'Replaying');
    let replayed = 0;
    let waiting = 0;
    try {
      for (const { start, end } of slices) {
        signal.throwIfAborted();
        const call = { ...filtersOf(id, filters), start, end };
        const answer = await client.webhooks.replayFailures(call, { signal });
        replayed += answer.replayed_count;
        waiting += answer.waiting_count;
        await file.write({ ...journal, replayed });
        bar.update(Math.min(replayed, count), { note: `${replayed} of ${count}` });
      }
    } catch (error) {
      bar.stop();
      if (replayed === 0 && !signal.aborted) throw error;
      output.record({ matching_count: count, replayed_count: replayed, waiting_count: waiting });
      const exitCode = replayed === 0 ? exitCodes.failed : exitCodes.partlyDone;
      const cause = signal.aborted ? undefined : error;
      throw new CommandError(
        `stopped after ${replayed} of ${count}; ${count - replayed} are left. Replay them: svc failures replay ${id} --resume`,
        exitCode,
        cause,
      );
    }
    bar.stop();
    await file.remove();
    output.record({ matching_count: count, replayed_count: replayed, waiting_count: waiting });
    if (replayed > 0) output.note(`${counted(replayed, 'event is', 'events are')} queued: svc deliveries tail ${id}`);
    if (waiting > 0)
      output.note(`${counted(waiting, 'failure was', 'failures were')} not sent: the endpoint is disabled. ${enableFirst(id)}`);
    if (replayed + waiting === 0) output.note('Another replay is already sending these failures.');
  });
}

/** The filters of a new replay. Failures of the replays themselves come after its end and are not part of it. */
async function begun(file: ReplayJournalFile, options: ReplayOptions, output: Output): Promise<Filters & { until: string }> {
  const earlier = await file.read();
  if (earlier !== null) {
    const left = `${earlier.replayed} of ${earlier.count} failures before ${earlier.until} were replayed`;
    output.note(`An earlier replay did not end: at least ${left}. --resume continues it; this one takes its place.`);
  }
  return { ...options, until: options.until ?? new Date(Date.now() + 1_000).toISOString() };
}

/** Those of a replay that did not end. */
async function resumed(file: ReplayJournalFile, output: Output): Promise<Filters & { until: string }> {
  const journal = await file.read();
  if (journal === null)
    throw new UsageError('no interrupted replay of this endpoint is known on this machine. Use --all, --since or --until.');
  const { since, until, event_types, count, replayed } = journal;
  output.note(`Resuming the replay of ${counted(count, 'failure')} before ${until}: at least ${replayed} were replayed.`);
  const eventTypes = event_types as Schemas['DeliveryEventType'][] | undefined;
  return { until, ...(since !== undefined && { since }), ...(eventTypes && { eventTypes }) };
}

/**
 * One slice per page of the list. A slice begins at the instant of its last failure and ends where the one before began,
 * so that failures of one instant are never divided and none is left out.
 */
async function slicesOf(client: Client, id: string, filters: Filters & { until: string }, signal: AbortSignal): Promise<Slice[]> {
  const slices: Slice[] = [];
  let end = filters.until;
  for await (const { data } of client.webhooks.listAllFailures(filtersOf(id, filters), { signal }).pages()) {
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
