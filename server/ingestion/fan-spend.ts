import type { Order } from '../../generated/models.ts';
import type { Sql } from '../database/client/sql.ts';

/** What an order means for its fan's spend. An order may name no fan. */
export interface Purchase {
  readonly agencyId: string;
  readonly accountId: string;
  readonly fanId: string | null;
  readonly orderType: Order['order_type'];
  readonly amountCents: number;
  readonly createdAt: Date;
  readonly isRefunded: boolean;
}

/** What an order was for the spend before it was written, and what it is now. */
export interface PurchaseChange {
  readonly before: Purchase | null;
  readonly after: Purchase | null;
}

/** How a batch moves the spend of one fan on one account. */
interface Move {
  readonly agencyId: string;
  readonly accountId: string;
  readonly fanId: string;
  spendCents: number;
  /** The latest purchase that the batch brings, and the latest that it takes back; milliseconds. */
  latestBrought: number | null;
  latestTaken: number | null;
}

/** À la carte: neither a subscription nor refunded. */
function isSpent(purchase: Purchase | null): purchase is Purchase & { readonly fanId: string } {
  return purchase !== null && purchase.fanId !== null && purchase.orderType !== 'subscription' && !purchase.isRefunded;
}

function isSamePurchase(before: Purchase, after: Purchase): boolean {
  return before.accountId === after.accountId && before.fanId === after.fanId && before.createdAt.getTime() === after.createdAt.getTime();
}

const later = (a: number | null, b: number) => (a === null ? b : Math.max(a, b));

/** The moves in the order in which their rows are locked. */
function movesOf(changes: readonly PurchaseChange[]): Move[] {
  const moves = new Map<string, Move>();
  const moveOf = ({ agencyId, accountId, fanId }: Purchase & { readonly fanId: string }): Move => {
    const key = JSON.stringify([agencyId, accountId, fanId]);
    let move = moves.get(key);
    if (!move) moves.set(key, (move = { agencyId, accountId, fanId, spendCents: 0, latestBrought: null, latestTaken: null }));
    return move;
  };
  for (const { before, after } of changes) {
    if (isSpent(before) && isSpent(after) && isSamePurchase(before, after)) {
      if (before.amountCents !== after.amountCents) moveOf(after).spendCents += after.amountCents - before.amountCents;
      continue;
    }
    if (isSpent(before)) {
      const move = moveOf(before);
      move.spendCents -= before.amountCents;
      move.latestTaken = later(move.latestTaken, before.createdAt.getTime());
    }
    if (isSpent(after)) {
      const move = moveOf(after);
      move.spendCents += after.amountCents;
      move.latestBrought = later(move.latestBrought, after.createdAt.getTime());
    }
  }
  return [...moves.values()];
}

const instantOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function columnsOf(moves: readonly Move[]): unknown[] {
  return [
    moves.map(({ agencyId }) => agencyId),
    moves.map(({ accountId }) => accountId),
    moves.map(({ fanId }) => fanId),
    moves.map(({ spendCents }) => spendCents),
    moves.map(({ latestBrought }) => instantOf(latestBrought)),
    moves.map(({ latestTaken }) => instantOf(latestTaken)),
  ];
}

const asMoves = `unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::timestamptz[])
             AS m (agency_id, account_id, fan_id, spend_cents, latest_brought, latest_taken)`;

const inOrder = `ORDER BY m.agency_id, m.account_id COLLATE "C", m.fan_id COLLATE "C"`;

/** SQL: adds what fans spent and when they last purchased, of rows in the order in which fans are locked. */
export const addInOrder = (rows: string) => `
  INSERT INTO fan_spends AS s (agency_id, account_id, fan_id, spend_cents, last_purchase_at)
  ${rows}
  ON CONFLICT (agency_id, account_id, fan_id) DO UPDATE
     SET spend_cents = s.spend_cents + EXCLUDED.spend_cents, last_purchase_at = greatest(s.last_purchase_at, EXCLUDED.last_purchase_at)`;

/** SQL that adds moves, which a query gives, to the spend of their fans. */
export const addPurchases = (moves: string) =>
  addInOrder(`SELECT m.agency_id, m.account_id, m.fan_id, m.spend_cents, m.latest_brought FROM (${moves}) m ${inOrder}`);

/** SQL: the purchases among new orders, as moves. */
export const purchasesIn = (orders: string) => `
      SELECT agency_id, account_id, fan_id, amount_cents AS spend_cents, created_at AS latest_brought
        FROM ${orders} WHERE fan_id IS NOT NULL AND order_type <> 'subscription'`;

