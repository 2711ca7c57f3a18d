import type { Client, Schemas } from '@agency-service/sdk';
import { awaitReplays, newestDelivery, type ReplayOutcomes } from './await-replays.ts';
import type { Context } from './context.ts';
import { counted } from './counted.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import { forecastText } from './forecast.ts';
import { untilInterrupted } from './interruption.ts';
import type { Output } from './output.ts';
import { startProgress } from './progress.ts';
import { eventTypesOf } from './shared-options.ts';

/** The filters of the failures of an endpoint. */
export interface FailureFilters {
  eventTypes?: Schemas['DeliveryEventType'][];
  eventType?: Schemas['DeliveryEventType'][];
  since?: string;
  until?: string;
}

/** The options of `svc failures replay`. */
export interface ReplayOptions extends FailureFilters {
  all?: boolean;
  dryRun?: boolean;
  wait?: boolean;
  waitTimeout: number;
}

type FiltersOfReplay = FailureFilters & { readonly until: string };

/** The time range of one bulk replay, and the number of its failures. */
interface Slice {
  readonly start: string;
  readonly end: string;
  readonly count: number;
}

const alreadySending = 'Another replay is already sending these failures.';

/** The remedy for a disabled endpoint. */
export const enableFirst = (id: string): string => `Enable it with svc webhooks enable ${id}, then replay again.`;

export function filtersOf(id: string, filters: FailureFilters) {
  return { endpoint_id: id, event_types: eventTypesOf(filters), start: filters.since, end: filters.until };
}

/**
 * Counts the failures, asks for confirmation, and replays slice by slice. So the progress bar advances, and an interruption ends between
 * two slices.
 */
export async function replayMany({ client: connect, output, questions }: Context, id: string, options: ReplayOptions): Promise<void> {
  await untilInterrupted(async (signal) => {
    const client = await connect();
    const { status } = await client.webhooks.get({ endpoint_id: id }, { signal });
    if (status === 'disabled' && !options.dryRun) output.note(`The endpoint is disabled, so nothing is sent. ${enableFirst(id)}`);
    // Failures of the replays themselves are later than this instant.
    const filters = { ...options, until: options.until ?? new Date(Date.now() + 1_000).toISOString() };
    const eventIds = new Set<string>();
    const slices = await slicesOf(client, id, filters, signal, eventIds);
    const count = slices.reduce((sum, slice) => sum + slice.count, 0);
    if (count === 0) {
      output.note('No unreplayed failures match.');
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
    const result = await replaySlices(client, id, filters, slices, count, output, signal);
    const { replayed_count: replayed, waiting_count: waiting } = result;
    const end = AbortSignal.any([signal, AbortSignal.timeout(options.waitTimeout * 1_000)]);
    const outcomes = options.wait
      ? await awaitReplays(client, { endpointId: id, eventIds, queuedCount: replayed, newestBefore }, output, end)
      : undefined;
    output.record({ ...result, ...outcomes });
    if (replayed > 0 && !outcomes) output.note(`${counted(replayed, 'event is', 'events are')} queued: svc deliveries tail ${id}`);
    if (waiting > 0)
      output.note(`${counted(waiting, 'failure was', 'failures were')} not sent: the endpoint is disabled. ${enableFirst(id)}`);
    if (replayed + waiting === 0) output.note(alreadySending);
    if (outcomes) checkOutcomes(outcomes, waiting);
  });
}

async function replaySlices(
  client: Client,
  id: string,
  filters: FiltersOfReplay,
  slices: readonly Slice[],
  count: number,
  output: Output,
  signal: AbortSignal,
): Promise<{ matching_count: number; replayed_count: number; waiting_count: number }> {
  const bar = startProgress(output.errorStream, count, 'Replaying');
  const result = { matching_count: count, replayed_count: 0, waiting_count: 0 };
  try {
    for (const { start, end } of slices) {
      signal.throwIfAborted();
      const answer = await client.webhooks.replayFailures({ ...filtersOf(id, filters), start, end }, { signal });
      result.replayed_count += answer.replayed_count;
      result.waiting_count += answer.waiting_count;
      bar.update(Math.min(result.replayed_count, count), { note: `${result.replayed_count} of ${count}` });
    }
  } catch (error) {
    bar.stop();
    const replayed = result.replayed_count;
    if (replayed === 0 && !signal.aborted) throw error;
    output.record(result);
    throw new CommandError(
      `stopped after ${replayed} of ${count}; ${count - replayed} are left. Replay them: ${commandOf(id, filters)}`,
      replayed === 0 ? exitCodes.failed : exitCodes.partlyDone,
      signal.aborted ? undefined : error,
    );
  }
  bar.stop();
  return result;
}

/** The command that replays the rest of an interrupted replay, with the same span. */
function commandOf(id: string, filters: FiltersOfReplay): string {
  const types = eventTypesOf(filters);
  const options = [
    ...(filters.since === undefined ? [] : [`--since ${filters.since}`]),
    `--until ${filters.until}`,
    ...(types ? [`--event-types ${types.join(',')}`] : []),
  ];
  return `svc failures replay ${id} ${options.join(' ')}`;
}

/** The result of a dry run. */
function previewText(id: string, { replayed_count: replayed, waiting_count: waiting, forecast }: Schemas['BulkReplayed']): string {
  if (waiting > 0) return `Nothing would be sent: the endpoint is disabled. ${enableFirst(id)}`;
  if (replayed === 0) return alreadySending;
  const text = `${counted(replayed, 'failure')} would be replayed (--dry-run).`;
  return forecast ? `${text} ${forecastText(forecast)}` : text;
}

function checkOutcomes({ delivered_count, failed_count, pending_count }: ReplayOutcomes, waiting: number): void {
  const counts = `${delivered_count} delivered, ${failed_count} failed`;
  if (failed_count > 0 || waiting > 0) throw new CommandError(`not every event was delivered: ${counts}, ${waiting} not sent.`);
  if (pending_count === 0) return;
  throw new CommandError(`the wait ended before ${counted(pending_count, 'delivery', 'deliveries')} did: ${counts}.`, exitCodes.partlyDone);
}

/**
 * One slice per page of the list. A slice begins at the time of its last failure and ends where the previous one began. So failures with
 * the same time are never divided, and none is omitted.
 */
async function slicesOf(
  client: Client,
  id: string,
  filters: FiltersOfReplay,
  signal: AbortSignal,
  eventIds: Set<string>,
): Promise<Slice[]> {
  const slices: Slice[] = [];
  let end = filters.until;
  for await (const { data } of client.webhooks.listAllFailures(filtersOf(id, filters), { signal }).pages()) {
    const last = data.at(-1);
    const replayable = data.filter(({ replayed_at }) => replayed_at === null);
    for (const { event_id } of replayable) eventIds.add(event_id);
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
