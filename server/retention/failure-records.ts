import { deliveryEventTypes } from '../../generated/events.ts';
import { firstShownId } from '../database/partitions/partitions.ts';
import { batch, runInBatches } from '../database/in-batches.ts';
import type { Sql } from '../database/client/sql.ts';
import { allowedSql } from '../entities/quota.ts';
import { forEachAgency } from './each-agency.ts';

const batchSize = 1_000;

/** Agencies that have failures, or had some at the last count. A scalar subquery, because the plan of a join may read all failures. */
const hasFailures = 'q.failure_records_used > 0 OR (SELECT true FROM delivery_failures f WHERE f.agency_id = q.agency_id LIMIT 1)';

/**
 * Reads only the index, and writes only a changed number. A number above the limit is written only if $2 is true, after the removal, because
 * `/v1/me` shows it.
 */
const countFailures = `
  WITH counted AS MATERIALIZED (
    SELECT count(*) FROM delivery_failures f WHERE f.agency_id = $1 AND f.id >= ${firstShownId}
  ), written AS (
    UPDATE agency_quotas q SET failure_records_used = c.count FROM counted c
     WHERE q.agency_id = $1 AND q.failure_records_used <> c.count AND ($2::boolean OR c.count <= ${allowedSql('failure_records')})
  )
  SELECT c.count, ${allowedSql('failure_records')} AS allowed FROM counted c JOIN agency_quotas q ON q.agency_id = $1`;

/** The latest failure that exceeds the limit. Ids are in the order of time. */
const latestBeyond = 'SELECT id FROM delivery_failures WHERE agency_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1';

/** Removes failures of one endpoint and type, so that a batch reads no other rows. */
const removeUpTo = `
  WITH old AS MATERIALIZED (
    SELECT agency_id, endpoint_id, event_type, id FROM delivery_failures
     WHERE agency_id = $1 AND endpoint_id = $2 AND event_type = $3 AND id <= $4
     ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM delivery_failures f USING old
     WHERE f.agency_id = old.agency_id AND f.endpoint_id = old.endpoint_id AND f.event_type = old.event_type AND f.id = old.id
    RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

async function keepLatest(sql: Sql, signal: AbortSignal, agencyId: string, allowed: number): Promise<void> {
  const [latest] = await sql.query<{ id: string }>({ text: latestBeyond, values: [agencyId, allowed] });
  if (!latest) return;
  const endpoints = await sql.query<{ endpoint_id: string }>({
    text: 'SELECT DISTINCT endpoint_id FROM delivery_failures WHERE agency_id = $1 AND id <= $2',
    values: [agencyId, latest.id],
  });
  for (const { endpoint_id } of endpoints) {
    for (const type of deliveryEventTypes) {
      await runInBatches(sql, signal, batchSize, { text: removeUpTo, values: [agencyId, endpoint_id, type, latest.id] });
    }
  }
}

/** Counts the failure records of every agency, and removes the oldest of those above their limit, in batches of one transaction each. */
export async function trimFailureRecords(sql: Sql, signal: AbortSignal): Promise<void> {
  await forEachAgency(sql, signal, hasFailures, async (agencyId) => {
    const count = async (isFinal: boolean) => {
      const statement = { text: countFailures, values: [agencyId, isFinal] };
      return (await batch<{ count: number; allowed: number }>(sql, signal, statement, ([row]) => row!.count > 0))[0]!;
    };
    const counted = await count(false);
    if (counted.count <= counted.allowed) return;
    await keepLatest(sql, signal, agencyId, counted.allowed);
    await count(true);
  });
}
