import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer, type AddressInfo } from 'node:net';
import { Client } from 'undici';
import { prepareDatabase } from '../server/startup/prepare-database.ts';
import { databaseOf } from './cluster.ts';
import { Receiver } from './delivery-receiving.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { makeAgency, operate, orderOf, type BenchAgency, type Holding } from './neighbours-agency.ts';
import { floodKinds, type Flood, type FloodKind } from './neighbours-flood.ts';
import { median, quantile } from './quantile.ts';
import { ended, startService, type RunningService } from './service.ts';
import { Stops } from './stops.ts';

/**
 * What one agency notices of another that floods the service: `npm run bench:neighbours -- [--only FLOODS] [--quick]`.
 *
 * A quiet agency sends one request after the other, alone and during each flood, in turns. Flood, service, database and
 * the quiet agency share the machine's cores, so a part of each ratio is the machine's. `--v8-pool-size=0` limits the V8 workers of the
 * processes that send the requests to one fewer than there are cores. With the default of four each, the workers held both cores of a
 * machine for up to 12 ms while the service waited for one. `--only` names floods, comma-separated.
 */
/** Replays come last: the audit log takes a bounded number of changes an hour, and creating endpoints is one, too. */
const names = [...floodKinds.filter((kind) => kind !== 'replays'), 'hanging-endpoints', 'replays'] as const;
type Name = (typeof names)[number];
const { values: options } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } } });
const only = options.only?.split(',') ?? [...names];
const unknown = only.filter((name) => !(names as readonly string[]).includes(name));
if (unknown.length > 0) throw new Error(`--only names ${unknown.join(', ')}; accepted: ${names.join(', ')}`);

const rounds = options.quick ? 1 : 3;
const secondsOfRound = options.quick ? 1 : 6;
const settleSeconds = options.quick ? 0.5 : 2;
const busyHolding: Holding = options.quick
  ? { creators: 5, fans: 500, orders: 1_000, keys: 10 }
  : { creators: 20, fans: 20_000, orders: 60_000, keys: 60 };
const quietHolding: Holding = { ...busyHolding, keys: 40 };

interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly refused: number;
}

/** The quiet agency: a list, a filtered list, a sum, and a fact, one after the other with a short pause. */
class QuietAgency {
  readonly #service: RunningService;
  readonly #agency: BenchAgency;
  readonly #public: Client;
  readonly #operator: Client;
  #asked = 0;

  constructor(service: RunningService, agency: BenchAgency) {
    this.#service = service;
    this.#agency = agency;
    this.#public = new Client(service.url);
    this.#operator = new Client(service.operatorUrl);
  }

  async work(seconds: number): Promise<Latency> {
    const took: number[] = [];
    let refused = 0;
    const endAt = performance.now() + seconds * 1_000;
    while (performance.now() < endAt) {
      const number = this.#asked++;
      const startedAt = performance.now();
      const status = await this.#ask(number);
      took.push(performance.now() - startedAt);
      if (status >= 400) refused++;
      await sleep(5);
    }
    return { p50: median(took), p99: quantile(took, 0.99), refused };
  }

