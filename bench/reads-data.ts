import pg from 'pg';

/** How much one agency holds. */
export interface Amounts {
  readonly creators: number;
  readonly fans: number;
  readonly sends: number;
  readonly orders: number;
}

export const fullAmounts: Amounts = { creators: 100, fans: 200_000, sends: 2_000_000, orders: 1_000_000 };
export const hundredth: Amounts = { creators: 100, fans: 2_000, sends: 20_000, orders: 10_000 };

/** Half of all fans are on this account: the longest list of fans there is. */
export const largestAccount = 'account-001';

export const employeeCount = 60;
export const tagCount = 30;
export const keyCount = 6_000;

const oneAgency = `(SELECT id FROM agencies)`;
const numbered = (prefix: string, expression: string) => `'${prefix}-' || lpad((${expression})::text, 3, '0')`;
/** The creator of the fan with the number `fan`. */
const creatorOf = (fan: string, { creators, fans }: Amounts) =>
  `CASE WHEN ${fan} <= ${fans / 2} THEN 1 ELSE 2 + ${fan} % ${creators - 1} END`;
const fanId = (fan: string) => `(500000000 + ${fan})::text`;
const employee = `${numbered('employee', `1 + floor(random() * ${employeeCount})`)}`;
const oneOf = (...values: string[]) => `(ARRAY['${values.join("', '")}'])[1 + floor(random() * ${values.length})::int]`;
/** Row `n` of `count` in the order of time, over the last two years. */
const instantOf = (n: string, count: number) => `now() - interval '729 days' * (1 - ${n}::float8 / ${count})`;

const people = (amounts: Amounts) => `
  INSERT INTO agencies (name) VALUES ('Bench');
  INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes)
  SELECT ${oneAgency}, 'bench', 'svc_live_', decode(hash, 'hex'), ARRAY['read:orders', 'read:messages', 'read:fans', 'read:analytics']
    FROM bench_key_hashes;
  INSERT INTO creators (agency_id, id, name, account_id)
  SELECT ${oneAgency}, ${numbered('creator', 'n')}, 'Creator ' || n, ${numbered('account', 'n')} FROM generate_series(1, ${amounts.creators}) n;
  INSERT INTO employees (agency_id, id, name, role, active)
  SELECT ${oneAgency}, ${numbered('employee', 'n')}, 'Employee ' || n, 'chatter', true FROM generate_series(1, ${employeeCount}) n;
  INSERT INTO tags (agency_id, id, name, color, position)
  SELECT ${oneAgency}, ${numbered('tag', 'n')}, 'Tag ' || n, '#112233', n FROM generate_series(1, ${tagCount}) n`;

const fans = (amounts: Amounts) => `
  INSERT INTO fans (agency_id, account_id, fan_id, creator_id, fan_username, subscription_status, is_online, related_at, tag_ids, assigned_user_id)
  SELECT ${oneAgency}, ${numbered('account', creatorOf('n', amounts))}, ${fanId('n')}, ${numbered('creator', creatorOf('n', amounts))},
         CASE WHEN n % 10 > 0 THEN 'fan_' || n END, ${oneOf('active_subscriber', 'former_subscriber', 'interested')}, random() < 0.1,
         ${instantOf('n', amounts.fans)} - random() * interval '30 days',
         ARRAY(SELECT DISTINCT ${numbered('tag', `1 + floor(random() * ${tagCount}) + 0 * n`)} FROM generate_series(1, floor(random() * 4 + 0 * n)::int)),
         CASE WHEN random() < 0.6 THEN ${employee} END
    FROM generate_series(1, ${amounts.fans}) n`;

const sends = (amounts: Amounts) => `
  INSERT INTO sends (agency_id, id, sent_at, source, sent_by_user_id, creator_id, fan_id, fan_username, is_private_media, price_eur, sale_status, message_id, media)
  SELECT ${oneAgency}, uuidv7(at - now())::text, at, CASE WHEN random() < 0.3 THEN 'script' ELSE 'messaging' END,
         CASE WHEN random() < 0.95 THEN ${employee} END, ${numbered('creator', creatorOf('fan', amounts))}, ${fanId('fan')}, 'fan_' || fan,
         is_private, CASE WHEN is_private THEN 500 + (fan % 40) * 100 END,
         CASE WHEN is_private THEN ${oneOf('purchased', 'pending', 'refused', 'free')} END, (7000000000 + n)::text,
         CASE WHEN is_private THEN jsonb_build_array(jsonb_build_object('id', (8000000000 + n)::text, 'type', 'photo')) ELSE '[]' END
    FROM (SELECT n, ${instantOf('n', amounts.sends)} AS at, 1 + floor(random() * ${amounts.fans})::int AS fan, random() < 0.2 AS is_private
            FROM generate_series(1, ${amounts.sends}) n) s`;

