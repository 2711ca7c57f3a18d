import { createdAtOf, firstIdAt } from '../database/id-times.ts';
import { batch } from '../database/in-batches.ts';
import type { Sql } from '../database/client/sql.ts';
import { allowedSql } from '../entities/quota.ts';
import { allowedOfDay, countHistory } from './count-history.ts';
import { forEachAgency } from './each-agency.ts';

const batchSize = 1_000;

/** The minimum number of bytes for which a delivery in history counts. */
const minBytes = 384;

/** History is removed in slices of time, the oldest first, and within a slice in the order of the index. */
const sliceMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** A slice is searched again until it is this old, because its deliveries may end later. */
const settledAfterMs = 15 * 60_000;

/** The ids in [from, to). */
interface Span {
  readonly from: string;
  readonly to: string;
}

interface Day {
  readonly day: string;
  readonly bytes: number;
  readonly excerpts_from: string | null;
  readonly rows_from: string | null;
}

/** One kind of removal. Its statements return the number of rows and of bytes that they removed. */
interface Step {
  readonly marker: 'excerpts_from' | 'rows_from';
  readonly statements: readonly { readonly text: string; readonly needsPending?: true }[];
}

/** SQL that ends a removal by subtracting its bytes from the day. $1 agency, $2 and $3 span of ids, $4 most rows, $5 day. */
const subtract = (column: 'delivery_bytes' | 'event_bytes', from: string) => `
  counted AS MATERIALIZED (
    SELECT count(*) AS count, coalesce(sum(bytes), 0)::bigint AS bytes FROM ${from}
  ), subtracted AS (
    UPDATE history_days h SET ${column} = h.${column} - c.bytes FROM counted c WHERE h.agency_id = $1 AND h.day = $5::date AND c.bytes <> 0
  )
  SELECT count, bytes FROM counted`;

const isInSpan = 'h.agency_id = $1 AND h.id >= $2 AND h.id < $3';
const isPicked = 'h.endpoint_id = p.endpoint_id AND h.event_type = p.event_type AND h.status = p.status AND h.id = p.id';

/** Attempts without excerpts are shorter than these bounds, so that a delivery without excerpts is not picked again. */
const removeExcerpts = `
  WITH picked AS MATERIALIZED (
    SELECT h.endpoint_id, h.event_type, h.status, h.id FROM delivery_history h
     WHERE ${isInSpan} AND pg_column_size(h.attempts) >= 640 AND EXISTS (SELECT FROM unnest(h.attempts) a WHERE octet_length(a) > 300)
     LIMIT $4 FOR UPDATE SKIP LOCKED
  ), shortened AS (
    UPDATE delivery_history h SET attempts = without_excerpts(h.attempts)
      FROM picked p WHERE ${isInSpan} AND ${isPicked}
    RETURNING delivery_history_bytes(old.attempts) - delivery_history_bytes(new.attempts) AS bytes
  ), ${subtract('delivery_bytes', 'shortened')}`;

const removeDeliveries = `
  WITH picked AS MATERIALIZED (
    SELECT h.endpoint_id, h.event_type, h.status, h.id FROM delivery_history h WHERE ${isInSpan} LIMIT $4 FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM delivery_history h USING picked p WHERE ${isInSpan} AND ${isPicked}
    RETURNING delivery_history_bytes(h.attempts) AS bytes
  ), ${subtract('delivery_bytes', 'removed')}`;

/** Events of a span that pending deliveries need, because these have no payload of their own. */
const pendingEvents = `
  SELECT DISTINCT event_id FROM delivery_queue WHERE agency_id = $1 AND event_id >= $2 AND event_id < $3 AND data IS NULL`;

/** Removes only events that were counted and that no pending delivery needs ($6). */
const removeEvents = `
  WITH picked AS MATERIALIZED (
    SELECT ev.id FROM webhook_events ev
     WHERE ev.agency_id = $1 AND ev.id >= $2 AND ev.id < $3 AND ev.id <= (SELECT events_counted_to FROM agency_quotas WHERE agency_id = $1)
       AND ev.id <> ALL ($6::uuid[])
     ORDER BY ev.id LIMIT $4 FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM webhook_events ev USING picked p WHERE ev.agency_id = $1 AND ev.id >= $2 AND ev.id < $3 AND ev.id = p.id
    RETURNING event_history_bytes(ev.data) AS bytes
  ), ${subtract('event_bytes', 'removed')}`;

const steps: readonly Step[] = [
  { marker: 'excerpts_from', statements: [{ text: removeExcerpts }] },
  { marker: 'rows_from', statements: [{ text: removeDeliveries }, { text: removeEvents, needsPending: true }] },
];

/** Removes from a span until `excess` bytes are removed or nothing is left; returns the remaining excess. */
async function removeFrom(
  sql: Sql,
  signal: AbortSignal,
  agencyId: string,
  day: string,
  span: Span,
  step: Step,
  excess: number,
): Promise<number> {
  for (const { text, needsPending } of step.statements) {
    const place = [agencyId, span.from, span.to];
    const pending = needsPending ? await sql.query<{ event_id: string }>({ text: pendingEvents, values: place }) : undefined;
    for (let count = batchSize, most = batchSize; count >= most && excess > 0;) {
      most = Math.min(batchSize, Math.ceil(excess / minBytes));
      const values = [...place, most, day, ...(pending ? [pending.map(({ event_id }) => event_id)] : [])];
      const [row] = await batch<{ count: number; bytes: number }>(sql, signal, { text, values }, ([found]) => found!.count > 0);
      count = row!.count;
      excess -= row!.bytes;
    }
  }
  return excess;
}

