import { blockHours, blocksOrigin } from '../server/query/roll-up-blocks.ts';
import { orderDays, randomAgency, type Amounts } from './much-data-amounts.ts';
import { accountId, creatorId, employeeId, largeDatabase } from './much-data-people.ts';
import type { MuchDataServer } from './much-data-server.ts';

/** As the refresh of a running service would, without its work lists; nothing refers to rows that are missing. */
export const session = 'SET session_replication_role = replica; SET enable_mergejoin = off; SET enable_nestloop = off; SET jit = off;';

const oneOf = (values: readonly string[], random: string) =>
  `(ARRAY['${values.join("', '")}'])[1 + floor(${random} * ${values.length})::int]`;

/** Row `n` of `count`, in the order of time. */
const instantOf = (n: string, count: number) => `now() - interval '${orderDays} days' * (1 - ${n}::float8 / ${count})`;

/** Rows in the order of time, each of an agency and one of its fans at random. Some fans buy more than others. */
const facts = (count: number, amounts: Amounts) => `
  (SELECT f.*, 1 + floor(f.r1 * f.r1 * a.fans)::int AS fan, a.id AS agency_id, a.creators, a.employees
     FROM (SELECT n, ${instantOf('n', count)} AS at, ${randomAgency(amounts)} AS agency, random() AS r1, random() AS r2, random() AS r3
             FROM generate_series(1, ${count}) n) f
     JOIN bench.agencies a ON a.number = f.agency) f`;

const creatorOfFan = `1 + f.fan % f.creators`;
const recordId = `uuidv7(f.at - clock_timestamp())::text`;

const fans = `
  INSERT INTO fans (agency_id, account_id, fan_id, creator_id, fan_username, subscription_status, is_online, related_at, tag_ids, assigned_user_id)
  SELECT a.id, ${accountId('1 + f % a.creators')}, 'fan-' || f, ${creatorId('1 + f % a.creators')}, 'fan_' || f,
         (ARRAY['active_subscriber', 'former_subscriber', 'interested'])[1 + f % 3], f % 10 = 0, now() - interval '700 days' * random(),
         CASE WHEN f % 4 = 0 THEN ARRAY['tag-' || 1 + f % 20] ELSE '{}' END, CASE WHEN f % 2 = 0 THEN ${employeeId('1 + (f / 2) % a.employees')} END
    FROM bench.agencies a, generate_series(1, a.fans) f`;

const orders = (amounts: Amounts) => `
  INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, user_id, message_id, amount_cents, created_at, refunded_at)
  SELECT f.agency_id, ${recordId}, ${oneOf(['tip', 'push', 'private_media', 'subscription'], 'f.r2')}, ${creatorId(creatorOfFan)},
         ${accountId(creatorOfFan)}, 'fan-' || f.fan, CASE WHEN f.r3 < 0.7 THEN ${employeeId('1 + f.fan % f.employees')} END, NULL,
         500 + floor(f.r3 * 10000)::int, f.at, CASE WHEN f.r2 < 0.03 THEN least(now(), f.at + interval '3 days') END
    FROM ${facts(amounts.orders, amounts)}`;

const sends = (amounts: Amounts) => `
  INSERT INTO sends (agency_id, id, sent_at, source, sent_by_user_id, creator_id, fan_id, fan_username, is_private_media, media)
  SELECT f.agency_id, ${recordId}, f.at, CASE WHEN f.r2 < 0.3 THEN 'script' ELSE 'messaging' END, ${employeeId('1 + f.fan % f.employees')},
         ${creatorId(creatorOfFan)}, 'fan-' || f.fan, 'fan_' || f.fan, false, '[]'
    FROM ${facts(amounts.sends, amounts)}`;

const sentMessages = `
  INSERT INTO sent_messages (agency_id, id, sent_at, source, sent_by_user_id, creator_id, fan_id, fan_username, is_private_media, media)
  SELECT agency_id, id, sent_at, source, sent_by_user_id, creator_id, fan_id, fan_username, is_private_media, media FROM sends`;

const fanSpends = `
  INSERT INTO fan_spends (agency_id, account_id, fan_id, spend_cents, last_purchase_at)
  SELECT agency_id, account_id, fan_id, sum(amount_cents), max(created_at)
    FROM orders WHERE order_type <> 'subscription' AND refunded_at IS NULL GROUP BY agency_id, account_id, fan_id`;

const quarterOf = (instant: string) => `date_bin('15 minutes', ${instant}, timestamptz '2000-01-01')`;

const revenueQuarters = `
  INSERT INTO revenue_quarters (agency_id, quarter, creator_id, user_id, order_type, revenue_cents, refunded_cents, orders_count)
  SELECT agency_id, quarter, creator_id, user_id, order_type, sum(revenue), sum(refunded), sum(count)
    FROM (SELECT agency_id, ${quarterOf('created_at')} AS quarter, creator_id, coalesce(user_id, '') AS user_id, order_type,
                 amount_cents AS revenue, 0 AS refunded, 1 AS count FROM orders
          UNION ALL
          SELECT agency_id, ${quarterOf('refunded_at')}, creator_id, coalesce(user_id, ''), order_type, 0, amount_cents, 0
            FROM orders WHERE refunded_at IS NOT NULL) f
   GROUP BY 1, 2, 3, 4, 5`;

