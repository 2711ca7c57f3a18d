import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Caller, inFlight, orderOf, recordsPath, times } from './agency.ts';
import { Cluster } from './cluster.ts';
import { Receiver } from './delivery-receiving.ts';
import { measureJobs } from './much-data-jobs.ts';
import { endpointsOfAgency, load, measuredAgencies, readMeasuredAgency, run, type Amounts } from './much-data-load.ts';
import { measureRead, readsOf } from './much-data-reads.ts';
import { StatementCounts, type Cost } from './much-data-statements.ts';
import { startService } from './service.ts';
import { runBench } from './stops.ts';

/**
 * Counts the database's work per call as data grows: `npm run bench:much-data -- [--share 0.01|0.1|1] [--quick]`. 1,000 agencies of skewed
 * size share 10 million orders of a year and 50 million deliveries of a month, loaded by SQL. A process of the service then works on them,
 * and PostgreSQL counts the pages that its statements read and write. All figures are counts, which do not depend on other load of the
 * machine. `--quick` only verifies that everything runs.
 */
const { values: options } = parseArgs({
  options: { share: { type: 'string', default: '0.01' }, quick: { type: 'boolean', default: false } },
});
const share = Number(options.share);
if (!(share > 0 && share <= 1)) throw new Error('--share is a number above 0, up to 1');
const amounts: Amounts = options.quick
  ? { agencies: 20, orders: 2_000, events: 2_000 }
  : { agencies: 1_000, orders: 10_000_000 * share, events: 10_000_000 * share };
const [facts, batch] = options.quick ? [50, 50] : [2_000, 500];
/** Outcomes are gathered before they are written, and histories are counted seconds later. */
const settleMs = options.quick ? 1_000 : 12_000;

const counting = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  // Pages that planning reads are counted too.
  'pg_stat_statements.track_planning': 'on',
};
const loading = ['fsync', 'full_page_writes', 'autovacuum'];

const figure = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(2))).toLocaleString('en');

function printColumns(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    console.log(`  ${row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))).join('  ')}`);
}

/** Tables of more than a megabyte, each with its partitions. */
async function printSizes(url: string): Promise<void> {
  const sizes = await run<{ name: string; rows: number; bytes: number; indexes: number }>(
    url,
    `SELECT coalesce(p.relname, c.relname)::text AS name, sum(greatest(c.reltuples, 0))::float8 AS rows,
            sum(pg_total_relation_size(c.oid))::float8 AS bytes, sum(pg_indexes_size(c.oid))::float8 AS indexes
       FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      GROUP BY 1 HAVING sum(pg_total_relation_size(c.oid)) > 1000000 AND sum(c.reltuples) > 0 ORDER BY 3 DESC`,
  );
  const lines = sizes.map(({ name, rows, bytes, indexes }) => [
    name,
    figure(rows),
    figure(bytes / 2 ** 20),
    figure(indexes / 2 ** 20),
    figure(bytes / rows),
  ]);
  printColumns([['table', 'rows', 'MB', 'of it indexes', 'bytes a row'], ...lines]);
}

/** Costs of the statements for facts of random agencies, the largest ones most often, each delivered to every endpoint. */
async function measureDelivery(url: string, operator: Caller, receiver: Receiver, counts: StatementCounts): Promise<Map<string, Cost>> {
  const sellers = await run<{ id: string; creators: number; fans: number }>(
    url,
    'SELECT id, creators, fans FROM bench.agencies ORDER BY number',
  );
  let orders = 0;
  const send = (count: number) => {
    const seller = sellers[Math.floor(Math.exp(Math.random() * Math.log(sellers.length + 1))) - 1]!;
    const records = times(count, () => {
      const fan = 1 + Math.floor(Math.random() ** 2 * seller.fans);
      const creator = String(1 + (fan % seller.creators)).padStart(3, '0');
      return { ...orderOf(orders++, seller), creator_id: `creator-${creator}`, fan_id: `fan-${fan}`, user_id: 'employee-1' };
    });
    return operator.post(recordsPath(seller.id), { records });
  };
  const measure = async (perRequest: number, atOnce: number) => {
    const requests = Math.ceil(facts / perRequest);
    const expected = await receiver.expect(requests * perRequest * endpointsOfAgency);
    await counts.reset();
    await inFlight(atOnce, times(requests, String), () => send(perRequest));
    await expected.reached();
    await sleep(settleMs);
    return counts.named(requests * perRequest);
  };
  // The first ones plan and fill caches.
  await measure(1, 8);
  const [single, batches] = [await measure(1, 8), await measure(batch, 4)];
  return new Map([...single, ...[...batches].map(([name, cost]) => [`${name}, in batches`, cost] as const)]);
}

await runBench(async (stops) => {
  const cluster = await stops.start(() => Cluster.start(counting));
  const receiver = await stops.start(() => Receiver.start());
  const url = await cluster.createDatabase('much_data');
  const encryptionKey = randomBytes(32);
  const secrets = { encryptionKey, operatorToken: randomBytes(24).toString('base64url') };
  const start = () => stops.start(() => startService({ ...secrets, databaseUrl: url, env: { DEV_DESTINATIONS: '127.0.0.0/8' } }));
  // The loaded data need not survive a crash.
  for (const setting of loading) await cluster.query(`ALTER SYSTEM SET ${setting} = off`);
  await cluster.query('SELECT pg_reload_conf()');
  const loader = await start();
  const operatorOfLoad = Caller.operator(loader);
  await load(url, operatorOfLoad, amounts, receiver.httpUrl);
  await operatorOfLoad.stop();
  await loader.stop();
  await cluster.query('ALTER SYSTEM RESET ALL');
  await cluster.query('SELECT pg_reload_conf()');
  await printSizes(url);

  const counts = await StatementCounts.open(url);
  const costs = await measureJobs(url, counts);
  const service = await start();
  const [caller, operator] = [Caller.agency(service), Caller.operator(service)];
  for (const [which, number] of Object.entries(measuredAgencies(amounts))) {
    const agency = await readMeasuredAgency(url, number);
    for (const read of await readsOf(url, agency, encryptionKey)) {
      costs.set(which === 'large' ? read.name : `${read.name} (average agency)`, await measureRead(caller, counts, read));
    }
  }
  for (const [name, cost] of await measureDelivery(url, operator, receiver, counts)) costs.set(name, cost);
  await Promise.all([caller.stop(), operator.stop()]);
  console.log(`costs per call at ${share * 100} % of the data`);
  const lines = [...costs].map(([name, { buffers, rows, walBytes }]) => [name, figure(buffers), figure(rows), figure(walBytes)]);
  printColumns([['', 'buffers', 'rows', 'WAL bytes'], ...lines]);
});
