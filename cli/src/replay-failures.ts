import type { Client, Schemas } from '@agency-service/sdk';
import { awaitReplays, newestDelivery, type ReplayOutcomes } from './await-replays.ts';
import type { Context } from './context.ts';
import { counted } from './counted.ts';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import { forecastText } from './forecast.ts';
import { untilInterrupted } from './interruption.ts';
import type { Output } from './output.ts';
import { startProgress } from './progress.ts';
import { ReplayJournalFile } from './replay-journal.ts';
import { eventTypesOf } from './shared-options.ts';

/** Which failures of an endpoint are meant. */
export interface FailureFilters {
  eventTypes?: Schemas['DeliveryEventType'][];
  eventType?: Schemas['DeliveryEventType'][];
  since?: string;
  until?: string;
}

/** What `svc failures replay` takes. */
export interface ReplayOptions extends FailureFilters {
  all?: boolean;
  resume?: boolean;
  dryRun?: boolean;
  wait?: boolean;
  waitTimeout: number;
}

/** Failures that one bulk replay covers: those between two instants, whose number is known from listing them. */
interface Slice {
  readonly start: string;
  readonly end: string;
  readonly count: number;
}

const alreadySending = 'Another replay is already sending these failures.';

/** What to do where an endpoint cannot be sent what failed. */
export const enableFirst = (id: string): string => `Enable it with svc webhooks enable ${id}, then replay again.`;

export function filtersOf(id: string, filters: FailureFilters) {
  return { endpoint_id: id, event_types: eventTypesOf(filters), start: filters.since, end: filters.until };
}

/** Counts, asks, and replays slice by slice, so that the bar moves and an interruption leaves whole slices behind. */
export async function replayMany(
  { client: connect, output, questions, surroundings }: Context,
  id: string,
  options: ReplayOptions,
): Promise<void> {
  await untilInterrupted(async (signal) => {
    const client = await connect();
    const { status } = await client.webhooks.get({ endpoint_id: id }, { signal });
    if (status === 'disabled' && !options.dryRun) output.note(`The endpoint is disabled, so nothing is sent. ${enableFirst(id)}`);
    const file = new ReplayJournalFile(surroundings.environment, id);
    const filters = options.resume ? await resumed(file, output) : await begun(file, options, output);
    const eventIds = new Set<string>();
    const slices = await slicesOf(client, id, filters, signal, options.wait ? eventIds : undefined);
    const count = slices.reduce((sum, slice) => sum + slice.count, 0);
    if (count === 0) {
      output.note('No unreplayed failures match.');
      if (options.resume && !options.dryRun) await file.remove();
      return output.record({ matching_count: 0, replayed_count: 0, waiting_count: 0 });
    }
    const preview = await client.webhooks.replayFailures({ ...filtersOf(id, filters), dry_run: true }, { signal });
    if (options.dryRun) {
      const { replayed_count, waiting_count } = preview;
      output.record({ matching_count: count, replayed_count, waiting_count });
      return output.note(previewText(id, preview));
    }
    if (preview.forecast) output.note(forecastText(preview.forecast));
    await questions.confirm(`Replay ${counted(count, 'failure')} to the endpoint ${id}?`);
    const newestBefore = options.wait ? await newestDelivery(client, id, signal) : '';

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
    const result = { matching_count: count, replayed_count: replayed, waiting_count: waiting };
    const outcomes = options.wait
      ? await outcomesOf(client, { endpointId: id, eventIds, queuedCount: replayed, newestBefore }, output, signal, options.waitTimeout)
      : undefined;
    output.record({ ...result, ...outcomes });
    if (replayed > 0 && !outcomes) output.note(`${counted(replayed, 'event is', 'events are')} queued: svc deliveries tail ${id}`);
    if (waiting > 0)
      output.note(`${counted(waiting, 'failure was', 'failures were')} not sent: the endpoint is disabled. ${enableFirst(id)}`);
    if (replayed + waiting === 0) output.note(alreadySending);
    if (outcomes) checkOutcomes(outcomes, waiting);
  });
}

/** What a replay would do. */
function previewText(id: string, { replayed_count: replayed, waiting_count: waiting, forecast }: Schemas['BulkReplayed']): string {
  if (waiting > 0) return `Nothing would be sent: the endpoint is disabled. ${enableFirst(id)}`;
  if (replayed === 0) return alreadySending;
  const text = `${counted(replayed, 'failure')} would be replayed (--dry-run).`;
  return forecast ? `${text} ${forecastText(forecast)}` : text;
}

/** The outcomes of queued events, as far as they are known when the time is over or the command is interrupted. */
function outcomesOf(
  client: Client,
  replays: Parameters<typeof awaitReplays>[1],
  output: Output,
  signal: AbortSignal,
  seconds: number,
): Promise<ReplayOutcomes> {
  return awaitReplays(client, replays, output, AbortSignal.any([signal, AbortSignal.timeout(seconds * 1_000)]));
}

function checkOutcomes({ delivered_count, failed_count, pending_count }: ReplayOutcomes, waiting: number): void {
  const counts = `${delivered_count} delivered, ${failed_count} failed`;
  if (failed_count > 0 || waiting > 0) throw new CommandError(`not every event was delivered: ${counts}, ${waiting} not sent.`);
  if (pending_count === 0) return;
  throw new CommandError(`the wait ended before ${counted(pending_count, 'delivery', 'deliveries')} did: ${counts}.`, exitCodes.partlyDone);
}

/** The filters of a new replay. Failures of the replays themselves come after its end and are not part of it. */
async function begun(file: ReplayJournalFile, options: ReplayOptions, output: Output): Promise<FailureFilters & { until: string }> {
  const earlier = options.dryRun ? null : await file.read();
  if (earlier !== null) {
    const left = `${earlier.replayed} of ${earlier.count} failures before ${earlier.until} were replayed`;
    output.note(`An earlier replay did not end: at least ${left}. --resume continues it; this one takes its place.`);
  }
  return { ...options, until: options.until ?? new Date(Date.now() + 1_000).toISOString() };
}

/** Those of a replay that did not end. */
async function resumed(file: ReplayJournalFile, output: Output): Promise<FailureFilters & { until: string }> {
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
async function slicesOf(
  client: Client,
  id: string,
  filters: FailureFilters & { until: string },
  signal: AbortSignal,
  eventIds?: Set<string>,
): Promise<Slice[]> {
  const slices: Slice[] = [];
  let end = filters.until;
  for await (const { data } of client.webhooks.listAllFailures(filtersOf(id, filters), { signal }).pages()) {
    const last = data.at(-1);
    const replayable = data.filter(({ replayed_at }) => replayed_at === null);
    for (const { event_id } of replayable) eventIds?.add(event_id);
    const count = replayable.length;
    if (last === undefined || count === 0) continue;
    const start = last.failed_at;
    const before = slices.at(-1);
    if (before !== undefined && start >= before.start) slices[slices.length - 1] = { ...before, count: before.count + count };
    else slices.push({ start, end, count });
    end = start;
  }
  return slices;
}
