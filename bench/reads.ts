import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { hashApiKey, mintApiKey } from '../server/access/keys/api-keys.ts';
import { Keyring } from '../server/access/encryption/keyring.ts';
import { prepareDatabase } from '../server/startup/prepare-database.ts';
import { Cursors } from '../server/paging/cursor.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { fullAmounts, hundredth, keyCount, largestAccount, loadAgency, tidy, type Amounts } from './reads-data.ts';
import { measure, type Measured } from './reads-load.ts';
import { residentMb } from './processes.ts';
import { startBare } from './reads-processes.ts';
import { startService, type RunningService } from './service.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 3);
const saturation = 32;
const steady = 4;

const encryptionKey = randomBytes(32);
const operatorToken = randomBytes(24).toString('base64url');
const keys = Array.from({ length: keyCount }, mintApiKey);
const cursors = new Cursors(...new Keyring(encryptionKey).cursorKeys);

interface List {
  readonly name: string;
  readonly operation: string;
  readonly path: string;
  readonly bare: string;
  readonly table: string;
  readonly position: readonly [string, string];
  /** Rows of the pages whose depths are compared. */
  readonly deepLimit: number;
}

const fansPath = `/v1/accounts/${largestAccount}/fans`;
const lists: readonly List[] = [
  {
    name: 'orders',
    operation: 'listOrders',
    path: '/v1/orders',
    bare: '/orders?',
    table: 'orders',
    position: ['created_at', 'id'],
    deepLimit: 50,
  },
  {
    name: 'sent messages',
    operation: 'listSentMessages',
    path: '/v1/sent-messages',
    bare: '/sent-messages?',
    table: 'sent_messages',
    position: ['sent_at', 'id'],
    deepLimit: 50,
  },
  {
    name: 'fans',
    operation: 'listFans',
    path: fansPath,
    bare: `/fans?account=${largestAccount}&`,
    table: `(SELECT * FROM fans WHERE account_id = '${largestAccount}')`,
    position: ['related_at', 'fan_id'],
    deepLimit: 15,
  },
];

async function onDatabase<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text).finally(() => client.end());
  return rows;
}

async function prepare(
  postgresUrl: string,
  name: string,
  amounts: Amounts,
): Promise<{ databaseUrl: string; service: RunningService; agencyId: string }> {
  const database = new URL(postgresUrl);
  database.pathname = `/${name}`;
  await onDatabase(postgresUrl, `CREATE DATABASE ${name}`);
  await prepareDatabase(database.href);
  await loadAgency(database.href, amounts, keys.map(hashApiKey));
  const service = await startService({ databaseUrl: database.href, encryptionKey, operatorToken });
  await refresh(service);
  await tidy(database.href);
  const [agency] = await onDatabase<{ id: string }>(database.href, 'SELECT id FROM agencies');
  return { databaseUrl: database.href, service, agencyId: agency!.id };
}

