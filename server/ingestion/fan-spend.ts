import type { Sql } from '../database/client/sql.ts';
import type { OrderRow } from '../entities/order.ts';

/** The columns of an order that determine the spend of its fan. */
export type Purchase = Pick<OrderRow, 'agency_id' | 'account_id' | 'fan_id' | 'order_type' | 'amount_cents' | 'created_at' | 'refunded_at'>;

/** An order before and after it was written; null if it did not exist, or no longer counts. */
export interface PurchaseChange {
  readonly before: Purchase | null;
  readonly after: Purchase | null;
}

/** The change of a fan's spend on one account. */
interface SpendChange {
  readonly agencyId: string;
  readonly accountId: string;
  readonly fanId: string;
  spendCents: number;
  /** The latest purchase that the batch adds, and the latest that it removes, in milliseconds. */
  latestAdded: number | null;
  latestTaken: number | null;
}

type FanPurchase = Purchase & { readonly fan_id: string };

/** À la carte: neither a subscription nor refunded. */
function countsAsSpend(purchase: Purchase | null): purchase is FanPurchase {
  return purchase !== null && purchase.fan_id !== null && purchase.order_type !== 'subscription' && purchase.refunded_at === null;
}

const isSamePurchase = (before: Purchase, after: Purchase) =>
  before.account_id === after.account_id && before.fan_id === after.fan_id && before.created_at.getTime() === after.created_at.getTime();

const later = (a: number | null, b: number) => (a === null ? b : Math.max(a, b));

const keyOf = (agencyId: string, accountId: string, fanId: string) => JSON.stringify([agencyId, accountId, fanId]);

/** One change for each fan. */
function sumUp(changes: readonly PurchaseChange[]): SpendChange[] {
  const sums = new Map<string, SpendChange>();
  const sumOf = ({ agency_id: agencyId, account_id: accountId, fan_id: fanId }: FanPurchase): SpendChange => {
    const key = keyOf(agencyId, accountId, fanId);
    let sum = sums.get(key);
    if (!sum) sums.set(key, (sum = { agencyId, accountId, fanId, spendCents: 0, latestAdded: null, latestTaken: null }));
    return sum;
  };
  for (const { before, after } of changes) {
    if (countsAsSpend(before) && countsAsSpend(after) && isSamePurchase(before, after)) {
      if (before.amount_cents !== after.amount_cents) sumOf(after).spendCents += after.amount_cents - before.amount_cents;
      continue;
    }
    if (countsAsSpend(before)) {
      const sum = sumOf(before);
      sum.spendCents -= before.amount_cents;
      sum.latestTaken = later(sum.latestTaken, before.created_at.getTime());
    }
    if (countsAsSpend(after)) {
      const sum = sumOf(after);
      sum.spendCents += after.amount_cents;
      sum.latestAdded = later(sum.latestAdded, after.created_at.getTime());
    }
  }
  return [...sums.values()];
}

const instantOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** SQL: adds to the spend and last purchase of fans. Rows are in the order in which fans are locked. */
export const addInOrder = (rows: string) => `
  INSERT INTO fan_spends AS s (agency_id, account_id, fan_id, spend_cents, last_purchase_at)
  ${rows}
  ON CONFLICT (agency_id, account_id, fan_id) DO UPDATE
     SET spend_cents = s.spend_cents + EXCLUDED.spend_cents, last_purchase_at = greatest(s.last_purchase_at, EXCLUDED.last_purchase_at)`;

/** SQL that adds purchases, which a query returns, to the spend of their fans. */
export const addPurchases = (purchases: string) =>
  addInOrder(`
  SELECT p.agency_id, p.account_id, p.fan_id, p.spend_cents, p.latest_added FROM (${purchases}) p
   ORDER BY p.agency_id, p.account_id COLLATE "C", p.fan_id COLLATE "C"`);

/** SQL: the purchases among new orders. */
export const purchasesIn = (orders: string) => `
      SELECT agency_id, account_id, fan_id, amount_cents AS spend_cents, created_at AS latest_added
        FROM ${orders} WHERE fan_id IS NOT NULL AND order_type <> 'subscription'`;

/** SQL: the sums of purchases, one for each fan. */
export const sumsOfPurchases = (purchases: string) => `
      SELECT agency_id, account_id, fan_id, sum(spend_cents) AS spend_cents, max(latest_added) AS latest_added
        FROM (${purchases}) AS purchase GROUP BY agency_id, account_id, fan_id`;

