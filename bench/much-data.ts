import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { prepareDatabase } from '../server/startup/prepare-database.ts';
import { Receiver } from './delivery-receiving.ts';
import { amountsOf } from './much-data-amounts.ts';
import { loadDays } from './much-data-days.ts';
import { measureJobs } from './much-data-jobs.ts';
import { loadRecords } from './much-data-load.ts';
import { largeDatabase, makePeople, moveEndpoints, readMeasuredAgency } from './much-data-people.ts';
import { measureRead, readsOf } from './much-data-reads.ts';
import { printCosts, printDrop, printSizes, printSoak, printYear, store, type Measured } from './much-data-report.ts';
import { MuchDataServer } from './much-data-server.ts';
import { readSizes } from './much-data-sizes.ts';
import { soak } from './much-data-soak.ts';
import { StatementCounts, type Cost } from './much-data-statements.ts';
import { measureDelivery, readSellers, Upstream } from './much-data-work.ts';
import { dropUnderLoad, measureYear } from './much-data-year.ts';
import { startService, type RunningService } from './service.ts';
import { Stops } from './stops.ts';

/**
 * What the database does per call as data grows: `npm run bench:much-data -- [--share 0.01|0.1|1] [--deliveries N] [--soak MINUTES] [--parts PARTS]
 * [--data DIRECTORY]`.
 *
 * 1,000 agencies of skewed size have a share of 10 million orders of a year and 50 million deliveries of a month, loaded by SQL. A process
 * of the service then works on them, and PostgreSQL counts what its statements read and write. All figures are counts, which do not depend on
 * what else the machine does. A run over a larger share also shows how the figures compare with those of an earlier run over 0.01.
 * A part that a run leaves out stays in `.cache/much-data` from the run before. `--deliveries` takes the place of the 50 million. `--data` names a directory that stays, and whose data a later run uses again.
 */
const allParts = ['reads', 'delivery', 'jobs', 'drop', 'year'];
const { values: options } = parseArgs({
  options: {
    share: { type: 'string', default: '0.01' },
    deliveries: { type: 'string' },
    soak: { type: 'string', default: '0' },
    parts: { type: 'string', default: allParts.join(',') },
    data: { type: 'string' },
    facts: { type: 'string', default: '2000' },
  },
});
const parts = options.parts.split(',').filter(Boolean);
const unknown = parts.filter((part) => !allParts.includes(part));
if (unknown.length > 0) throw new Error(`--parts names ${unknown.join(', ')}; accepted: ${allParts.join(', ')}`);
const share = Number(options.share);
if (!(share > 0 && share <= 1)) throw new Error('--share is a number above 0, up to 1');
const amounts = amountsOf(share, options.deliveries === undefined ? undefined : Number(options.deliveries));

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  console.error(`${name}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  return result;
}

interface Secrets {
  readonly encryptionKey: Buffer;
  readonly operatorToken: string;
}

const start = (server: MuchDataServer, secrets: Secrets, stops: Stops): Promise<RunningService> =>
  stops.keep(
    () => startService({ ...secrets, databaseUrl: server.urlOf(largeDatabase), env: { DEV_DESTINATIONS: '127.0.0.0/8' } }),
    (service) => service.stop(),
  );

/** Fills the database under settings of its own, unless a former run did. */
async function load(server: MuchDataServer, receiver: Receiver, stops: Stops): Promise<Secrets> {
  await server.startLoading();
  if (await server.hasDatabase(largeDatabase)) {
    const [stored] = await server.run<{ encryption_key: string; share: number }>(
      largeDatabase,
      'SELECT encryption_key, share FROM bench.run',
    );
    if (stored!.share !== share) throw new Error(`--data has a share of ${stored!.share}`);
    await moveEndpoints(server, receiver.httpUrl);
    return { encryptionKey: Buffer.from(stored!.encryption_key, 'base64'), operatorToken: randomBytes(24).toString('base64url') };
  }
  const secrets = { encryptionKey: randomBytes(32), operatorToken: randomBytes(24).toString('base64url') };
  await server.run('postgres', `CREATE DATABASE ${largeDatabase}`);
  await prepareDatabase(server.urlOf(largeDatabase));
  await step('agencies and endpoints', async () => {
    const service = await start(server, secrets, stops);
    await makePeople(server, service, amounts, receiver.httpUrl);
    await service.stop();
  });
  await Promise.all([loadRecords(server, amounts, step), loadDays(server, amounts, step)]);
  // Tables that were filled while another load was open are not known to be visible to all.
  await step('vacuum', async () => void (await server.run(largeDatabase, 'VACUUM (FREEZE, ANALYZE)')));
  const key = secrets.encryptionKey.toString('base64');
  await server.run(largeDatabase, `CREATE TABLE bench.run AS SELECT '${key}' AS encryption_key, ${share}::float8 AS share`);
  return secrets;
}

async function measureCosts(
  server: MuchDataServer,
  service: RunningService,
  secrets: Secrets,
  receiver: Receiver,
): Promise<Record<string, Cost>> {
  const counts = await StatementCounts.open(server);
  const costs: Record<string, Cost> = {};
  if (parts.includes('reads')) {
    for (const which of ['large', 'average'] as const) {
      const agency = await readMeasuredAgency(server, which);
      for (const read of await readsOf(server, agency, secrets.encryptionKey)) {
        const name = which === 'large' ? read.name : `${read.name} (average agency)`;
        costs[name] = await measureRead(service, counts, read);
      }
    }
  }
  if (parts.includes('delivery')) {
    const upstream = new Upstream(service, await readSellers(server));
    const { single, batches } = await step('facts', () => measureDelivery(counts, upstream, receiver, Number(options.facts)));
    for (const [name, cost] of single) costs[name] = cost;
    for (const [name, cost] of batches) costs[`${name}, in batches`] = cost;
  }
  if (parts.includes('jobs')) Object.assign(costs, await step('jobs', () => measureJobs(server)));
  return costs;
}

async function run(stops: Stops): Promise<void> {
  const server = await stops.keep(
    () => MuchDataServer.open(options.data),
    (opened) => opened.stop(),
  );
  const receiver = await stops.keep(
    () => Receiver.start(),
    (started) => started.stop(),
  );
  const secrets = await load(server, receiver, stops);
  await server.startMeasuring();
  const { orders, deliveries } = amounts;
  const sizes = await readSizes(server);
  const service = await start(server, secrets, stops);
  let measured: Measured = { share, orders, deliveries, sizes, costs: {} };
  printSizes(measured);
  measured = { ...measured, costs: await measureCosts(server, service, secrets, receiver) };
  if (Object.keys(measured.costs).length > 0) printCosts(measured);
  store(measured);
  const upstream = new Upstream(service, await readSellers(server));
  if (parts.includes('drop')) {
    const drop = await step('drop', () => dropUnderLoad(server, upstream));
    printDrop(drop);
    store((measured = { ...measured, drop }));
  }
  if (Number(options.soak) > 0) {
    const agency = await readMeasuredAgency(server, 'average');
    const soaked = await soak(server, service, upstream, await readsOf(server, agency, secrets.encryptionKey), Number(options.soak));
    printSoak(soaked);
    store((measured = { ...measured, soak: soaked }));
  }
  if (parts.includes('year')) {
    const year = await step('year', () => measureYear(server, stops));
    printYear(year);
    store({ ...measured, year });
  }
}

const stops = new Stops();
stops.endOnSignals();
try {
  await run(stops);
} finally {
  await stops.end();
}
