import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Caller, dayMs, inFlight, createAgency, times, type Agency } from './agency.ts';
import type { Cluster } from './cluster.ts';
import { quantile } from './machine.ts';
import { terminate, type RunningService } from './service.ts';
import { openSides, startMeter, type Deployment } from './sides.ts';
import { runBench, namesOfOption } from './stops.ts';
import { Table } from './table.ts';

/**
 * Measures reads: `npm run bench:reads -- [--beside CHECKOUT] [--only ROWS] [--quick]`. This checkout and another one (a directory or a
 * revision) take turns in every round. Each runs as `npm start` does, on a durable PostgreSQL of its own. Their data is created through the
 * operator API, so their tables may differ. The list of orders is also compared with a bare handler. `--quick` only verifies that
 * everything runs.
 */
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
const year = `start=${dayOf(365)}&end=${dayOf(1)}&timezone=Europe/Paris`;
const fans = '/v1/accounts/account-0/fans';
/** The last page is far from the first one. */
const deepPage = 1_000;

interface Row {
  readonly name: string;
  readonly path: string;
  /** Connections, each with one request at a time. */
  readonly connections: number;
  readonly isDeep?: boolean;
}

const rows: readonly Row[] = [
  { name: 'orders', path: '/v1/orders', connections: 32 },
  { name: 'deep-orders', path: '/v1/orders', connections: 32, isDeep: true },
  { name: 'sent-messages', path: '/v1/sent-messages', connections: 32 },
  { name: 'fans', path: fans, connections: 32 },
  { name: 'filtered-fans', path: `${fans}?statuses=active_subscriber&min_spend_cents=2000&is_online=true`, connections: 4 },
  { name: 'revenue', path: `/v1/analytics/revenue?${year}`, connections: 4 },
  { name: 'revenue-by-week', path: `/v1/analytics/revenue/timeseries?granularity=week&${year}`, connections: 4 },
  { name: 'creators', path: `/v1/analytics/creators?start=${dayOf(90)}&end=${dayOf(1)}&timezone=Europe/Paris`, connections: 4 },
];

const { values: options } = parseArgs({
  options: { beside: { type: 'string' }, only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const only = namesOfOption(
  'only',
  options.only,
  rows.map(({ name }) => name),
);
const rounds = options.quick ? 1 : 5;
/** Requests of a round. */
const requests = options.quick ? 40 : 1_500;
/** Many keys, because each has a rate limit. */
const keys = options.quick ? 8 : 400;
const data = options.quick
  ? { creators: 5, fans: 500, listedFans: 500, orders: 2_000, sends: 2_000, keys }
  : { creators: 10, fans: 20_000, listedFans: 20_000, orders: 100_000, sends: 100_000, keys };

type Read = Awaited<ReturnType<Reader['measure']>>;

const table = new Table<Read>('requests with a key', [
  { figure: 'perSecond', title: 'requests/s', digits: 0 },
  { figure: 'serviceCpu', title: 'service s', digits: 3 },
  { figure: 'databaseCpu', title: '+ db s', digits: 3 },
  { figure: 'cpu', title: '= CPU s/1,000', digits: 3 },
  { figure: 'p50Ms', title: 'p50 ms', digits: 1 },
  { figure: 'p99Ms', title: 'p99 ms', digits: 1 },
  { figure: 'elsewherePercent', title: 'others %', digits: 0, isRemark: true },
]);

let turn = 0;

/** Measures the reads of one service. */
class Reader {
  readonly name: string;
  readonly #caller: Caller;
  readonly #pid: number;
  readonly #cluster: Cluster;
  readonly #agency: Agency;
  row = rows[0]!;
  #deepCursor: string | undefined;

  constructor(name: string, service: Pick<RunningService, 'url' | 'pid'>, cluster: Cluster, agency: Agency) {
    this.name = name;
    this.#caller = Caller.agency(service);
    this.#pid = service.pid;
    this.#cluster = cluster;
    this.#agency = agency;
  }

  get(path: string): Promise<string> {
    return this.#caller.send('GET', path, undefined, this.#agency.keys[turn++ % this.#agency.keys.length]);
  }

  stop(): Promise<void> {
    return this.#caller.stop();
  }

  /** CPU is in seconds per 1,000 requests. */
  async measure() {
    const { path, connections, isDeep } = this.row;
    if (isDeep) this.#deepCursor ??= await this.#walk(path);
    const requested = isDeep ? `${path}?cursor=${this.#deepCursor}` : path;
    const endMeter = startMeter({ pid: this.#pid, cluster: this.#cluster });
    const startedAt = performance.now();
    const waits = await inFlight(connections, times(requests, String), () => this.get(requested));
    const seconds = (performance.now() - startedAt) / 1_000;
    // Sessions report their usage with a delay.
    await sleep(200);
    const spent = endMeter();
    const [serviceCpu, databaseCpu] = [(spent.service / requests) * 1_000, (spent.database / requests) * 1_000];
    return {
      perSecond: requests / seconds,
      serviceCpu,
      databaseCpu,
      cpu: serviceCpu + databaseCpu,
      p50Ms: quantile(waits, 0.5),
      p99Ms: quantile(waits, 0.99),
      elsewherePercent: spent.elsewhere * 100,
    };
  }

  /** The cursor of a deep page, or of the last one. */
  async #walk(path: string): Promise<string> {
    let cursor = '';
    for (let page = 1; page < deepPage; page++) {
      const { next_cursor } = JSON.parse(await this.get(`${path}?${cursor && `cursor=${cursor}`}`)) as { next_cursor: string | null };
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
    return cursor;
  }
}

async function makeData({ operator }: Deployment, cluster: Cluster): Promise<Agency> {
  const agency = await createAgency(operator, data);
  await operator.post('/operator/v1/projections/refresh', {});
  await cluster.query('CHECKPOINT');
  return agency;
}

async function startBare(databaseUrl: string): Promise<Pick<RunningService, 'url' | 'pid' | 'stop'>> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' };
  const child = fork(fileURLToPath(new URL('./reads-bare.ts', import.meta.url)), { env });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => terminate(child) };
}

await runBench(async (stops) => {
  const sides = await openSides(options.beside, {}, stops);
  const readers: Reader[] = [];
  for (const { name, cluster, deploy } of sides) {
    const deployment = await deploy('reads', ['all']);
    const agency = await makeData(deployment, cluster);
    readers.push(await stops.start(() => new Reader(name, deployment.services[0]!, cluster, agency)));
    if (name === 'this' && only.includes('orders')) {
      const bare = await stops.start(() => startBare(deployment.databaseUrl));
      readers.push(await stops.start(() => new Reader('bare handler', bare, cluster, agency)));
    }
  }
  console.log(`${availableParallelism()} cores, medians of ${rounds} rounds of ${requests} requests`);
  for (const row of rows.filter(({ name }) => only.includes(name))) {
    const contenders = readers.filter(({ name }) => name !== 'bare handler' || row.name === 'orders');
    for (const reader of contenders) {
      reader.row = row;
      await reader.measure();
    }
    await table.measure(row.name, rounds, contenders);
  }
});