const addSums = `${addPurchases(`
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[])
      AS p (agency_id, account_id, fan_id, spend_cents, latest_added)`)}
  RETURNING s.agency_id, s.account_id, s.fan_id, s.last_purchase_at, s.ctid AS place`;

/** The row of a fan, whose place does not change while the transaction lasts. */
interface SpendRow {
  readonly agency_id: string;
  readonly account_id: string;
  readonly fan_id: string;
  readonly last_purchase_at: Date | null;
  readonly place: string;
}

/** The last purchases of fans of one agency. Over Citus, orders and spend are on different servers. */
const lastPurchases = `
  SELECT f.number, (
           SELECT o.created_at FROM orders o
            WHERE o.agency_id = $1 AND o.fan_id = f.fan_id AND o.account_id = f.account_id
              AND o.order_type <> 'subscription' AND o.refunded_at IS NULL
            ORDER BY o.created_at DESC, o.id DESC LIMIT 1) AS last_purchase_at
    FROM unnest($2::int[], $3::text[], $4::text[]) AS f (number, account_id, fan_id)`;

const subtractTaken = `
  UPDATE fan_spends s SET spend_cents = s.spend_cents + t.spend_cents, last_purchase_at = t.last_purchase_at
    FROM unnest($1::tid[], $2::bigint[], $3::timestamptz[]) AS t (place, spend_cents, last_purchase_at)
   WHERE s.ctid = t.place`;

interface Taken {
  readonly change: SpendChange;
  readonly place: string;
  lastPurchaseAt: number | null;
}

/** Searches the last purchase of fans whose stored last purchase was removed. */
async function findLastPurchases(sql: Sql, taken: readonly Taken[]): Promise<void> {
  const hasLostLast = ({ change, lastPurchaseAt }: Taken) =>
    change.latestTaken !== null && change.latestTaken >= (lastPurchaseAt ?? -Infinity);
  for (const [agencyId, ofAgency] of Map.groupBy(taken.filter(hasLostLast), ({ change }) => change.agencyId)) {
    const rows = await sql.query<{ number: number; last_purchase_at: Date | null }>({
      name: 'last-purchases',
      text: lastPurchases,
      values: [
        agencyId,
        ofAgency.map((_, number) => number),
        ofAgency.map(({ change }) => change.accountId),
        ofAgency.map(({ change }) => change.fanId),
      ],
    });
    for (const { number, last_purchase_at } of rows) ofAgency[number]!.lastPurchaseAt = last_purchase_at?.getTime() ?? null;
  }
}

/**
 * Updates the spend of fans after a batch. The first statement writes the rows of all fans, and so locks them in the order of their keys.
 * Later statements subtract removed purchases, because only they see the orders of batches that held the lock before.
 */
export async function changeFanSpend(sql: Sql, changes: readonly PurchaseChange[]): Promise<void> {
  const sums = sumUp(changes);
  if (sums.length === 0) return;
  const isTaken = ({ latestTaken, spendCents }: SpendChange) => latestTaken !== null || spendCents < 0;
  const rows = await sql.query<SpendRow>({
    name: 'add-purchases',
    text: addSums,
    values: [
      sums.map(({ agencyId }) => agencyId),
      sums.map(({ accountId }) => accountId),
      sums.map(({ fanId }) => fanId),
      sums.map((sum) => (isTaken(sum) ? 0 : sum.spendCents)),
      sums.map((sum) => (isTaken(sum) ? null : instantOf(sum.latestAdded))),
    ],
  });
  const takenSums = sums.filter(isTaken);
  if (takenSums.length === 0) return;
  const rowOf = new Map(rows.map((row) => [keyOf(row.agency_id, row.account_id, row.fan_id), row]));
  const taken = takenSums.map((change): Taken => {
    const { place, last_purchase_at } = rowOf.get(keyOf(change.agencyId, change.accountId, change.fanId))!;
    const last = last_purchase_at?.getTime() ?? null;
    return { change, place, lastPurchaseAt: change.latestAdded === null ? last : later(last, change.latestAdded) };
  });
  await findLastPurchases(sql, taken);
  await sql.query({
    name: 'take-purchases',
    text: subtractTaken,
    values: [
      taken.map(({ place }) => place),
      taken.map(({ change }) => change.spendCents),
      taken.map(({ lastPurchaseAt }) => instantOf(lastPurchaseAt)),
    ],
  });
}
