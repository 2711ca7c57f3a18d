import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Caller, createAgency, createEndpoint, orderOf, recordsPath, times, type Agency, type AgencyData } from './agency.ts';
import { median, quantile } from './machine.ts';
import { floodKinds, type Flood } from './neighbours-flood.ts';
import { terminate, type RunningService } from './service.ts';
import { openSides, type Deployment } from './sides.ts';
import { runBench, namesOfOption } from './stops.ts';

/**
 * Measures the effect of a flooding agency on another one: `npm run bench:neighbours -- [--only FLOODS] [--quick]`. A quiet agency sends
 * one request after the other, alternating between no load and each flood. All processes share the machine's cores, so a part of each ratio
 * is the machine's. `--v8-pool-size=0` gives the sending processes one V8 worker fewer than there are cores. With the default of four,
 * these workers occupied both cores of a machine for up to 12 ms. `--only` names floods, comma-separated.
 */
const { values: options } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } } });
const only = namesOfOption('only', options.only, [...floodKinds, 'hanging-endpoints']);

const rounds = options.quick ? 1 : 3;
const secondsOfRound = options.quick ? 1 : 6;
const settleMs = options.quick ? 500 : 2_000;
const data: AgencyData = options.quick
  ? { creators: 5, fans: 500, listedFans: 500, orders: 1_000, keys: 10 }
  : { creators: 20, fans: 20_000, listedFans: 20_000, orders: 60_000, keys: 60 };

interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly refused: number;
}

/** Sends a list, a filtered list, a sum and a fact in turn, each after a short pause. */
class QuietAgency {
  readonly #agency: Agency;
  readonly #public: Caller;
  readonly #operator: Caller;
  #asked = 0;

  constructor(service: RunningService, agency: Agency) {
    this.#agency = agency;
    this.#public = Caller.agency(service, 1);
    this.#operator = Caller.operator(service, 1);
  }

  async work(): Promise<Latency> {
    const took: number[] = [];
    let refused = 0;
    const endAt = performance.now() + secondsOfRound * 1_000;
    while (performance.now() < endAt) {
      const startedAt = performance.now();
      await this.#ask(this.#asked++).catch(() => refused++);
      took.push(performance.now() - startedAt);
      await sleep(5);
    }
    return { p50: median(took), p99: quantile(took, 0.99), refused };
  }

  async stop(): Promise<void> {
    await Promise.all([this.#public.stop(), this.#operator.stop()]);
  }

  #ask(number: number): Promise<unknown> {
    const { id, keys } = this.#agency;
    if (number % 4 === 3) return this.#operator.post(recordsPath(id), { records: [orderOf(number, data)] });
    const today = new Date().toISOString().slice(0, 10);
    const paths = ['/v1/orders?limit=50', '/v1/orders?limit=50&creator_ids=creator-1', `/v1/analytics/revenue?start=${today}&end=${today}`];
    return this.#public.send('GET', paths[number % 4]!, undefined, keys[number % keys.length]);
  }
}

/** Accepts every connection and never responds. */
async function startHanging(): Promise<{ url: string; stop(): void }> {
  const server = createServer((socket) => void socket.on('error', () => undefined).resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

async function beginFlood(flood: Flood): Promise<{ end(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('./neighbours-flood.ts', import.meta.url)));
  child.send(flood);
  await once(child, 'message');
  return { end: () => terminate(child) };
}

/** Creates an agency with facts up to now. */
async function fill({ operator }: Deployment): Promise<Agency> {
  const agency = await createAgency(operator, data);
  await operator.post('/operator/v1/projections/refresh', {});
  return agency;
}

await runBench(async (stops) => {
  const [side] = await openSides(undefined, { DEV_DESTINATIONS: '127.0.0.0/8' }, stops);
  const deployment = await side!.deploy('neighbours', ['all']);
  const service = deployment.services[0]!;
  const hanging = await stops.start(startHanging);
  const [busy, quietAgency] = [await fill(deployment), await fill(deployment)];
  const quiet = await stops.start(() => new QuietAgency(service, quietAgency));
  await quiet.work();

  const titles = ['p50 alone', 'p50 beside', 'p99 alone', 'p99 beside', '÷', 'refused'];
  console.log(`${'flood'.padEnd(20)}${titles.map((title) => title.padStart(12)).join('')}`);
  for (const name of only) {
    const urls = name === 'hanging-endpoints' ? times(8, (n) => `${hanging.url}/${n}`) : [];
    for (const url of urls) await createEndpoint(deployment.operator, busy.id, { url });
    const pairs: [alone: Latency, beside: Latency][] = [];
    for (let round = 0; round < rounds; round++) {
      const alone = await quiet.work();
      const kind = name === 'hanging-endpoints' ? 'publishing' : name;
      const flood = await beginFlood({ ...service, kind, agencyId: busy.id, keys: busy.keys, data });
      await sleep(settleMs);
      pairs.push([alone, await quiet.work()]);
      await flood.end();
      await sleep(settleMs);
    }
    const of = (which: 0 | 1, figure: keyof Latency) => median(pairs.map((pair) => pair[which][figure]));
    const figures = [of(0, 'p50'), of(1, 'p50'), of(0, 'p99'), of(1, 'p99')].map((ms) => `${ms.toFixed(1)} ms`);
    const ratio = median(pairs.map(([alone, beside]) => beside.p99 / alone.p99)).toFixed(2);
    console.log(`${name.padEnd(20)}${[...figures, ratio, String(of(1, 'refused'))].map((text) => text.padStart(12)).join('')}`);
  }
});