  async #ask(number: number): Promise<number> {
    const { id, keys } = this.#agency;
    if (number % 4 === 3) {
      const { statusCode, body } = await this.#operator.request({
        method: 'POST',
        path: `/operator/v1/agencies/${id}/records`,
        headers: { authorization: `Bearer ${this.#service.operatorToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ records: [orderOf(number, quietHolding)] }),
      });
      await body.dump();
      return statusCode;
    }
    const today = new Date().toISOString().slice(0, 10);
    const paths = ['/v1/orders?limit=50', `/v1/orders?limit=50&creator_ids=creator-1`, `/v1/analytics/revenue?start=${today}&end=${today}`];
    const { statusCode, body } = await this.#public.request({
      method: 'GET',
      path: paths[number % 4]!,
      headers: { 'service-version': 'Amethyste', authorization: `Bearer ${keys[number % keys.length]}` },
    });
    await body.dump();
    return statusCode;
  }
}

const publicHeaders = (key: string) => ({
  'service-version': 'Amethyste',
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
});

async function call<Answer>(service: RunningService, key: string, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(service.url + path, { method, headers: publicHeaders(key), ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** An endpoint with deliveries that have failed: it was disabled while they waited. */
async function makeFailures(
  service: RunningService,
  agency: BenchAgency,
  hangingUrl: string,
  url: string,
): Promise<{ id: string; failureIds: string[] }> {
  const [key] = agency.keys as [string];
  const { id } = await call<{ id: string }>(service, key, 'POST', '/v1/webhooks', {
    url: hangingUrl,
    label: 'replayed',
    enabled_event_types: ['order.created'],
  });
  const records = Array.from({ length: 200 }, (_, n) => orderOf(n, busyHolding));
  await operate(service, `/operator/v1/agencies/${agency.id}/records`, { records });
  await sleep(1_000);
  await call(service, key, 'PATCH', `/v1/webhooks/${id}`, { status: 'disabled' });
  for (let waited = 0; ; waited++) {
    const { data } = await call<{ data: { id: string }[] }>(service, key, 'GET', `/v1/webhooks/${id}/failures?limit=100`);
    if (data.length === 100 || waited > 100) {
      await call(service, key, 'PATCH', `/v1/webhooks/${id}`, { status: 'active', url });
      return { id, failureIds: data.map((failure) => failure.id) };
    }
    await sleep(100);
  }
}

/** Accepts every connection and answers nothing. */
async function startHanging(): Promise<{ url: string; close(): void }> {
  const server = createServer((socket) => void socket.on('error', () => undefined).resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function beginFlood(flood: Flood): Promise<{ end(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('./neighbours-flood.ts', import.meta.url)));
  child.send(flood);
  await once(child, 'message');
  return { end: () => ended(child) };
}

async function run(stops: Stops): Promise<void> {
  const postgres = await stops.keep(
    () => startDurablePostgres(),
    (started) => started.stop(),
  );
  const databaseUrl = databaseOf(postgres.url, 'postgres');
  await prepareDatabase(databaseUrl);
  const receiver = await stops.keep(
    () => Receiver.start(),
    (started) => started.stop(),
  );
  const secrets = { encryptionKey: randomBytes(32), operatorToken: randomBytes(24).toString('base64url') };
  const service = await stops.keep(
    () => startService({ databaseUrl, ...secrets, env: { DEV_DESTINATIONS: '127.0.0.0/8' } }),
    (started) => started.stop(),
  );
  const hanging = await stops.keep(startHanging, (started) => started.close());
  const busy = await makeAgency(service, 'Busy', busyHolding);
  const quiet = new QuietAgency(service, await makeAgency(service, 'Quiet', quietHolding));
  await operate(service, '/operator/v1/projections/refresh', {});
  const { id: endpointId, failureIds } = await makeFailures(service, busy, hanging.url, receiver.httpUrl);
  await quiet.work(secondsOfRound);

  const floodOf = (kind: FloodKind): Flood => ({
    kind,
    url: service.url,
    operatorUrl: service.operatorUrl,
    operatorToken: service.operatorToken,
    agencyId: busy.id,
    keys: busy.keys,
    holding: busyHolding,
    endpointId,
    failureIds,
  });

  console.log(
    `${'flood'.padEnd(20)}${['p50 alone', 'p50 beside', 'p99 alone', 'p99 beside', '÷', 'refused'].map((title) => title.padStart(12)).join('')}`,
  );
  for (const name of only as Name[]) {
    const hangs = name === 'hanging-endpoints';
    if (hangs) {
      for (let number = 0; number < 8; number++) {
        const body = { url: `${hanging.url}/${number}`, label: `hanging ${number}`, enabled_event_types: ['order.created'] };
        await call(service, busy.keys[number]!, 'POST', '/v1/webhooks', body);
      }
    }
    const pairs: [alone: Latency, beside: Latency][] = [];
    for (let round = 0; round < rounds; round++) {
      const alone = await quiet.work(secondsOfRound);
      const flood = await beginFlood(floodOf(hangs ? 'publishing' : name));
      await sleep(settleSeconds * 1_000);
      pairs.push([alone, await quiet.work(secondsOfRound)]);
      await flood.end();
      await sleep(settleSeconds * 1_000);
    }
    const of = (which: 0 | 1, figure: keyof Latency) => median(pairs.map((pair) => pair[which][figure]));
    const figures = [of(0, 'p50'), of(1, 'p50'), of(0, 'p99'), of(1, 'p99')].map((ms) => `${ms.toFixed(1)} ms`);
    const ratio = median(pairs.map(([alone, beside]) => beside.p99 / alone.p99)).toFixed(2);
    console.log(`${name.padEnd(20)}${[...figures, ratio, String(of(1, 'refused'))].map((text) => text.padStart(12)).join('')}`);
  }
}

const stops = new Stops();
stops.endOnSignals();
try {
  await run(stops);
} finally {
  await stops.end();
}
