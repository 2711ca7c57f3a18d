import { describe, expect, it } from 'vitest';
import type { Sql, Statement } from '../../server/database/client/sql.ts';
import { updateProjections } from '../../server/projections/refresh-projections.ts';
import type { TransactingSql } from '../../server/database/client/sql.ts';
import { useProjections, type ProjectionFixture } from './fixture.ts';

const start = '2026-03-02T00:00:00Z';

/** Records orders in quarters that follow each other, and names each quarter so often. */
async function addOrders(
  fixture: ProjectionFixture,
  prefix: string,
  quarterCount: number,
  perQuarter: number,
  nameCount = 1,
  from = start,
) {
  await fixture.rows(
    `WITH added AS (
       INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, user_id, amount_cents, created_at, refunded_at)
       SELECT $1, $2 || q || '-' || i, (ARRAY['tip', 'push', 'private_media', 'subscription'])[1 + i % 4], 'c' || 1 + i % 2, 'a' || 1 + i % 2,
              CASE WHEN i % 3 > 0 THEN 'u' || i % 3 END, i,
              $5::timestamptz + q * interval '15 minutes', CASE WHEN i % 5 = 0 THEN $5::timestamptz + q * interval '15 minutes' END
         FROM generate_series(0, $3::int - 1) q, generate_series(1, $4::int) i
     )
     INSERT INTO changed_quarters (agency_id, quarter)
     SELECT $1, $5::timestamptz + q * interval '15 minutes' FROM generate_series(0, $3::int - 1) q, generate_series(1, $6::int)`,
    prefix,
    quarterCount,
    perQuarter,
    from,
    nameCount,
  );
}

const rowsReadSql = `
  SELECT coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_del), 0)::int AS count
    FROM pg_stat_xact_user_tables
   WHERE relname IN ('orders', 'sends', 'sent_messages', 'revenue_quarters', 'message_quarters', 'changed_quarters', 'changed_sends')`;

interface Watch {
  onStatement?(rowCount: number, statement: Statement): void;
  beforeBatch?(): Promise<void>;
  beforeStatement?(sql: Sql, statement: Statement): Promise<void>;
}

/** The same database, which records each batch and statement of its transactions. */
function watched({ pool: database }: ProjectionFixture, { onStatement, beforeBatch, beforeStatement }: Watch): TransactingSql {
  return {
    query: (statement) => database.query(statement),
    async transaction(work) {
      await beforeBatch?.();
      return database.transaction((sql) => {
        const countRows = async () => (await sql.query<{ count: number }>({ text: rowsReadSql }))[0]!.count;
        return work({
          async query<Row>(statement: Statement): Promise<Row[]> {
            await beforeStatement?.(sql, statement);
            const before = onStatement ? await countRows() : 0;
            const rows = await sql.query<Row>(statement);
            onStatement?.((await countRows()) - before, statement);
            return rows;
          },
        });
      });
    },
  };
}