const messageQuarters = `
  INSERT INTO message_quarters (agency_id, quarter, creator_id, user_id, messages_sent_count)
  SELECT agency_id, ${quarterOf('sent_at')}, creator_id, coalesce(sent_by_user_id, ''), count(*) FROM sends GROUP BY 1, 2, 3, 4`;

const valueOf = { creator: `''`, employee: 'user_id', order_type: 'order_type' };

const blockStart = (hours: number, instant: string) => `date_bin('${hours} hours', ${instant}, timestamptz '${blocksOrigin}')`;

const intoBlocks = (dimension: string, hours: number, instant: string, from: string) => `
  INSERT INTO activity_blocks (agency_id, dimension, length_hours, starts_at, creator_id, value, revenue_cents, refunded_cents, orders_count, messages_sent_count)
  SELECT agency_id, '${dimension}', ${hours}, ${blockStart(hours, instant)}, creator_id, value, sum(revenue_cents), sum(refunded_cents), sum(orders_count),
         sum(messages_sent_count)
    FROM ${from} b GROUP BY 4, 1, 5, 6`;

/** The shorter blocks of the quarters, and the longer ones of these. */
const activityBlocks = (Object.keys(blockHours) as (keyof typeof blockHours)[]).flatMap((dimension) => {
  const [longer, shorter] = blockHours[dimension];
  const value = valueOf[dimension];
  const quarters = `(
    SELECT agency_id, quarter, creator_id, ${value} AS value, revenue_cents, refunded_cents, orders_count, 0 AS messages_sent_count
      FROM revenue_quarters ${dimension === 'employee' ? `WHERE user_id <> ''` : ''}
    ${
      dimension === 'order_type'
        ? ''
        : `UNION ALL SELECT agency_id, quarter, creator_id, ${value}, 0, 0, 0, messages_sent_count FROM message_quarters ${dimension === 'employee' ? `WHERE user_id <> ''` : ''}`
    })`;
  const blocks = `(SELECT * FROM activity_blocks WHERE dimension = '${dimension}' AND length_hours = ${shorter})`;
  return [intoBlocks(dimension, shorter, 'quarter', quarters), intoBlocks(dimension, longer, 'starts_at', blocks)];
});

/** The indexes of a table that a load drops and builds afterwards: also the primary key, unless others refer to it. */
const dropped = (table: string) => `
  SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition, con.conname AS constraint, pg_get_constraintdef(con.oid) AS constraint_definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    LEFT JOIN pg_constraint con ON con.conindid = i.indexrelid AND con.conrelid = i.indrelid
   WHERE i.indrelid = '${table}'::regclass
     AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.conindid = i.indexrelid AND f.contype = 'f')`;

interface Dropped {
  readonly name: string;
  readonly definition: string;
  readonly constraint: string | null;
  readonly constraint_definition: string | null;
}

/**
 * Fills an empty table, and builds its indexes afterwards. One transaction, in which the table is new: with `wal_level` minimal none of it
 * is logged.
 */
export async function fillTable(server: MuchDataServer, table: string, ...statements: readonly string[]): Promise<void> {
  const indexes = await server.run<Dropped>(largeDatabase, dropped(table));
  const drop = ({ name, constraint }: Dropped) =>
    constraint ? `ALTER TABLE ${table} DROP CONSTRAINT ${constraint}` : `DROP INDEX ${name}`;
  const build = ({ definition, constraint, constraint_definition }: Dropped) =>
    constraint ? `ALTER TABLE ${table} ADD CONSTRAINT ${constraint} ${constraint_definition}` : definition;
  const work = [`TRUNCATE ${table} CASCADE`, ...indexes.map(drop), ...statements, ...indexes.map(build)];
  await server.run(largeDatabase, `${session} BEGIN; ${work.join('; ')}; COMMIT`);
  await server.run(largeDatabase, `VACUUM (FREEZE, ANALYZE) ${table}`);
}

type Step = (name: string, work: () => Promise<void>) => Promise<void>;

/** Fans, orders and messages of a year, with the sums that the service makes of them. */
export async function loadRecords(server: MuchDataServer, amounts: Amounts, step: Step): Promise<void> {
  await step('fans', () => fillTable(server, 'fans', fans));
  await step('orders', () => fillTable(server, 'orders', orders(amounts)));
  await step('sends', () => fillTable(server, 'sends', sends(amounts)));
  await step('sent messages', () => fillTable(server, 'sent_messages', sentMessages));
  await step('spends of fans', () => fillTable(server, 'fan_spends', fanSpends));
  await step('quarters', async () => {
    await fillTable(server, 'revenue_quarters', revenueQuarters);
    await fillTable(server, 'message_quarters', messageQuarters);
  });
  await step('blocks', () => fillTable(server, 'activity_blocks', ...activityBlocks));
}
