import { limits } from '../../generated/limits.ts';
import type { RecoveredType } from '../../generated/models.ts';
import { lockTransactionFor } from '../database/advisory-locks.ts';
import type { ScopedSql, Sql, TransactingSql } from '../database/client/sql.ts';
import type { DueEndpoint } from '../delivery/claim/dispatcher.ts';
import type { CountMissed } from '../entities/endpoint-incident.ts';
import type { RecoveryRow } from '../entities/webhook-recovery.ts';
import { batchesMs, runBatches } from './run-batches.ts';
import type { Outbox } from './outbox.ts';
import type { Recoverable } from './recoverable-facts.ts';
import { mayHaveDeliveries } from './recovered-events.ts';
import { addCounts, creatorsOfAll, firstPosition, takeStep, type Position } from './recovery-steps.ts';

/** The job that carries out the recoveries of an endpoint. */
export const recoveryTask = 'recover_events';

/** The job's payload. */
export interface RecoveryJob {
  readonly endpointId: string;
}

/** The requested events of an endpoint. */
export interface RecoverySelection {
  readonly endpointId: string;
  readonly start: Date;
  readonly end: Date;
  readonly eventTypes: readonly string[] | null;
}

/** Facts or events of a step in a dry run, and in a batch that was not halved. */
const batchSize = 500;

const isOpen = 'r.endpoint_id = $1::uuid AND r.ended_at IS NULL';

/** An endpoint has one job, which moves to the end of the queue after its batches. */
const addJobInScope = `SELECT add_endpoint_job('recover_events', e.id) FROM {webhook_endpoints} e WHERE e.id = $1`;
const addJob = `SELECT add_endpoint_job('recover_events', $1::uuid) WHERE EXISTS (SELECT FROM webhook_recoveries r WHERE ${isOpen})`;

const request = `
  INSERT INTO webhook_recoveries (agency_id, endpoint_id, creator_ids, event_types, start_at, end_at)
  SELECT {agency_id}, e.id, e.allowed_creator_ids, $2, $3, $4
    FROM {webhook_endpoints} e
   WHERE e.id = $1 AND e.status = 'active'
  RETURNING id, status, start_at, end_at, event_types, counts, requested_at, ended_at`;

/** Adds a recovery, which the endpoint's job processes. Returns null if the endpoint is disabled. */
export async function requestRecovery(
  transaction: ScopedSql,
  { endpointId, start, end, eventTypes }: RecoverySelection,
): Promise<RecoveryRow | null> {
  const [row] = await transaction.query<RecoveryRow>({ text: request, values: [endpointId, eventTypes, start, end] });
  if (!row) return null;
  await transaction.query({ text: addJobInScope, values: [endpointId] });
  return row;
}

/** The settings that limit the events of an endpoint. */
interface EndpointSettings {
  readonly enabled_event_types: readonly string[];
  readonly allowed_creator_ids: readonly string[];
  readonly url_creator_ids: readonly string[];
}

/** The requested event types that the endpoint receives, and the creators of its events among those of the request. */
const limitsOf = (endpoint: EndpointSettings, requestedTypes: readonly string[] | null, creatorIds: readonly string[]) => ({
  eventTypes: endpoint.enabled_event_types.filter((type) => requestedTypes?.includes(type) ?? true),
  creatorIds: creatorsOfAll(creatorIds, endpoint.allowed_creator_ids, endpoint.url_creator_ids),
});

const settings = `
  SELECT e.enabled_event_types, e.allowed_creator_ids, e.url_creator_ids, ${mayHaveDeliveries('$2')} AS may_have_deliveries
    FROM {webhook_endpoints} e WHERE e.id = $1`;

export interface CountedRecovery {
  readonly counts: readonly RecoveredType[];
  /** Whether counting stopped before the end of the time range. */
  readonly hasMore: boolean;
}

