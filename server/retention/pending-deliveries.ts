import { limits } from '../../generated/limits.ts';
import { audit, auditedEndpoint } from '../access/audit-log.ts';
import type { Author } from '../access/author.ts';
import { batch } from '../database/in-batches.ts';
import type { Sql } from '../database/sql.ts';
import { endpointColumns, statusChange, type EndpointRow } from '../entities/endpoint.ts';
import { allowedSql } from '../entities/quota.ts';

/** Transactions, beside statements of their own. */
export interface TransactingSql extends Sql {
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

/** An endpoint that was disabled. */
export interface DisabledEndpoint {
  readonly agency_id: string;
  readonly endpoint_id: string;
}

const agenciesAtOnce = 20;

/** Where the last look is longer ago, nobody looked, and perhaps nobody delivered: what waits then says nothing of the endpoints. */
const looksInARowMinutes = 15;

/** SQL: how many deliveries wait for the endpoint `e`, counted a little further than to a number. */
const waitingFor = (allowed: string) =>
  `(SELECT count(*) FROM (SELECT FROM delivery_queue d WHERE d.agency_id = e.agency_id AND d.endpoint_id = e.id LIMIT ${allowed} + 1) waiting)`;

/**
 * Counts what waits for the endpoints of the next agencies, in the order of their ids, up to what each is allowed. What waits for an
 * endpoint that is disabled, or was while it waited, is on its way to the failure records and does not count.
 */
const countPending = `
  WITH agency AS MATERIALIZED (
    SELECT q.*, ${allowedSql('pending_deliveries')} AS allowed
      FROM agency_quotas q WHERE q.agency_id > $1 ORDER BY q.agency_id LIMIT ${agenciesAtOnce}
  ), counted AS MATERIALIZED (
    SELECT a.agency_id, coalesce(sum(${waitingFor('a.allowed')}), 0)::bigint AS count
      FROM agency a
      LEFT JOIN webhook_endpoints e ON e.agency_id = a.agency_id AND e.status = 'active' AND e.drained_generation = e.generation
     GROUP BY a.agency_id
  ), changed AS MATERIALIZED (
    SELECT a.agency_id, c.count, c.count > a.allowed AS is_over,
           CASE WHEN a.pending_over_seen_at > now() - interval '${looksInARowMinutes} minutes' THEN a.pending_over_since END AS since
      FROM agency a JOIN counted c ON c.agency_id = a.agency_id
  ), written AS (
    UPDATE agency_quotas q
       SET pending_deliveries_used = c.count,
           pending_over_since = CASE WHEN c.is_over THEN coalesce(c.since, now()) END,
           pending_over_seen_at = CASE WHEN c.is_over THEN now() END
      FROM changed c
     WHERE q.agency_id = c.agency_id AND (q.pending_deliveries_used <> c.count OR c.is_over OR q.pending_over_since IS NOT NULL)
  )
  SELECT c.agency_id, c.is_over AND coalesce(c.since, now()) <= now() - make_interval(mins => $2) AS is_over_for_long
    FROM changed c ORDER BY c.agency_id`;

interface CountedAgency {
  readonly agency_id: string;
  readonly is_over_for_long: boolean;
}

/**
 * Disables the fullest endpoints of an agency, as many as it takes for what waits for the others to be allowed. They are locked in the
 * order of their ids, as delivery locks them.
 */
const disableFullest = `
  WITH waiting AS MATERIALIZED (
    SELECT e.id, ${waitingFor(allowedSql('pending_deliveries'))} AS count, ${allowedSql('pending_deliveries')} AS allowed
      FROM agency_quotas q
      JOIN webhook_endpoints e ON e.agency_id = q.agency_id AND e.status = 'active' AND e.drained_generation = e.generation
     WHERE q.agency_id = $1
  ), fullest AS MATERIALIZED (
    SELECT id, count, allowed FROM (SELECT *, sum(count) OVER (ORDER BY count, id) AS up_to FROM waiting) ranked WHERE up_to > allowed
  ), held AS MATERIALIZED (
    SELECT e.agency_id, e.id, f.count, f.allowed FROM webhook_endpoints e JOIN fullest f ON f.id = e.id
     WHERE e.agency_id = $1 AND e.status = 'active' ORDER BY e.id FOR NO KEY UPDATE OF e
  )
  UPDATE webhook_endpoints e SET ${statusChange("'disabled'", 'auto_quota')}
    FROM held h WHERE e.agency_id = h.agency_id AND e.id = h.id
  RETURNING ${endpointColumns}, h.count AS pending_count, h.allowed`;

/** The service itself. */
const author: Author = { kind: 'service', id: null, name: 'quota of pending deliveries', address: null, requestId: 'quotas' };

async function disable(sql: TransactingSql, agencyId: string): Promise<DisabledEndpoint[]> {
  return sql.transaction(async (transaction) => {
    const endpoints = await transaction.query<EndpointRow & { pending_count: number; allowed: number }>({
      text: disableFullest,
      values: [agencyId],
    });
    for (const endpoint of endpoints) {
      const { status, disabled_reason, pending_count, allowed } = endpoint;
      const details = { members: ['status'], status, disabled_reason, pending_count, allowed };
      await audit(transaction, agencyId, author, { ...auditedEndpoint('endpoint.changed', endpoint), details });
    }
    return endpoints.map(({ id }) => ({ agency_id: agencyId, endpoint_id: id }));
  });
}

/**
 * Counts the pending deliveries of every agency, and disables the fullest endpoints of those that have had more than they are allowed for
 * `minutes`, in looks in a row. What waits for a disabled endpoint becomes failure records, as with any that is disabled. Answers
 * with what it disabled.
 */
export async function boundPendingDeliveries(
  sql: TransactingSql,
  signal: AbortSignal,
  minutes: number = limits.pendingOverMinutes,
): Promise<DisabledEndpoint[]> {
  const disabled: DisabledEndpoint[] = [];
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
    const statement = { text: countPending, values: [after, minutes] };
    const agencies: CountedAgency[] = await batch<CountedAgency>(sql, signal, statement, ({ length }) => length > 0);
    after = agencies.length < agenciesAtOnce ? undefined : agencies.at(-1)!.agency_id;
    for (const { agency_id, is_over_for_long } of agencies) if (is_over_for_long) disabled.push(...(await disable(sql, agency_id)));
  }
  return disabled;
}