const sentMessages = () => `
  INSERT INTO sent_messages (agency_id, id, sent_at, source, sent_by_user_id, creator_id, fan_id, fan_username, is_private_media, price_eur, sale_status, message_id, media)
  SELECT * FROM (SELECT agency_id, id, sent_at, source, sent_by_user_id, creator_id, fan_id, fan_username, is_private_media, price_eur, sale_status, message_id, media
                   FROM sends) s`;

const orders = (amounts: Amounts) => `
  INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, fan_id, user_id, message_id, amount_cents, created_at, refunded_at)
  SELECT ${oneAgency}, uuidv7(at - now())::text, ${oneOf('tip', 'push', 'private_media', 'subscription')},
         ${numbered('creator', creatorOf('fan', amounts))}, ${numbered('account', creatorOf('fan', amounts))}, ${fanId('fan')},
         CASE WHEN random() < 0.7 THEN ${employee} END, CASE WHEN random() < 0.7 THEN (7000000000 + n)::text END,
         500 + floor(random() * 10000)::int, at, CASE WHEN random() < 0.03 THEN least(now(), at + interval '3 days') END
    FROM (SELECT n, ${instantOf('n', amounts.orders)} AS at, 1 + floor(random() * ${amounts.fans})::int AS fan
            FROM generate_series(1, ${amounts.orders}) n) o`;

const fanSpends = () => `
  INSERT INTO fan_spends (agency_id, account_id, fan_id, spend_cents, last_purchase_at)
  SELECT agency_id, account_id, fan_id, sum(amount_cents), max(created_at)
    FROM orders WHERE order_type <> 'subscription' AND refunded_at IS NULL
   GROUP BY agency_id, account_id, fan_id`;

const changedQuarters = `
  INSERT INTO changed_quarters (agency_id, quarter)
  SELECT DISTINCT agency_id, date_bin('15 minutes', at, timestamptz '2000-01-01')
    FROM (SELECT agency_id, created_at AS at FROM orders
          UNION ALL SELECT agency_id, refunded_at FROM orders WHERE refunded_at IS NOT NULL
          UNION ALL SELECT agency_id, sent_at FROM sends) f`;

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'`,
    );
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Fills one table and builds its secondary indexes afterwards, which is faster than keeping them up row by row. */
async function fill(url: string, table: string, statement: string): Promise<void> {
  await connected(url, async (client) => {
    const { rows } = await client.query<{ name: string; definition: string }>(
      `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
         FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indrelid = $1::regclass AND NOT i.indisprimary AND NOT i.indisunique`,
      [table],
    );
    for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
    await client.query(statement);
    for (const { definition } of rows) await client.query(definition);
    await client.query(`VACUUM (FREEZE, ANALYZE) ${table}`);
  });
}

/** Fills a migrated, empty database with one agency. The roll-ups are left to the service's own refresh. */
export async function loadAgency(url: string, amounts: Amounts, keyHashes: readonly Buffer[]): Promise<void> {
  await connected(url, async (client) => {
    await client.query('CREATE TABLE bench_key_hashes (hash text)');
    await client.query('INSERT INTO bench_key_hashes SELECT unnest($1::text[])', [keyHashes.map((hash) => hash.toString('hex'))]);
    await client.query(people(amounts));
  });
  await Promise.all([
    fill(url, 'sends', sends(amounts)).then(() => fill(url, 'sent_messages', sentMessages())),
    fill(url, 'fans', fans(amounts))
      .then(() => fill(url, 'orders', orders(amounts)))
      .then(() => fill(url, 'fan_spends', fanSpends())),
  ]);
  await connected(url, (client) => client.query(changedQuarters));
}

export async function tidy(url: string): Promise<void> {
  await connected(url, async (client) => {
    await client.query('VACUUM (FREEZE, ANALYZE)');
    await client.query('CHECKPOINT');
  });
}