async function refresh(service: RunningService): Promise<void> {
  const answer = await fetch(`${service.operatorUrl}/operator/v1/projections/refresh`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}` },
  });
  if (!answer.ok) throw new Error(`the refresh was answered ${answer.status}`);
}

async function loopDelayMs(service: RunningService): Promise<number> {
  const answer = await fetch(`${service.operatorUrl}/metrics`, { headers: { authorization: `Bearer ${operatorToken}` } });
  return Number(/^service_event_loop_delay_p99_seconds (\S+)/m.exec(await answer.text())![1]) * 1000;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

interface Pair {
  readonly ours: number;
  readonly other: number;
}

/** Measures two in turn, round by round: what else the machine does changes from minute to minute, and falls on both of a round alike. */
async function sideBySide(ours: () => Promise<Measured>, other: () => Promise<Measured>): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair = { ours: (await ours()).perSecond, other: (await other()).perSecond };
    // The first round warms up.
    if (round > 0) pairs.push(pair);
  }
  return pairs;
}

const table: Record<string, string | number>[] = [];
function report(figure: string, value: string, wanted: string, isMet: boolean): void {
  table.push({ figure, value, wanted, met: isMet ? 'yes' : 'NO' });
  console.log(`${isMet ? ' ' : '!'} ${figure}: ${value} (${wanted})`);
}

async function compare(
  figure: string,
  [name, run]: [string, () => Promise<Measured>],
  [baseName, base]: [string, () => Promise<Measured>],
  least: number,
): Promise<void> {
  const pairs = await sideBySide(run, base);
  const ratio = median(pairs.map(({ ours, other }) => ours / other));
  const perSecond = (of: keyof Pair) => `${median(pairs.map((pair) => pair[of])).toFixed(0)}/s`;
  report(
    figure,
    `${name} ${perSecond('ours')}, ${baseName} ${perSecond('other')}, ratio ${ratio.toFixed(2)}`,
    `at least ${least.toFixed(2)}`,
    ratio >= least,
  );
}

const postgres = await startDurablePostgres();
const stops: (() => Promise<void>)[] = [];
try {
  const startedAt = performance.now();
  const full = await prepare(postgres.url, 'bench_full', fullAmounts);
  stops.push(() => full.service.stop());
  const loadSeconds = (performance.now() - startedAt) / 1000;
  report('data loaded', `${loadSeconds.toFixed(0)} s`, 'at most 180 s', loadSeconds <= 180);
  const small = await prepare(postgres.url, 'bench_small', hundredth);
  stops.push(() => small.service.stop());
  const bare = await startBare(full.databaseUrl);
  stops.push(() => bare.stop());
  for (const { path } of lists) {
    for (const service of [full.service, small.service]) await measure({ url: service.url, path, keys, connections: saturation, seconds });
  }
  await loopDelayMs(full.service);

  const saturate = (url: string, path: string) => () => measure({ url, path, keys, connections: saturation, seconds });
  const ours = (path: string) => saturate(full.service.url, path);

  for (const list of lists) {
    await compare(list.name, ['service', ours(list.path)], ['bare', saturate(bare.url, list.bare)], 0.6);
  }
  for (const { name, operation, path, table: from, position, deepLimit } of lists) {
    const depth = (5_000 - 1) * deepLimit - 1;
    const [at, id] = position;
    const order = `ORDER BY ${at} DESC, ${id} DESC`;
    const [row] = await onDatabase<{ at: Date; id: string }>(
      full.databaseUrl,
      `SELECT ${at} AS at, ${id} AS id FROM ${from} t ${order} OFFSET ${depth} LIMIT 1`,
    );
    const cursor = cursors.encode({ list: operation, agencyId: full.agencyId, path }, [row!.at.toISOString(), row!.id]);
    const deep = `${path}?limit=${deepLimit}&cursor=${cursor}`;
    await compare(`${name}, depth`, ['page 5,000', ours(deep)], ['page 1', ours(`${path}?limit=${deepLimit}`)], 1 / 1.2);
  }
  for (const { name, path } of lists) {
    await compare(`${name}, amount`, ['all data', ours(path)], ['1/100 of it', saturate(small.service.url, path)], 1 / 1.3);
  }

  const everyFilter =
    'assigned_user_ids=employee-001,employee-002&tag_ids=tag-001,tag-002&exclude_tag_ids=tag-003&has_tags=true&statuses=active_subscriber' +
    '&min_spend_cents=5000&last_purchase_after=2020-01-01T00:00:00Z&last_purchase_before=2035-01-01T00:00:00Z&is_online=true';
  const leastSelective =
    'exclude_tag_ids=tag-030&statuses=active_subscriber,former_subscriber,interested&min_spend_cents=1&last_purchase_before=2035-01-01T00:00:00Z&is_online=false';
  const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const window = (days: number) => `start=${dayOf(days)}&end=${dayOf(1)}&timezone=Europe/Paris`;
  const latencies: readonly [string, string, number?][] = [
    ['fans with every filter', `${fansPath}?${everyFilter}`, 30],
    ['fans with every filter, none found', `${fansPath}?${everyFilter.replace('min_spend_cents=5000', 'min_spend_cents=100000000')}`, 30],
    ['fans with the least selective filters', `${fansPath}?${leastSelective}`, 30],
    ['revenue by week, 365 days', `/v1/analytics/revenue/timeseries?granularity=week&${window(365)}`, 50],
    ['revenue by week, 90 days', `/v1/analytics/revenue/timeseries?granularity=week&${window(90)}`, 30],
    [
      'revenue by creator and week, 365 days: 5,300 rows',
      `/v1/analytics/revenue/timeseries?granularity=week&breakdown=creator&${window(365)}`,
    ],
    ['100 creators, 90 days', `/v1/analytics/creators?${window(90)}`, 50],
  ];
  for (const [name, path, mostMs = Infinity] of latencies) {
    const load = { url: full.service.url, path, keys, connections: steady, seconds };
    await measure({ ...load, seconds: 1 });
    const { p50Ms, p99Ms, perSecond } = await measure(load);
    report(
      name,
      `p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${perSecond.toFixed(0)}/s, ${steady} connections`,
      mostMs === Infinity ? 'no bound' : `p99 at most ${mostMs} ms`,
      p99Ms <= mostMs,
    );
  }
  const delayMs = await loopDelayMs(full.service);
  report('event-loop delay', `p99 ${delayMs.toFixed(0)} ms`, 'at most 50 ms', delayMs <= 50);
  const memoryMb = residentMb(full.service.pid);
  report('resident memory after the run', `${memoryMb.toFixed(0)} MB`, 'at most 300 MB', memoryMb <= 300);
  console.table(table);
} finally {
  for (const stop of stops.reverse()) await stop();
  await postgres.stop();
}
