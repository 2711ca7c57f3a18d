import type { Sql } from '../database/sql.ts';
import type { RecordOf } from './batch.ts';
import type { FanKey } from './fan-spend.ts';
import type { Identified, Written } from './tally.ts';

interface WrittenOrder extends Written, Identified, FanKey {
  /** The fan that the order named before, where it was another one. */
  readonly old_account_id: string | null;
  readonly old_fan_id: string | null;
}

/** An upsert never touches `refunded_at`. Names what changed in the work list of the roll-up. */
export function writeOrders(sql: Sql, agencyId: string, records: readonly RecordOf<'order'>[]): Promise<WrittenOrder[]> {
  return sql.query({
    name: 'write-orders',
    text: `
      WITH written AS (
        INSERT INTO orders AS o (agency_id, id, order_type, creator_id, account_id, fan_id, user_id, message_id, amount_cents, created_at)
        SELECT $1, r.id, r.order_type, r.creator_id, c.account_id, r.fan_id, r.user_id, r.message_id, r.amount_cents, r.created_at
          FROM jsonb_to_recordset($2::jsonb) AS r (id text, order_type text, creator_id text, fan_id text, user_id text,
               message_id text, amount_cents integer, created_at timestamptz(3))
          JOIN creators c ON c.agency_id = $1 AND c.id = r.creator_id
         ORDER BY r.id COLLATE "C"
        ON CONFLICT (agency_id, id) DO UPDATE
           SET order_type = EXCLUDED.order_type, creator_id = EXCLUDED.creator_id, account_id = EXCLUDED.account_id,
               fan_id = EXCLUDED.fan_id, user_id = EXCLUDED.user_id, message_id = EXCLUDED.message_id,
               amount_cents = EXCLUDED.amount_cents, created_at = EXCLUDED.created_at
         WHERE (o.order_type, o.creator_id, o.fan_id, o.user_id, o.message_id, o.amount_cents, o.created_at)
               IS DISTINCT FROM
               (EXCLUDED.order_type, EXCLUDED.creator_id, EXCLUDED.fan_id, EXCLUDED.user_id, EXCLUDED.message_id, EXCLUDED.amount_cents, EXCLUDED.created_at)
        RETURNING new.id, old.id IS NULL AS is_new, new.account_id, new.fan_id, old.account_id AS old_account_id, old.fan_id AS old_fan_id,
                  new.created_at, old.created_at AS old_created_at, new.refunded_at
      ), counted AS (
        INSERT INTO changed_quarters (agency_id, quarter)
        SELECT DISTINCT $1::uuid, date_bin('15 minutes', instant, 'epoch')
          FROM written, LATERAL (VALUES (old_created_at), (created_at), (refunded_at)) AS v (instant)
         WHERE instant IS NOT NULL
      )
      SELECT id, is_new, account_id, fan_id, old_account_id, old_fan_id FROM written`,
    values: [agencyId, JSON.stringify(records)],
  });
}
