import { limits } from '../../generated/limits.ts';
import { audit, auditedEndpoint } from '../access/audit/audit-log.ts';
import type { Author } from '../access/audit/author.ts';
import { batch } from '../database/in-batches.ts';
import type { Sql, TransactingSql } from '../database/client/sql.ts';
import { presentDisabled } from '../entities/disabled-endpoint.ts';
import { endpointColumns, statusChange, type EndpointRow } from '../entities/endpoint.ts';
import { allowedSql } from '../entities/quota.ts';
import { forEachAgency } from './each-agency.ts';

/** An endpoint that was disabled. */
export interface DisabledEndpoint {
  readonly agency_id: string;
  readonly endpoint_id: string;
}

/** If the last check is longer ago, deliveries may have been paused, so that endpoints are not the cause of the backlog. */
const consecutiveCheckMinutes = 15;

/** Agencies with pending deliveries, now or at the last check. A scalar subquery, because the plan of a join may read the whole queue. */
const hasPending =
  'q.pending_deliveries_used > 0 OR q.pending_over_since IS NOT NULL OR (SELECT true FROM delivery_queue d WHERE d.agency_id = q.agency_id LIMIT 1)';

/**
 * SQL: whether the pending deliveries of the endpoint `e` count. Those of an endpoint that is, or was, disabled since then become failure
 * records.
 */
const counts = `e.status = 'active' AND e.drained_generation = e.generation`;

/** Counts the pending deliveries of an agency, by index, up to one above its limit. Figures show the count of each endpoint over time. */
const countPending = `
  WITH agency AS MATERIALIZED (
    SELECT q.*, ${allowedSql('pending_deliveries')} AS allowed,
           CASE WHEN q.pending_over_seen_at > now() - interval '${consecutiveCheckMinutes} minutes' THEN q.pending_over_since END AS since
      FROM agency_quotas q WHERE q.agency_id = $1
  ), waiting AS MATERIALIZED (
    SELECT found.id, count(*)::int AS count FROM (
      SELECT e.id FROM webhook_endpoints e
       CROSS JOIN LATERAL (SELECT FROM delivery_queue d WHERE d.agency_id = e.agency_id AND d.endpoint_id = e.id OFFSET 0) d
       WHERE e.agency_id = $1 AND ${counts}
       LIMIT (SELECT allowed FROM agency) + 1) found
     GROUP BY found.id
  ), counted AS MATERIALIZED (
    SELECT w.count, a.allowed, w.count > a.allowed AS is_over, coalesce(a.since, now()) AS since
      FROM agency a CROSS JOIN (SELECT coalesce(sum(count), 0)::bigint AS count FROM waiting) w
  ), minute AS (
    INSERT INTO pending_minutes (agency_id, endpoint_id, minute, pending_count)
    SELECT $1, id, date_trunc('minute', now()), count FROM waiting
    ON CONFLICT (agency_id, endpoint_id, minute) DO UPDATE SET pending_count = greatest(pending_minutes.pending_count, excluded.pending_count)
  ), written AS (
    UPDATE agency_quotas q
       SET pending_deliveries_used = c.count,
           pending_over_since = CASE WHEN c.is_over THEN c.since END,
           pending_over_seen_at = CASE WHEN c.is_over THEN now() END
      FROM counted c
     WHERE q.agency_id = $1 AND (q.pending_deliveries_used <> c.count OR c.is_over OR q.pending_over_since IS NOT NULL)
  )
  SELECT count, allowed, is_over AND since <= now() - make_interval(mins => $2) AS is_over_for_long FROM counted`;

interface CountedAgency {
  readonly count: number;
  readonly allowed: number;
  readonly is_over_for_long: boolean;
}

interface FullEndpoint {
  readonly id: string;
  readonly count: number;
}

/** Counts the pending deliveries of each endpoint, up to one above the agency's limit. */
async function countByEndpoint(sql: Sql, agencyId: string, allowed: number): Promise<FullEndpoint[]> {
  const endpoints = await sql.query<{ id: string }>({
    text: `SELECT e.id FROM webhook_endpoints e WHERE e.agency_id = $1 AND ${counts}`,
    values: [agencyId],
  });
  const counted: FullEndpoint[] = [];
  for (const { id } of endpoints) {
    const [waiting] = await sql.query<{ count: number }>({
      text: 'SELECT count(*) FROM (SELECT FROM delivery_queue d WHERE d.agency_id = $1 AND d.endpoint_id = $2 LIMIT $3) found',
      values: [agencyId, id, allowed + 1],
    });
    counted.push({ id, count: waiting!.count });
  }
  return counted;
}

/** The fewest endpoints, those with the most pending deliveries, whose exclusion brings the agency below its limit. */
function fullest(endpoints: readonly FullEndpoint[], allowed: number): FullEndpoint[] {
  let room = allowed;
  return endpoints
    .toSorted((one, other) => one.count - other.count)
    .filter(({ count }) => {
      room -= count;
      return room < 0;
    });
}

/** Locks endpoints in the order of their ids, as delivery does. */
const disable = `
  WITH held AS MATERIALIZED (
    SELECT e.agency_id, e.id FROM webhook_endpoints e
     WHERE e.agency_id = $1 AND e.id = ANY ($2::uuid[]) AND e.status = 'active' ORDER BY e.id FOR NO KEY UPDATE
  )
  UPDATE webhook_endpoints e SET ${statusChange("'disabled'", 'auto_quota')}
    FROM held WHERE e.agency_id = held.agency_id AND e.id = held.id
  RETURNING ${endpointColumns}`;

const author: Author = { kind: 'service', id: null, name: 'quota of pending deliveries', address: null, requestId: 'quotas' };

async function disableFullest(sql: TransactingSql, agencyId: string, allowed: number): Promise<DisabledEndpoint[]> {
  const full = fullest(await countByEndpoint(sql, agencyId, allowed), allowed);
  return sql.transaction(async (transaction) => {
    const disabled = await transaction.query<EndpointRow>({ text: disable, values: [agencyId, full.map(({ id }) => id)] });
    for (const endpoint of disabled) {
      const { id, status } = endpoint;
      const counted = { pending_count: full.find((one) => one.id === id)!.count, allowed };
      const details = { members: ['status'], status, ...presentDisabled(endpoint), ...counted };
      await audit(transaction, agencyId, author, auditedEndpoint('endpoint.changed', endpoint, details));
    }
    return disabled.map(({ id }) => ({ agency_id: agencyId, endpoint_id: id }));
  });
}

/**
 * Counts the pending deliveries of every agency. Disables the endpoints with the most pending deliveries if an agency has exceeded its
 * limit for `minutes`, in consecutive checks. Their pending deliveries become failure records, as with any disabled endpoint. Calls back
 * with the disabled endpoints.
 */
export async function limitPendingDeliveries(
  sql: TransactingSql,
  signal: AbortSignal,
  onDisabled: (endpoint: DisabledEndpoint) => void,
  minutes: number = limits.pendingOverMinutes,
): Promise<void> {
  await forEachAgency(sql, signal, hasPending, async (agencyId) => {
    const statement = { text: countPending, values: [agencyId, minutes] };
    const [counted] = await batch<CountedAgency>(sql, signal, statement, ([row]) => row!.count > 0);
    if (counted!.is_over_for_long) for (const endpoint of await disableFullest(sql, agencyId, counted!.allowed)) onDisabled(endpoint);
  });
}