/** What the roll-ups say, and what the orders and sends amount to, in one form. */
async function expectExact(fixture: ProjectionFixture): Promise<void> {
  const ofFacts = `
    SELECT instant, creator_id, coalesce(user_id, '') AS user_id, order_type, revenue, refunded, orders, messages FROM (
      SELECT created_at AS instant, creator_id, user_id, order_type, amount_cents AS revenue, 0 AS refunded, 1 AS orders, 0 AS messages FROM orders WHERE agency_id = $1
      UNION ALL SELECT refunded_at, creator_id, user_id, order_type, 0, amount_cents, 0, 0 FROM orders WHERE agency_id = $1 AND refunded_at IS NOT NULL
      UNION ALL SELECT sent_at, creator_id, sent_by_user_id, '', 0, 0, 0, 1 FROM sends WHERE agency_id = $1) f`;
  const sums =
    'sum(revenue)::bigint AS revenue, sum(refunded)::bigint AS refunded, sum(orders)::bigint AS orders, sum(messages)::bigint AS messages';
  const stored = 'revenue_cents, refunded_cents, orders_count';
  const differences = (computed: string, shown: string) => `
    (SELECT 'missing' AS what, m.* FROM ((${computed}) EXCEPT ALL (${shown})) m) UNION ALL (SELECT 'wrong', w.* FROM ((${shown}) EXCEPT ALL (${computed})) w)`;
  const quarters = `SELECT date_bin('15 minutes', instant, 'epoch') AS at, creator_id, user_id, order_type, ${sums} FROM (${ofFacts}) f
    GROUP BY 1, 2, 3, 4 HAVING sum(revenue) <> 0 OR sum(refunded) <> 0 OR sum(orders) <> 0 OR sum(messages) <> 0`;
  const shownQuarters = `SELECT quarter, creator_id, user_id, order_type, ${stored}, 0::bigint FROM revenue_quarters WHERE agency_id = $1
    UNION ALL SELECT quarter, creator_id, user_id, '', 0, 0, 0, messages_sent_count FROM message_quarters WHERE agency_id = $1`;
  expect(await fixture.rows(differences(quarters, shownQuarters))).toEqual([]);
  const blocks = ([dimension, hours, value, condition]: readonly string[]) => `
    SELECT '${dimension}', ${hours}, ${value}, date_bin('${hours} hours', instant, '1970-01-05T00:00:00Z'), creator_id, ${sums} FROM (${ofFacts}) f
     WHERE ${condition} GROUP BY 3, 4, 5 HAVING sum(revenue) <> 0 OR sum(refunded) <> 0 OR sum(orders) <> 0 OR sum(messages) <> 0`;
  const computed = [
    ['creator', '6', `''`, 'true'],
    ['creator', '168', `''`, 'true'],
    ['employee', '168', 'user_id', `user_id <> ''`],
    ['employee', '672', 'user_id', `user_id <> ''`],
    ['order_type', '168', 'order_type', `order_type <> ''`],
    ['order_type', '672', 'order_type', `order_type <> ''`],
  ].map(blocks);
  const shownBlocks = `SELECT dimension, length_hours, value, starts_at, creator_id, ${stored}, messages_sent_count FROM activity_blocks WHERE agency_id = $1`;
  expect(await fixture.rows(differences(computed.join(' UNION ALL '), shownBlocks))).toEqual([]);
}

const pendingOf = async (fixture: ProjectionFixture) =>
  (await fixture.rows<{ count: number }>('SELECT count(*)::int AS count FROM changed_quarters WHERE agency_id = $1'))[0]!.count;