/** Recounts a day from its rows, because a killed process may have lost bytes that it did not save. */
const recount = `
  UPDATE history_days d
     SET delivery_bytes = coalesce((SELECT sum(delivery_history_bytes(h.attempts)) FROM delivery_history h WHERE ${isInSpan}), 0),
         event_bytes = coalesce((
           SELECT sum(event_history_bytes(ev.data)) FROM webhook_events ev
            WHERE ev.agency_id = $1 AND ev.id >= $2 AND ev.id < $3 AND ev.id <= (SELECT events_counted_to FROM agency_quotas WHERE agency_id = $1)), 0),
         excerpts_from = NULL, rows_from = NULL
   WHERE d.agency_id = $1 AND d.day = $4::date`;

const isInUse = `
  SELECT EXISTS (SELECT FROM delivery_history h WHERE ${isInSpan})
      OR EXISTS (SELECT FROM webhook_events h WHERE ${isInSpan}) AS is_in_use`;

/** The slices of a day from an instant on that have rows, the oldest first. Doubles the length of the slice to skip spans without rows. */
async function* slicesInUse(sql: Sql, agencyId: string, startMs: number, endMs: number): AsyncGenerator<Span & { readonly endMs: number }> {
  for (let ms = startMs, lengthMs = sliceMs; ms < endMs;) {
    const sliceEndMs = Math.min(ms + lengthMs, endMs);
    const span = { from: firstIdAt(ms), to: firstIdAt(sliceEndMs) };
    const [found] = await sql.query<{ is_in_use: boolean }>({ text: isInUse, values: [agencyId, span.from, span.to] });
    if (found!.is_in_use && lengthMs > sliceMs) {
      lengthMs /= 2;
      continue;
    }
    if (found!.is_in_use) yield { ...span, endMs: sliceEndMs };
    else lengthMs *= 2;
    ms = sliceEndMs;
  }
}

async function removeFromDay(sql: Sql, signal: AbortSignal, agencyId: string, of: Day, step: Step, excess: number): Promise<number> {
  const startMs = Date.parse(of.day);
  const settledMs = Date.now() - settledAfterMs;
  const marker = of[step.marker];
  for await (const slice of slicesInUse(sql, agencyId, marker ? createdAtOf(marker) : startMs, startMs + dayMs)) {
    excess = await removeFrom(sql, signal, agencyId, of.day, slice, step, excess);
    if (excess <= 0) return excess;
    if (slice.endMs > settledMs) continue;
    const text = `UPDATE history_days SET ${step.marker} = $3 WHERE agency_id = $1 AND day = $2::date`;
    await sql.query({ text, values: [agencyId, of.day, slice.to] });
  }
  return excess;
}

/** Reduces days of an agency, the oldest first, to their joint byte limit. Removes excerpts of all days before any delivery. */
async function bringWithin(sql: Sql, signal: AbortSignal, agencyId: string, days: readonly Day[], allowed: number): Promise<void> {
  let excess = days.reduce((sum, { bytes }) => sum + bytes, 0) - allowed;
  for (const step of steps) {
    for (const day of days) {
      if (excess <= 0) return;
      excess = await removeFromDay(sql, signal, agencyId, day, step, excess);
    }
  }
  if (excess <= 0) return;
  for (const { day } of days) {
    const ms = Date.parse(day);
    await sql.query({ text: recount, values: [agencyId, firstIdAt(ms), firstIdAt(ms + dayMs), day] });
  }
}

interface DayOfAgency extends Day {
  readonly allowed: number;
  readonly allowed_of_day: number;
}

const readDays = `
  SELECT to_char(h.day, 'YYYY-MM-DD') AS day, greatest(0, h.delivery_bytes) + greatest(0, h.event_bytes) AS bytes, h.excerpts_from, h.rows_from,
         ${allowedSql('delivery_history_bytes')} AS allowed, ${allowedOfDay} AS allowed_of_day
    FROM agency_quotas q JOIN history_days h ON h.agency_id = q.agency_id
   WHERE q.agency_id = $1 ORDER BY h.day`;

const readDaysOf = (sql: Sql, agencyId: string) => sql.query<DayOfAgency>({ text: readDays, values: [agencyId] });

const isOver = `
  q.delivery_history_bytes_used > ${allowedSql('delivery_history_bytes')}
  OR EXISTS (SELECT FROM history_days h WHERE h.agency_id = q.agency_id AND h.delivery_bytes + h.event_bytes > ${allowedOfDay})`;

/**
 * Counts the history of every agency, and reduces it to the quotas of a day and of all days. Each batch is one transaction.
 * The quota of a day bounds the disk space of an agency: bytes removed from a day become available for the rest of that day.
 */
export async function trimDeliveryHistory(sql: Sql, signal: AbortSignal): Promise<void> {
  await countHistory(sql, signal);
  await forEachAgency(sql, signal, isOver, async (agencyId) => {
    for (const day of await readDaysOf(sql, agencyId)) {
      if (day.bytes > day.allowed_of_day) await bringWithin(sql, signal, agencyId, [day], day.allowed_of_day);
    }
    const days = await readDaysOf(sql, agencyId);
    if (days[0]) await bringWithin(sql, signal, agencyId, days, days[0].allowed);
  });
  await countHistory(sql, signal);
}
