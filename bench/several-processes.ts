import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { createOperatorClient } from '../sdk/src/operator.ts';
import { ClusterWatch, databaseOf } from './cluster.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { median } from './quantile.ts';
import { startService, type RunningService } from './service.ts';
import { Stops } from './stops.ts';

/**
 * CPU of the service, with its parent and children, and of the database per 1,000 requests, with one process and with two: `npm run bench:processes`.
 * Each request reads a page of 50 orders. The last row has children that accept connections themselves, in place of the parent.
 */
const rounds = Number(process.env['ROUNDS'] ?? 3);
const requests = Number(process.env['REQUESTS'] ?? 2_000);
const inFlight = 8;
const keyCount = 40;

const deployments: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'PROCESSES=1': { PROCESSES: '1' },
  'PROCESSES=2': { PROCESSES: '2' },
  '… without the parent': { PROCESSES: '2', NODE_CLUSTER_SCHED_POLICY: 'none' },
};

interface Deployed {
  readonly service: RunningService;
  readonly keys: readonly string[];
}

/** Time on a processor of a process, or with those that it forked, in seconds. */
function cpuSecondsOf(pid: number, { withChildren }: { readonly withChildren: boolean }): number {
  let nanoseconds = 0;
  const pids = [pid];
  for (const each of pids) {
    for (const task of readdirSync(`/proc/${each}/task`)) {
      nanoseconds += Number(readFileSync(`/proc/${each}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
      if (withChildren)
        pids.push(...readFileSync(`/proc/${each}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number));
    }
  }
  return nanoseconds / 1e9;
}

/** CPU seconds; from a difference on, per 1,000 requests. */
interface Figure {
  readonly service: number;
  readonly database: number;
  /** The process that was started: the parent, if there are several. */
  readonly first: number;
}

function difference(before: Figure, after: Figure): Figure {
  const of = (member: keyof Figure) => ((after[member] - before[member]) * 1_000) / requests;
  return { service: of('service'), database: of('database'), first: of('first') };
}

async function fill({ operatorUrl, operatorToken }: RunningService): Promise<string[]> {
  const operator = createOperatorClient({ operatorUrl, operatorToken });
  const { id: agencyId } = await operator.agencies.create({ name: 'Northlight' });
  const creator = { type: 'creator', id: 'c1', name: 'Amber', account: { external_id: 'a1', username: null } } as const;
  await operator.records.ingest({ agency_id: agencyId, records: [creator] });
  const order = { type: 'order', order_type: 'tip', creator_id: 'c1', fan_id: null, user_id: null, message_id: null } as const;
  const orders = Array.from({ length: 500 }, (_, n) => ({
    ...order,
    id: `o${n}`,
    amount_cents: n,
    created_at: '2026-07-01T00:00:00.000Z',
  }));
  await operator.records.ingest({ agency_id: agencyId, records: orders });
  const keys: string[] = [];
  while (keys.length < keyCount)
    keys.push((await operator.keys.create({ agency_id: agencyId, label: 'bench', scopes: ['read:orders'] })).api_key);
  return keys;
}

function send({ service, keys }: Deployed, n: number, agent: Agent | false): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${keys[n % keys.length]}`, 'service-version': 'Amethyste' };
    request(`${service.url}/v1/orders?limit=50`, { agent, headers }, (response) => {
      response.resume().on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`status ${response.statusCode}`))));
    })
      .on('error', reject)
      .end();
  });
}

async function load(deployed: Deployed, agent: Agent | false): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < requests) await send(deployed, next++, agent);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

async function run(stops: Stops): Promise<void> {
  const postgres = await stops.keep(
    () => startDurablePostgres({}),
    (started) => started.stop(),
  );
  const watch = await stops.keep(
    () => ClusterWatch.open(postgres.url),
    (opened) => opened.close(),
  );
  const deployed = new Map<string, Deployed>();
  for (const [index, [name, env]] of Object.entries(deployments).entries()) {
    await watch.createDatabase(`processes_${index}`);
    const databaseUrl = databaseOf(postgres.url, `processes_${index}`);
    const options = { databaseUrl, encryptionKey: randomBytes(32), operatorToken: randomBytes(24).toString('base64url') };
    const service = await stops.keep(
      () => startService({ ...options, env: { ROLE: 'api', DATABASE_CONNECTIONS: '24', ...env } }),
      (started) => started.stop(),
    );
    deployed.set(name, { service, keys: await fill(service) });
  }
  console.log(
    `${availableParallelism()} cores, medians of ${rounds} rounds; s: CPU seconds per 1,000 requests of service + database, and of the process itself or the parent`,
  );
  for (const [title, isKept] of [
    ['kept connections', true],
    ['a connection for each request', false],
  ] as const) {
    const figures = new Map<string, Figure[]>();
    for (let round = 0; round <= rounds; round++) {
      for (const [name, each] of deployed) {
        const agent = isKept && new Agent({ keepAlive: true, maxSockets: inFlight });
        const measure = () => ({
          service: cpuSecondsOf(each.service.pid, { withChildren: true }),
          database: watch.cpuSeconds(),
          first: cpuSecondsOf(each.service.pid, { withChildren: false }),
        });
        const before = measure();
        await load(each, agent);
        const after = measure();
        if (agent) agent.destroy();
        // The first round compiles.
        if (round > 0) figures.set(name, [...(figures.get(name) ?? []), difference(before, after)]);
      }
    }
    console.log(title);
    for (const [name, measured] of figures) {
      const of = (member: keyof Figure) => median(measured.map((figure) => figure[member])).toFixed(2);
      console.log(`  ${name.padEnd(24)} ${of('service')} + ${of('database')} s, ${of('first')} s`);
    }
  }
}

const stops = new Stops();
stops.endOnSignals();
try {
  await run(stops);
} finally {
  await stops.end();
}