describe('the refresh of a backlog', () => {
  const newFixture = useProjections();

  it('reads no more rows in a statement than its budget allows, also of one quarter with very many orders and names', async () => {
    const fixture = await newFixture();
    await addOrders(fixture, 's', 120, 40);
    await addOrders(fixture, 'l', 1, 6_000, 3_000, '2026-03-09T12:00:00Z');
    await fixture.addSends(fixture.pool, 'm', 3_000, '2026-03-04T00:00:00Z', '20 seconds');
    const rowsPerBatch = 500;
    let most: readonly [rowCount: number, text: string] = [0, ''];
    let batchCount = 0;
    const database = watched(fixture, {
      onStatement(rowCount, { text }) {
        if (rowCount > most[0]) most = [rowCount, text];
      },
      beforeBatch: async () => void (batchCount += 1),
    });
    await updateProjections(database, { rowsPerBatch });
    // A quarter is counted before it is read, and each of its rows is read, replaced and taken off a list.
    expect(most[0], most[1]).toBeLessThanOrEqual(6 * rowsPerBatch);
    expect(batchCount).toBeGreaterThan(20);
    expect(await pendingOf(fixture)).toBe(0);
    await expectExact(fixture);
  });

  it('keeps the completed batches of an interrupted refresh, and completes', async () => {
    const fixture = await newFixture();
    await addOrders(fixture, 's', 96, 10);
    const left: number[] = [];
    for (let isDone = false; !isDone;) {
      let batchCount = 0;
      const dying = watched(fixture, {
        beforeBatch: async () => {
          if ((batchCount += 1) > 5) throw new Error('killed');
        },
      });
      isDone = await updateProjections(dying, { rowsPerBatch: 100 }).then(
        () => true,
        () => false,
      );
      left.push(await pendingOf(fixture));
      expect(left.length).toBeLessThan(40);
    }
    expect(left.length).toBeGreaterThan(2);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    await expectExact(fixture);
  });

  it('is tried again with fewer rows where the database cuts a statement', async () => {
    const fixture = await newFixture();
    await addOrders(fixture, 's', 200, 10);
    let cutCount = 0;
    const cutting = watched(fixture, {
      async beforeStatement(sql, { values = [] }) {
        if (!values.some((value) => typeof value === 'number' && value > 600)) return;
        cutCount += 1;
        await sql.query({ text: 'SET LOCAL statement_timeout = 1' });
        await sql.query({ text: 'SELECT pg_sleep(5)' });
      },
    });
    await updateProjections(cutting);
    expect(cutCount).toBeGreaterThan(3);
    expect(await pendingOf(fixture)).toBe(0);
    await expectExact(fixture);
  });

  it('shows the change of another agency long before the backlog is worked off', async () => {
    const [large, small] = [await newFixture(), await newFixture()];
    await addOrders(large, 's', 400, 10);
    await large.addSends(large.pool, 'm', 2_000, '2026-03-04T00:00:00Z', '20 seconds');
    let batchCount = 0;
    let leftWhenShown: number | undefined;
    const database = watched(large, {
      beforeBatch: async () => {
        batchCount += 1;
        if (batchCount === 4) {
          await addOrders(small, 'n', 1, 1);
          await small.addSends(small.pool, 'n', 1, start);
          for (const list of ['changed_quarters', 'changed_sends'])
            await small.rows(`UPDATE ${list} SET changed_at = now() - interval '2 minutes' WHERE agency_id = $1`);
        }
        const isShown = await small.rows('SELECT 1 FROM revenue_quarters q, sent_messages m WHERE q.agency_id = $1 AND m.agency_id = $1');
        if (isShown.length > 0) leftWhenShown ??= await pendingOf(large);
      },
    });
    await updateProjections(database, { rowsPerBatch: 200 });
    expect(leftWhenShown).toBeGreaterThan(300);
    await expectExact(large);
    await expectExact(small);
  });

  it('is exact when orders move between quarters, employees and creators, in batches of any size', async () => {
    const fixture = await newFixture();
    await addOrders(fixture, 's', 40, 12);
    await fixture.addSends(fixture.pool, 'm', 300, '2026-03-04T00:00:00Z', '11 minutes');
    for (const [index, rowsPerBatch] of [100, 1_000, 137, 20_000].entries()) {
      await updateProjections(fixture.pool, { rowsPerBatch });
      await expectExact(fixture);
      await fixture.rows(
        `WITH moved AS (
           UPDATE orders SET created_at = created_at + (length(id) + $2::int) * interval '7 days', user_id = CASE WHEN user_id IS NULL THEN 'u1' END,
                  amount_cents = amount_cents + 1
            WHERE agency_id = $1 AND amount_cents % 4 = $2
           RETURNING old.created_at AS before, new.created_at AS after, refunded_at
         )
         INSERT INTO changed_quarters (agency_id, quarter)
         SELECT DISTINCT $1::uuid, date_bin('15 minutes', i, 'epoch') FROM moved, LATERAL (VALUES (before), (after), (refunded_at)) v (i) WHERE i IS NOT NULL`,
        index,
      );
    }
    await updateProjections(fixture.pool, { rowsPerBatch: 100 });
    await expectExact(fixture);
  });
});
