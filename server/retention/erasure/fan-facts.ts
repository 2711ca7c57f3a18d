import { conditionOfFan } from '../../entities/erasure.ts';
import { batchSize, fromFront, type ErasureStep } from './step.ts';

interface AnonymisedOrder {
  readonly account_id: string;
  readonly spent: number;
}

/** Locks orders in the order of their ids, as ingestion does. */
const anonymise = `
  WITH picked AS MATERIALIZED (
    SELECT o.id, o.account_id, CASE WHEN o.order_type <> 'subscription' AND o.refunded_at IS NULL THEN o.amount_cents ELSE 0 END AS spent
      FROM orders o WHERE o.agency_id = $1 AND o.fan_id = $2 ORDER BY o.id LIMIT ${batchSize} FOR UPDATE
  ), anonymised AS (
    UPDATE orders o SET fan_id = NULL, message_id = NULL FROM picked p WHERE o.agency_id = $1 AND o.id = p.id RETURNING p.account_id, p.spent
  )
  SELECT account_id, spent::float8 AS spent FROM anonymised`;

/** Keeps the spend of the fan equal to the sum of the orders that still name the fan. */
const subtractSpent = `
  UPDATE fan_spends s SET spend_cents = s.spend_cents - m.spent
    FROM unnest($3::text[], $4::bigint[]) AS m (account_id, spent)
   WHERE s.agency_id = $1 AND s.account_id = m.account_id AND s.fan_id = $2`;

/** Orders stay with their amounts, creators, employees and times, so that accounts and figures do not change. */
export const anonymiseOrders: ErasureStep = {
  table: 'orders',
  async take(sql, { agencyId, fanId }) {
    const orders = await sql.query<AnonymisedOrder>({ text: anonymise, values: [agencyId, fanId] });
    if (orders.length === 0) return fromFront(0);
    const accounts = [...Map.groupBy(orders, ({ account_id }) => account_id)];
    const sums = accounts.map(([, ofAccount]) => ofAccount.reduce((sum, { spent }) => sum + spent, 0));
    await sql.query({ text: subtractSpent, values: [agencyId, fanId, accounts.map(([account]) => account), sums] });
    return fromFront(orders.length);
  },
};

/**
 * If an order arrived after the last step, the sum stays until the next pass. The row is locked before the search for orders, because ingestion
 * locks it before it commits an order.
 */
export const removeSpends: ErasureStep = {
  table: 'fan_spends',
  async take(sql, { agencyId, fanId }) {
    const values = [agencyId, fanId];
    const held = await sql.query<{ one: number }>({
      text: `SELECT 1 AS one FROM fan_spends WHERE ${conditionOfFan('fan_spends')} FOR UPDATE`,
      values,
    });
    if (held.length === 0) return fromFront(0);
    const [left] = await sql.query<{ has_orders: boolean }>({
      text: 'SELECT EXISTS (SELECT FROM orders WHERE agency_id = $1 AND fan_id = $2) AS has_orders',
      values,
    });
    if (left!.has_orders) return { count: 0, next: null };
    await sql.query({ text: `DELETE FROM fan_spends WHERE ${conditionOfFan('fan_spends')}`, values });
    return { count: held.length, next: null };
  },
};

/** Reads the next run of a table in the order of its key: its last id, null at the end, and the ids of the fan's rows. */
const nextRun = (table: 'sends' | 'ai_requests') => `
  WITH run AS MATERIALIZED (
    SELECT id, fan_id FROM ${table} WHERE agency_id = $1 AND id > $3 ORDER BY id LIMIT ${5 * batchSize}
  )
  SELECT (SELECT id FROM run ORDER BY id DESC LIMIT 1) AS last_id,
         coalesce((SELECT array_agg(id) FROM run WHERE fan_id = $2), '{}') AS ids`;

interface Run {
  readonly last_id: string | null;
  readonly ids: string[];
}

const anonymousSend = 'SET fan_id = NULL, fan_username = NULL, message_id = NULL WHERE agency_id = $1 AND id = ANY ($2::text[])';

/** Messages stay with their creators, employees, prices and times, also in the list of sent messages. */
export const anonymiseSends: ErasureStep = {
  table: 'sends',
  async take(sql, { agencyId, fanId }, after) {
    const [run] = await sql.query<Run>({ text: nextRun('sends'), values: [agencyId, fanId, after] });
    const { last_id, ids } = run!;
    if (ids.length === 0) return { count: 0, next: last_id };
    await sql.query({ text: `UPDATE sends ${anonymousSend}`, values: [agencyId, ids] });
    const listed = await sql.query({ text: `UPDATE sent_messages ${anonymousSend} RETURNING id`, values: [agencyId, ids] });
    // A refresh that read the rows earlier may write them later. The entry of the work list causes another one.
    const text = 'INSERT INTO changed_sends (agency_id, send_id) SELECT $1, unnest($2::text[])';
    await sql.query({ text, values: [agencyId, ids] });
    return { count: ids.length, next: last_id, further: [{ table: 'sent_messages', count: listed.length }] };
  },
};

export const removeAiRequests: ErasureStep = {
  table: 'ai_requests',
  async take(sql, { agencyId, fanId }, after) {
    const [run] = await sql.query<Run>({ text: nextRun('ai_requests'), values: [agencyId, fanId, after] });
    const { last_id, ids } = run!;
    if (ids.length > 0) {
      await sql.query({ text: 'DELETE FROM ai_requests WHERE agency_id = $1 AND id = ANY ($2::text[])', values: [agencyId, ids] });
    }
    return { count: ids.length, next: last_id };
  },
};
