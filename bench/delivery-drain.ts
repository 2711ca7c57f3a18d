import { createHmac } from 'node:crypto';
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { run, makeWorkerUtils, Logger } from 'graphile-worker';
import { Agent } from 'undici';
import { Keyring } from '../server/access/keyring.ts';
import type { WorkerPool } from '../server/database/pools.ts';
import { Deliverer } from '../server/delivery/deliverer.ts';
import { DestinationGuard } from '../server/delivery/destination-connector.ts';
import { parseRanges } from '../server/delivery/destination-ranges.ts';

export interface Figure {
  readonly perSecond: number;
  readonly cpuMsPerThousand: number;
}

/** The receiving process. */
export class Receiver {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<Receiver> {
    const child = fork(fileURLToPath(new URL('./delivery-receiver.ts', import.meta.url)), { execArgv: process.execArgv });
    const { port } = await Receiver.#message<{ port: number }>(child, 'listening');
    return new Receiver(child, port);
  }

  static #message<Message>(child: ChildProcess, kind: string): Promise<Message> {
    return new Promise((resolve) => {
      const listener = (message: { kind: string }) => {
        if (message.kind !== kind) return;
        child.off('message', listener);
        resolve(message as Message);
      };
      child.on('message', listener);
    });
  }

  /** Begins to count anew. The inner promise resolves with the time at which the last of `count` requests came. */
  async expect(count: number, keepsArrivals = false): Promise<{ reached: Promise<number> }> {
    const reached = Receiver.#message<{ at: number }>(this.#child, 'reached').then(({ at }) => at);
    const ready = Receiver.#message(this.#child, 'ready');
    this.#child.send({ kind: 'expect', count, keepsArrivals });
    await ready;
    return { reached };
  }

  async arrivals(): Promise<Map<string, number>> {
    const answer = Receiver.#message<{ arrivals: [string, number][] }>(this.#child, 'arrivals');
    this.#child.send({ kind: 'arrivals' });
    return new Map((await answer).arrivals);
  }

  stop(): void {
    this.#child.disconnect();
  }
}

export const endpointCount = 5;

const secret = `svc_whsec_${randomBytes(24).toString('base64')}`;

/** About 1 KB of JSON. */
const order = { id: 'order-1', order_type: 'push', creator_id: 'creator-1', note: 'x'.repeat(850), amount_cents: 1200 };

async function measure(receiver: Receiver, count: number, work: () => Promise<void> | void): Promise<Figure> {
  const { reached } = await receiver.expect(count);
  const cpu = process.cpuUsage();
  const startedAt = performance.timeOrigin + performance.now();
  await work();
  const seconds = ((await reached) - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: count / seconds, cpuMsPerThousand: (user + system) / count };
}

/** The limit: one signature and one request per delivery, no database. */
export async function drainBare(receiver: Receiver, count: number): Promise<Figure> {
  const agent = new Agent({ allowH2: false, pipelining: 1, connections: 128 });
  const send = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ id: 'event', type: 'order.created', data: order });
      const seconds = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      agent.dispatch(
        {
          origin: receiver.url,
          path: '/',
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', 'service-signature': `v1=${signature}` },
        },
        {
          onRequestStart() {},
          onResponseStart() {},
          onResponseData() {},
          onResponseEnd: () => resolve(),
          onResponseError: (_c, error) => reject(error),
        },
      );
    });
  const figure = await measure(receiver, count, async () => {
    let left = count;
    await Promise.all(
      Array.from({ length: 128 }, async () => {
        while (left-- > 0) await send();
      }),
    );
  });
  await agent.destroy();
  return figure;
}

async function prepare(sql: WorkerPool, keyring: Keyring, url: string, count: number): Promise<void> {
  await sql.query({ text: 'TRUNCATE events, deliveries, webhook_failures, delivery_counters, webhook_endpoints' });
  const [agency] = await sql.query<{ id: string }>({ text: `INSERT INTO agencies (name) VALUES ('Agency') RETURNING id` });
  await sql.query({
    text: `
      INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
      SELECT $1, $2 || '/' || n, 'bench', $3, 'svc_whsec_', '{order.created}', '2026-07-06' FROM generate_series(1, $4::int) n`,
    values: [agency!.id, url, keyring.encrypt(secret), endpointCount],
  });
  await sql.query({
    text: `
      WITH event AS (
        INSERT INTO events (agency_id, type, creator_id, occurred_at, data)
        SELECT $1, 'order.created', 'creator-1', now(), $2::json FROM generate_series(1, $3::int) RETURNING id
      )
      INSERT INTO deliveries (event_id, agency_id, endpoint_id, event_type, generation)
      SELECT event.id, $1, e.id, 'order.created', 1 FROM event CROSS JOIN webhook_endpoints e`,
    values: [agency!.id, JSON.stringify(order), Math.ceil(count / endpointCount)],
  });
  await sql.query({ text: 'VACUUM ANALYZE deliveries' });
  await sql.query({ text: 'CHECKPOINT' });
}

const silent = { info() {}, warn: console.error, error: console.error };

/** Ours: claim, send at once, record in batches. */
export async function drainOurs(sql: WorkerPool, receiver: Receiver, count: number, concurrency: number): Promise<Figure> {
  const keyring = new Keyring(randomBytes(32));
  await prepare(sql, keyring, receiver.url, count);
  const guard = new DestinationGuard({ policy: { devRanges: parseRanges(['127.0.0.0/8']) } });
  const deliverer = new Deliverer({
    pool: sql.pool,
    secrets: keyring,
    connector: guard.connector,
    formerBrand: 'Legacy',
    log: silent,
    concurrency,
    metrics: { observeAttempt() {}, countBreakerOpening() {} },
  });
  const figure = await measure(receiver, count, () => deliverer.start());
  await deliverer.stop();
  const [left] = await sql.query<{ count: number }>({
    text: `SELECT count(*) AS count FROM deliveries WHERE status <> 'delivered' OR attempt_count <> 1`,
  });
  if (left!.count > 0) throw new Error(`${left!.count} deliveries were not delivered once`);
  return figure;
}

/** What a user of graphile-worker would write: a job per delivery. */
export async function drainJobs(sql: WorkerPool, receiver: Receiver, count: number): Promise<Figure> {
  const logger = new Logger(() => () => undefined);
  const utils = await makeWorkerUtils({ pgPool: sql.pool, logger });
  await utils.migrate();
  await sql.query({
    text: `SELECT graphile_worker.add_job('send', $1::json) FROM generate_series(1, $2::int)`,
    values: [JSON.stringify({ url: receiver.url, body: { id: 'event', type: 'order.created', data: order } }), count],
  });
  await utils.release();
  const agent = new Agent({ allowH2: false, pipelining: 1 });
  const figure = await measure(receiver, count, async () => {
    const runner = await run({
      pgPool: sql.pool,
      logger,
      noHandleSignals: true,
      concurrency: 32,
      taskList: {
        async send(payload) {
          const { url, body } = payload as { url: string; body: object };
          const text = JSON.stringify(body);
          const seconds = String(Math.floor(Date.now() / 1000));
          const signature = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex');
          const { statusCode, body: answer } = await agent.request({
            origin: url,
            path: '/',
            method: 'POST',
            body: text,
            headers: { 'content-type': 'application/json', 'service-signature': `v1=${signature}` },
          });
          await answer.dump();
          if (statusCode >= 300) throw new Error(`status ${statusCode}`);
        },
      },
    });
    stop = () => runner.stop();
  });
  await stop();
  await agent.destroy();
  return figure;
}
let stop = async (): Promise<void> => undefined;
