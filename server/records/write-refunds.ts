import type { Sql } from '../database/sql.ts';
import type { RecordOf } from './batch.ts';
import type { FanKey } from './fan-spend.ts';
import type { Written } from './tally.ts';

interface WrittenRefund extends Written, FanKey {
  readonly order_id: string;
}

/**
 * Locks the stored orders that a batch upserts or refunds, in the order of their ids: the two statements that write them
 * would each keep that order, but not both together.
 */
export async function lockOrders(sql: Sql, agencyId: string, orderIds: readonly string[]): Promise<void> {
  await sql.query({
    name: 'lock-orders',
    text: 'SELECT 1 FROM orders WHERE agency_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE',
    values: [agencyId, orderIds],
  });
}

/** An order is refunded once: the first `refunded_at` stays. */
export function writeRefunds(sql: Sql, agencyId: string, records: readonly RecordOf<'refund'>[]): Promise<WrittenRefund[]> {
  return sql.query({
    name: 'write-refunds',
    text: `
      WITH written AS (
        UPDATE orders o
           SET refunded_at = r.refunded_at
          FROM jsonb_to_recordset($2::jsonb) AS r (order_id text, refunded_at timestamptz(3))
         WHERE o.agency_id = $1 AND o.id = r.order_id AND o.refunded_at IS NULL
        RETURNING o.id, o.account_id, o.fan_id, o.refunded_at
      ), counted AS (
        INSERT INTO changed_quarters (agency_id, quarter)
        SELECT DISTINCT $1::uuid, date_bin('15 minutes', refunded_at, 'epoch') FROM written
      )
      SELECT id AS order_id, true AS is_new, account_id, fan_id FROM written`,
    values: [agencyId, JSON.stringify(records)],
  });
}
