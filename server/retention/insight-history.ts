import { batch, removeInBatches } from '../database/in-batches.ts';
import type { Sql } from '../database/client/sql.ts';
import type { FanPath } from '../entities/fan.ts';
import { boundHistory, insightHistory, mostBounded } from '../entities/insight.ts';

const batchSize = 1_000;

/** The instant before which an agency's edits are too old or too many. */
const oldestKept = `
  SELECT greatest(
           now() - make_interval(days => $2),
           (SELECT edited_at FROM insight_edits WHERE agency_id = $1 ORDER BY edited_at DESC, id DESC OFFSET $3 LIMIT 1)
         ) AS instant`;

const editsBefore = `
  WITH old AS MATERIALIZED (
    SELECT id FROM insight_edits WHERE agency_id = $1 AND edited_at < $2
     ORDER BY edited_at, id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM insight_edits e USING old WHERE e.id = old.id RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

/**
 * The next edits that are beyond the bounds of their fan, in the order of the fans from one on. An edit of the API
 * leaves none behind; these are of a history that grew under other bounds.
 */
const editsBeyondFan = `
  WITH beyond AS MATERIALIZED (
    SELECT counted.id, counted.account_id, counted.fan_id
      FROM (SELECT id, account_id, fan_id, row_number() OVER latest AS place, sum(octet_length(previous_note)) OVER latest AS bytes
              FROM insight_edits
             WHERE agency_id = $1 AND (account_id, fan_id) >= ($2, $3)
            WINDOW latest AS (PARTITION BY account_id, fan_id ORDER BY edited_at DESC, id DESC)) counted
     WHERE counted.place > $4 OR counted.bytes > $5
     LIMIT ${batchSize}
  ), removed AS (
    DELETE FROM insight_edits e USING beyond b WHERE e.id = b.id
  )
  SELECT account_id, fan_id FROM beyond ORDER BY account_id DESC, fan_id DESC`;

async function boundFans(
  sql: Sql,
  signal: AbortSignal,
  agencyId: string,
  { editsOfFan, bytesOfFan }: typeof insightHistory,
): Promise<void> {
  let from: FanPath = { account_id: '', fan_id: '' };
  for (let count = batchSize; count === batchSize;) {
    const statement = { text: editsBeyondFan, values: [agencyId, from.account_id, from.fan_id, editsOfFan, bytesOfFan] };
    const removed = await batch<FanPath>(sql, signal, statement, ({ length }) => length > 0);
    count = removed.length;
    from = removed[0] ?? from;
  }
}

/** Brings the history of every agency within its bounds, in batches of one transaction each. */
export async function trimInsightHistory(sql: Sql, signal: AbortSignal, bounds = insightHistory): Promise<void> {
  const agencies = await sql.query<{ id: string }>({
    text: 'SELECT a.id FROM agencies a WHERE EXISTS (SELECT FROM insight_edits e WHERE e.agency_id = a.id) ORDER BY a.id',
  });
  for (const { id } of agencies) {
    const [kept] = await sql.query<{ instant: Date }>({ text: oldestKept, values: [id, bounds.days, bounds.editsOfAgency] });
    await removeInBatches(sql, signal, batchSize, { text: editsBefore, values: [id, kept!.instant] });
    await boundFans(sql, signal, id, bounds);
    await removeInBatches(sql, signal, mostBounded, { text: boundHistory('$1'), values: [id] });
  }
}
