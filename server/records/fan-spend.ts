import type { Sql } from '../database/sql.ts';

/** A fan on an account. An order may name no fan. */
export interface FanKey {
  readonly account_id: string;
  readonly fan_id: string | null;
}

/** The distinct fans in the order in which their rows are locked. */
function sortedFans(keys: readonly FanKey[]): { accountIds: string[]; fanIds: string[] } {
  const fans = new Map<string, readonly [string, string]>();
  for (const { account_id, fan_id } of keys) {
    if (fan_id !== null) fans.set(JSON.stringify([account_id, fan_id]), [account_id, fan_id]);
  }
  const rows = [...fans.values()];
  return { accountIds: rows.map(([accountId]) => accountId), fanIds: rows.map(([, fanId]) => fanId) };
}

/** À la carte: neither a subscription nor refunded. As a filter of the sums it leaves the planner no index but the fan's. */
const isPurchase = `o.order_type IN ('tip', 'push', 'private_media') AND o.refunded_at IS NULL`;

/**
 * Sums the à-la-carte purchases of the given fans anew. The rows are locked first, in the order of their keys, and the
 * sums are read by a later statement: it sees the orders of every batch that held the lock before.
 */
export async function recomputeFanSpend(sql: Sql, agencyId: string, keys: readonly FanKey[]): Promise<void> {
  const { accountIds, fanIds } = sortedFans(keys);
  if (fanIds.length === 0) return;
  const values = [agencyId, accountIds, fanIds];
  await sql.query({
    name: 'lock-fan-spends',
    text: `
      INSERT INTO fan_spends (agency_id, account_id, fan_id)
      SELECT $1, k.account_id, k.fan_id
        FROM unnest($2::text[], $3::text[]) AS k (account_id, fan_id)
       ORDER BY k.account_id COLLATE "C", k.fan_id COLLATE "C"
      ON CONFLICT (agency_id, account_id, fan_id) DO UPDATE SET spend_cents = 0 WHERE false`,
    values,
  });
  await sql.query({
    name: 'sum-fan-spends',
    text: `
      INSERT INTO fan_spends AS s (agency_id, account_id, fan_id, spend_cents, last_purchase_at)
      SELECT $1, k.account_id, k.fan_id, p.spend_cents, p.last_purchase_at
        FROM unnest($2::text[], $3::text[]) AS k (account_id, fan_id)
       CROSS JOIN LATERAL (
              SELECT coalesce(sum(o.amount_cents) FILTER (WHERE ${isPurchase}), 0) AS spend_cents,
                     max(o.created_at) FILTER (WHERE ${isPurchase}) AS last_purchase_at
                FROM orders o
               WHERE o.agency_id = $1 AND o.fan_id = k.fan_id AND o.account_id = k.account_id) p
      ON CONFLICT (agency_id, account_id, fan_id) DO UPDATE
         SET spend_cents = EXCLUDED.spend_cents, last_purchase_at = EXCLUDED.last_purchase_at
       WHERE (s.spend_cents, s.last_purchase_at) IS DISTINCT FROM (EXCLUDED.spend_cents, EXCLUDED.last_purchase_at)`,
    values,
  });
}
