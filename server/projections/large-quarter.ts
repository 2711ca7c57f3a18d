import type { Sql } from '../database/client/sql.ts';
import { removeAtPlaces } from './remove-at-places.ts';
import { openEntries, openFacts } from './roll-up-statements.ts';

interface FactRow {
  readonly creator_id: string;
  readonly user_id: string;
  readonly order_type: string;
  readonly revenue_cents: number;
  readonly refunded_cents: number;
  readonly orders_count: number;
  readonly messages_sent_count: number;
}

type Sums = Record<'revenue_cents' | 'refunded_cents' | 'orders_count' | 'messages_sent_count', bigint>;

function add(sums: Map<string, Sums>, row: FactRow): void {
  const key = JSON.stringify([row.creator_id, row.user_id, row.order_type]);
  const sum = sums.get(key) ?? { revenue_cents: 0n, refunded_cents: 0n, orders_count: 0n, messages_sent_count: 0n };
  sum.revenue_cents += BigInt(row.revenue_cents);
  sum.refunded_cents += BigInt(row.refunded_cents);
  sum.orders_count += BigInt(row.orders_count);
  sum.messages_sent_count += BigInt(row.messages_sent_count);
  sums.set(key, sum);
}

function* inPieces(quarter: Date, sums: ReadonlyMap<string, Sums>, size: number): Generator<string> {
  let piece: object[] = [];
  for (const [key, sum] of sums) {
    const [creator_id, user_id, order_type] = JSON.parse(key) as [string, string, string];
    const figures = Object.fromEntries(Object.entries(sum).map(([figure, value]) => [figure, String(value)]));
    piece.push({ quarter, creator_id, user_id, order_type, ...figures });
    if (piece.length < size) continue;
    yield JSON.stringify(piece);
    piece = [];
  }
  if (piece.length > 0) yield JSON.stringify(piece);
}

/** Reads a cursor to its end, so many rows at a time. */
async function* pages<Row>(sql: Sql, cursor: string, size: number): AsyncGenerator<Row[]> {
  for (let count = size; count === size;) {
    const rows = await sql.query<Row>({ text: `FETCH ${size} FROM ${cursor}` });
    yield rows;
    count = rows.length;
  }
  await sql.query({ text: `CLOSE ${cursor}` });
}

/**
 * Removes a quarter with more facts than a statement may read from the work list. Sums its facts up in statements of `rowsPerStatement` rows
 * each. A fact that is committed meanwhile adds the quarter again. Returns JSON lists of the sums to add to the roll-ups.
 */
export async function sumUpLargeQuarter(sql: Sql, agencyId: string, quarter: Date, rowsPerStatement: number): Promise<string[]> {
  await sql.query({ text: openEntries, values: [agencyId, quarter] });
  for await (const entries of pages<{ place: string }>(sql, 'quarter_entries', rowsPerStatement)) {
    await removeAtPlaces(
      sql,
      'changed_quarters',
      agencyId,
      entries.map(({ place }) => place),
    );
  }
  await sql.query({ text: openFacts, values: [agencyId, quarter] });
  const sums = new Map<string, Sums>();
  for await (const rows of pages<FactRow>(sql, 'quarter_facts', rowsPerStatement)) for (const row of rows) add(sums, row);
  return [...inPieces(quarter, sums, rowsPerStatement)];
}