/** Counts the events that a recovery would queue, in steps, up to limits of the facts and events that are read, and of those that are found. */
export async function countRecovery(
  data: ScopedSql,
  { endpointId, start, end, eventTypes }: RecoverySelection,
  [mostRead, mostFound] = [limits.recoveryCounted, Infinity],
): Promise<CountedRecovery> {
  const [endpoint] = await data.query<EndpointSettings & { may_have_deliveries: boolean }>({
    text: settings,
    values: [endpointId, start],
    plan: 'custom',
  });
  if (!endpoint) return { counts: [], hasMore: false };
  const { agencyId, creatorIds } = data.tenantScope;
  const limited = limitsOf(endpoint, eventTypes, creatorIds);
  const recoverable: Recoverable = { agencyId, endpointId, start, end, mayHaveDeliveries: endpoint.may_have_deliveries, ...limited };
  let counts: readonly RecoveredType[] = [];
  let position = firstPosition(recoverable);
  for (let read = 0; position && read < mostRead && foundIn(counts) <= mostFound; read += batchSize) {
    const step = await takeStep(data, recoverable, position, batchSize, null);
    counts = addCounts(counts, step.counts);
    position = step.next;
  }
  return { counts, hasMore: position !== null };
}

const foundIn = (counts: readonly RecoveredType[]): number =>
  counts.reduce((sum, { recorded_count, reconstructed_count }) => sum + recorded_count + reconstructed_count, 0);

/** Counts the missed events of incidents in a tenant scope, as a dry run does. */
export const countMissedIn =
  (data: ScopedSql): CountMissed =>
  async (endpointId, start, end) => {
    const selection = { endpointId, start, end, eventTypes: null };
    const { counts, hasMore } = await countRecovery(data, selection, [limits.incidentSearched, limits.incidentMissed]);
    const count = foundIn(counts);
    return { count: Math.min(count, limits.incidentMissed), hasMore: hasMore || count > limits.incidentMissed };
  };

/** Adds a job for recoveries whose job was lost. */
export async function addMissingRecoveryJobs(sql: Sql): Promise<void> {
  const endpoints = await sql.query<{ endpoint_id: string }>({
    text: 'SELECT DISTINCT endpoint_id FROM webhook_recoveries WHERE ended_at IS NULL',
  });
  for (const { endpoint_id } of endpoints) await sql.query({ text: addJob, values: [endpoint_id] });
}

/** The oldest open recovery with its endpoint. The endpoint's columns are null if it is deleted or disabled. */
interface OpenRecovery {
  readonly id: string;
  readonly agency_id: string;
  readonly creator_ids: string[];
  readonly event_types: string[] | null;
  readonly start_at: Date;
  readonly end_at: Date;
  readonly source: string | null;
  readonly after_at: Date | null;
  readonly after_id: string | null;
  readonly batch_size: number;
  readonly counts: RecoveredType[];
  readonly generation: number | null;
  readonly enabled_event_types: string[] | null;
  readonly allowed_creator_ids: string[] | null;
  readonly url_creator_ids: string[] | null;
}

const oldestOpen = `
  -- There may be no partitions for events before the retention of history.
  SELECT r.id, r.agency_id, r.creator_ids, r.event_types, greatest(r.start_at, now() - interval '${limits.historyDays} days')::timestamptz(3) AS start_at, r.end_at,
         r.source, r.after_at, r.after_id, r.batch_size, r.counts, e.generation, e.enabled_event_types, e.allowed_creator_ids, e.url_creator_ids
    FROM webhook_recoveries r
    LEFT JOIN webhook_endpoints e ON e.agency_id = r.agency_id AND e.id = r.endpoint_id AND e.status = 'active'
   WHERE ${isOpen} ORDER BY r.id LIMIT 1`;

const progress = `
  UPDATE webhook_recoveries
     SET status = $4, source = $5, after_at = $6, after_id = $7, counts = $8::jsonb,
         ended_at = CASE WHEN $4 IN ('completed', 'stopped') THEN date_trunc('milliseconds', clock_timestamp()) END
   WHERE agency_id = $1 AND endpoint_id = $2::uuid AND id = $3 AND ended_at IS NULL
  RETURNING id`;

/** Halves the batches of the oldest open recovery; returns no row if they have one item already. */
const halve = `
  UPDATE webhook_recoveries SET batch_size = batch_size / 2
   WHERE id = (SELECT r.id FROM webhook_recoveries r WHERE ${isOpen} ORDER BY r.id LIMIT 1) AND endpoint_id = $1::uuid AND ended_at IS NULL AND batch_size > 1
  RETURNING id`;

