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

/** SQL that adds moves, which a query gives, to the spend of their fans. */
export const addPurchases = (moves: string) => `
  INSERT INTO fan_spends AS s (agency_id, account_id, fan_id, spend_cents, last_purchase_at)
  SELECT m.agency_id, m.account_id, m.fan_id, m.spend_cents, m.latest_brought FROM (${moves}) m ${inOrder}
  ON CONFLICT (agency_id, account_id, fan_id) DO UPDATE
     SET spend_cents = s.spend_cents + EXCLUDED.spend_cents, last_purchase_at = greatest(s.last_purchase_at, EXCLUDED.last_purchase_at)`;

const addMoves = `${addPurchases(`SELECT * FROM ${asMoves}`)}
  RETURNING s.agency_id, s.account_id, s.fan_id, s.ctid AS place`;

/** Where a fan's row is while the transaction lasts. */
interface Place {
  readonly agency_id: string;
  readonly account_id: string;
  readonly fan_id: string;
  readonly place: string;
}

/**
 * Only where the last purchase was taken back is the one before it looked for, from the latest order of the fan on. The rows
 * are this transaction's already, so that each is where the first statement has left it.
 */
const takePurchases = `
  UPDATE fan_spends s
     SET spend_cents = s.spend_cents + m.spend_cents,
         last_purchase_at = CASE
           WHEN m.latest_taken >= coalesce(greatest(s.last_purchase_at, m.latest_brought), '-infinity') THEN (
             SELECT o.created_at FROM orders o
              WHERE o.agency_id = m.agency_id AND o.fan_id = m.fan_id AND o.account_id = m.account_id
                AND o.order_type <> 'subscription' AND o.refunded_at IS NULL
              ORDER BY o.created_at DESC, o.id DESC LIMIT 1)
           ELSE greatest(s.last_purchase_at, m.latest_brought) END
    FROM ${asMoves.replace('unnest(', 'unnest($7::tid[], ').replace('m (', 'm (place, ')}
   WHERE s.ctid = m.place`;

/**
 * Moves the spend of fans by what a batch changed, whatever else they bought. Rows are locked in the order of their
 * keys. Where purchases are taken back a later statement looks for the last one: it sees the orders of every batch that held
 * the lock before.
 */
export async function moveFanSpend(sql: Sql, changes: readonly PurchaseChange[]): Promise<void> {
  const moves = movesOf(changes);
  const isTaken = ({ latestTaken, spendCents }: Move) => latestTaken !== null || spendCents < 0;
  const taken = moves.filter(isTaken);
  // The first statement writes every row, and so locks all of them in one order.
  const added = taken.length === 0 ? moves : moves.map((move) => (isTaken(move) ? { ...move, spendCents: 0, latestBrought: null } : move));
  if (added.length === 0) return;
  const rows = await sql.query<Place>({ name: 'add-purchases', text: addMoves, values: columnsOf(added) });
  if (taken.length === 0) return;
  const places = new Map(rows.map(({ agency_id, account_id, fan_id, place }) => [JSON.stringify([agency_id, account_id, fan_id]), place]));
  const placeOf = ({ agencyId, accountId, fanId }: Move) => places.get(JSON.stringify([agencyId, accountId, fanId]));
  await sql.query({ name: 'take-purchases', text: takePurchases, values: [...columnsOf(taken), taken.map(placeOf)] });
}

/** Waits for statements that were sent together; throws what the first of them failed with. */
export async function allInOrder(statements: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(statements);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