/** SQL: the moves with one for each fan. */
export const sumsOfPurchases = (moves: string) => `
      SELECT agency_id, account_id, fan_id, sum(spend_cents) AS spend_cents, max(latest_brought) AS latest_brought
        FROM (${moves}) AS purchase GROUP BY agency_id, account_id, fan_id`;

const addMoves = `${addPurchases(`SELECT * FROM ${asMoves}`)}
  RETURNING s.agency_id, s.account_id, s.fan_id, s.last_purchase_at, s.ctid AS place`;

/** Where a fan's row is while the transaction lasts. */
interface Place {
  readonly agency_id: string;
  readonly account_id: string;
  readonly fan_id: string;
  readonly last_purchase_at: Date | null;
  readonly place: string;
}

/** The last purchases of fans of one agency, whose orders may be on another server than what they spent. */
const lastPurchases = `
  SELECT m.number, (
           SELECT o.created_at FROM orders o
            WHERE o.agency_id = $1 AND o.fan_id = m.fan_id AND o.account_id = m.account_id
              AND o.order_type <> 'subscription' AND o.refunded_at IS NULL
            ORDER BY o.created_at DESC, o.id DESC LIMIT 1) AS last_purchase_at
    FROM unnest($2::int[], $3::text[], $4::text[]) AS m (number, account_id, fan_id)`;

/** The rows are this transaction's already, so that each is where the first statement has left it. */
const takePurchases = `
  UPDATE fan_spends s SET spend_cents = s.spend_cents + m.spend_cents, last_purchase_at = m.last_purchase_at
    FROM unnest($1::tid[], $2::bigint[], $3::timestamptz[]) AS m (place, spend_cents, last_purchase_at)
   WHERE s.ctid = m.place`;

interface Taken {
  readonly move: Move;
  readonly place: string;
  lastPurchaseAt: number | null;
}

/** Of the fans whose last purchase was taken back, the one before it. */
async function findLastPurchases(sql: Sql, taken: readonly Taken[]): Promise<void> {
  const isLookedFor = ({ move, lastPurchaseAt }: Taken) => move.latestTaken !== null && move.latestTaken >= (lastPurchaseAt ?? -Infinity);
  for (const [agencyId, ofAgency] of Map.groupBy(taken.filter(isLookedFor), ({ move }) => move.agencyId)) {
    const rows = await sql.query<{ number: number; last_purchase_at: Date | null }>({
      name: 'last-purchases',
      text: lastPurchases,
      values: [
        agencyId,
        ofAgency.map((_, number) => number),
        ofAgency.map(({ move }) => move.accountId),
        ofAgency.map(({ move }) => move.fanId),
      ],
    });
    for (const { number, last_purchase_at } of rows) ofAgency[number]!.lastPurchaseAt = last_purchase_at?.getTime() ?? null;
  }
}

/**
 * Moves the spend of fans by what a batch changed, whatever else they bought. Rows are locked in the order of their
 * keys. Only where the last purchase was taken back is the one before it looked for, from the latest order of the fan on: by a later statement,
 * which sees the orders of every batch that held the lock before.
 */
export async function moveFanSpend(sql: Sql, changes: readonly PurchaseChange[]): Promise<void> {
  const moves = movesOf(changes);
  const isTaken = ({ latestTaken, spendCents }: Move) => latestTaken !== null || spendCents < 0;
  const takenMoves = moves.filter(isTaken);
  // The first statement writes every row, and so locks all of them in one order.
  const added =
    takenMoves.length === 0 ? moves : moves.map((move) => (isTaken(move) ? { ...move, spendCents: 0, latestBrought: null } : move));
  if (added.length === 0) return;
  const rows = await sql.query<Place>({ name: 'add-purchases', text: addMoves, values: columnsOf(added) });
  if (takenMoves.length === 0) return;
  const keyOf = (agencyId: string, accountId: string, fanId: string) => JSON.stringify([agencyId, accountId, fanId]);
  const places = new Map(rows.map((row) => [keyOf(row.agency_id, row.account_id, row.fan_id), row]));
  const taken = takenMoves.map((move): Taken => {
    const { place, last_purchase_at } = places.get(keyOf(move.agencyId, move.accountId, move.fanId))!;
    const last = last_purchase_at?.getTime() ?? null;
    return { move, place, lastPurchaseAt: move.latestBrought === null ? last : later(last, move.latestBrought) };
  });
  await findLastPurchases(sql, taken);
  await sql.query({
    name: 'take-purchases',
    text: takePurchases,
    values: [
      taken.map(({ place }) => place),
      taken.map(({ move }) => move.spendCents),
      taken.map(({ lastPurchaseAt }) => instantOf(lastPurchaseAt)),
    ],
  });
}

/** Waits for statements that were sent together; throws what the first of them failed with. */
export async function allInOrder(statements: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(statements);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