const statementTimedOut = '57014';

/** The recovery was cancelled during a batch. The batch is rolled back, so that nothing is queued after the response to the cancellation. */
class Cancelled extends Error {}

/**
 * Takes steps until one finds rows, or none is left. Returns the endpoint if deliveries were queued; undefined without an open recovery.
 * The same transaction records, queues and saves the position, and an event with a delivery is not queued. So each event is queued once,
 * even if the job runs again.
 */
async function carryOut(sql: Sql, endpointId: string): Promise<DueEndpoint[] | undefined> {
  await sql.query({ text: `SELECT ${lockTransactionFor('recoveries', '$1::text')}`, values: [endpointId] });
  const [open] = await sql.query<OpenRecovery>({ text: oldestOpen, values: [endpointId] });
  if (!open) return undefined;
  const { id, agency_id: agencyId, creator_ids, event_types, start_at: start, end_at: end, generation } = open;
  const note = async (status: string, position: Position | null, counts: readonly RecoveredType[]) => {
    const values = [agencyId, endpointId, id, status, position?.source, position?.afterAt, position?.afterId, JSON.stringify(counts)];
    const noted = await sql.query<{ id: string }>({ text: progress, values });
    if (noted.length === 0) throw new Cancelled();
  };
  if (generation === null) {
    await note('stopped', null, open.counts);
    return [];
  }
  const limited = limitsOf(open as EndpointSettings, event_types, creator_ids);
  const recoverable: Recoverable = { agencyId, endpointId, start, end, mayHaveDeliveries: true, ...limited };
  const first = firstPosition(recoverable);
  const { source, after_at: afterAt, after_id: afterId } = open;
  let position = first && source !== null ? { source, afterAt, afterId } : first;
  let counts: readonly RecoveredType[] = open.counts;
  let sinceMicros: number | null = null;
  while (position) {
    const step = await takeStep(sql, recoverable, position, open.batch_size, { recoveryId: id, generation });
    counts = addCounts(counts, step.counts);
    sinceMicros = step.sinceMicros;
    position = step.next;
    if (!step.isEmpty) break;
  }
  await note(position ? 'running' : 'completed', position, counts);
  return sinceMicros === null ? [] : [{ agencyId, endpointId, sinceMicros }];
}

/** Processes a batch. If it exceeds the statement timeout, halves the next ones. */
async function carryOutOrHalve(database: TransactingSql, endpointId: string): Promise<DueEndpoint[] | undefined> {
  try {
    return await database.transaction((sql) => carryOut(sql, endpointId));
  } catch (error) {
    if (error instanceof Cancelled) return [];
    if ((error as { code?: unknown }).code !== statementTimedOut) throw error;
    const halved = await database.query<{ id: string }>({ text: halve, values: [endpointId] });
    if (halved.length === 0) throw error;
    return [];
  }
}

/** Processes batches of the endpoint's oldest recoveries for a limited time. A recovery stops if the endpoint is disabled. */
export async function recoverEvents(
  database: TransactingSql,
  outbox: Outbox,
  { endpointId }: RecoveryJob,
  signal: AbortSignal,
  forMs = batchesMs,
): Promise<void> {
  const batch = async () => {
    const due = await carryOutOrHalve(database, endpointId);
    if (due && due.length > 0) outbox.announce(due);
    return due !== undefined;
  };
  await runBatches(batch, signal, forMs);
  await database.query({ text: addJob, values: [endpointId] });
}

const cancel = `
  UPDATE webhook_recoveries r SET status = 'stopped', ended_at = date_trunc('milliseconds', clock_timestamp())
   WHERE {scope webhook_recoveries r} AND r.endpoint_id = $1 AND r.id = $2 AND r.ended_at IS NULL
  RETURNING r.id`;

/** Stops a recovery that has not ended; its queued deliveries stay. Returns whether it was open. */
export async function cancelRecovery(transaction: ScopedSql, endpointId: string, id: string): Promise<boolean> {
  const stopped = await transaction.query<{ id: string }>({ text: cancel, values: [endpointId, id] });
  if (stopped.length === 0) return false;
  // After failed batches, the job has a long delay, which the next recovery does not need.
  await transaction.query({ text: addJobInScope, values: [endpointId] });
  return true;
}
