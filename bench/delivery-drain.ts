import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, run } from 'graphile-worker';
import { Agent } from 'undici';
import { Keyring } from '../server/access/keyring.ts';
import type { WorkerPool } from '../server/database/pools.ts';
import { Deliverer } from '../server/delivery/deliverer.ts';
import { DestinationGuard } from '../server/delivery/destination-connector.ts';
import { parseRanges } from '../server/delivery/destination-ranges.ts';
import { placeOfSecrets } from '../server/delivery/signing-secret.ts';
import type { Receiver } from './delivery-receiving.ts';

/** Draining deliveries of 1 KB to five endpoints, in three ways. */
export interface Drained {
  readonly perSecond: number;
  /** Of the sending process. */
  readonly cpuMsPerThousand: number;
}

const endpointCount = 5;
const concurrency = 128;
const secret = `svc_whsec_${randomBytes(24).toString('base64')}`;
const order = { id: 'order-1', order_type: 'push', creator_id: 'creator-1', note: 'x'.repeat(850), amount_cents: 1_200 };
const event = { id: 'event-1', type: 'order.created', data: order };

const now = () => performance.timeOrigin + performance.now();

async function measure(receiver: Receiver, count: number, work: () => Promise<void> | void): Promise<Drained> {
  const { reached } = await receiver.expect(count);
  const cpu = process.cpuUsage();
  const startedAt = now();
  await work();
  const seconds = ((await reached) - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: count / seconds, cpuMsPerThousand: (user + system) / count };
}

function sign(body: string): Record<string, string> {
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { 'content-type': 'application/json', 'service-signature': `v1=${signature}`, 'service-signature-timestamp': seconds };
}

/** The limit: a signature and a request per delivery, without a database. */
export async function drainBare(receiver: Receiver, count: number): Promise<Drained> {
  const agent = new Agent({ allowH2: false, pipelining: 1 });
  const send = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(event);
      const onResponseError = (_controller: unknown, error: Error) => reject(error);
      const handler = { onRequestStart() {}, onResponseStart() {}, onResponseData() {}, onResponseEnd: () => resolve(), onResponseError };
      agent.dispatch({ origin: receiver.url, path: '/', method: 'POST', body, headers: sign(body) }, handler);
    });
  let left = count;
  const drained = await measure(receiver, count, async () => {
    const sender = async () => {
      while (left-- > 0) await send();
    };
    await Promise.all(Array.from({ length: concurrency }, sender));
  });
  await agent.destroy();
  return drained;
}

/** What a user of graphile-worker would write: a job per delivery. */
export async function drainJobs(sql: WorkerPool, receiver: Receiver, count: number): Promise<Drained> {
  const agent = new Agent({ allowH2: false, pipelining: 1 });
  await sql.query({
    text: `SELECT graphile_worker.add_job('send', $1::json) FROM generate_series(1, $2::int)`,
    values: [JSON.stringify({ url: receiver.url, event }), count],
  });
  const send = async (payload: unknown) => {
    const { url, event: sent } = payload as { url: string; event: object };
    const text = JSON.stringify(sent);
    const { statusCode, body } = await agent.request({ origin: url, path: '/', method: 'POST', body: text, headers: sign(text) });
    await body.dump();
    if (statusCode >= 300) throw new Error(`status ${statusCode}`);
  };
  let stop = async () => {};
  const drained = await measure(receiver, count, async () => {
    const runner = await run({
      pgPool: sql.pool,
      logger: new Logger(() => () => undefined),
      noHandleSignals: true,
      concurrency: 32,
      taskList: { send },
    });
    stop = () => runner.stop();
  });
  await stop();
  await agent.destroy();
  return drained;
}

async function queueDeliveries(sql: WorkerPool, keyring: Keyring, url: string, count: number): Promise<void> {
  await sql.query({
    text: 'TRUNCATE webhook_events, delivery_queue, delivery_history, delivery_failures, delivery_minutes, delivery_hours, webhook_endpoints',
  });
  const [agency] = await sql.query<{ id: string }>({ text: `INSERT INTO agencies (name) VALUES ('Agency') RETURNING id` });
  const ids = Array.from({ length: endpointCount }, () => randomUUID());
  await sql.query({
    text: `
      INSERT INTO webhook_endpoints (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
      SELECT $1, id, $2 || '/' || n, 'bench', sealed, 'svc_whsec_', '{order.created}', '2026-07-06'
        FROM unnest($3::uuid[], $4::bytea[]) WITH ORDINALITY AS endpoint (id, sealed, n)`,
    values: [agency!.id, url, ids, ids.map((id) => keyring.encrypt(secret, placeOfSecrets(agency!.id, id)))],
  });
  await sql.query({
    text: `
      WITH event AS (
        INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data)
        SELECT $1, uuidv7(), 'order.created', 'creator-1', now(), $2::json FROM generate_series(1, $3::int) RETURNING *
      )
      INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, generation)
      SELECT e.agency_id, e.id, event.type, event.id, event.creator_id, event.occurred_at, e.generation FROM event CROSS JOIN webhook_endpoints e`,
    values: [agency!.id, JSON.stringify(order), count / endpointCount],
  });
  await sql.query({ text: 'CHECKPOINT' });
}

const log = { debug() {}, info() {}, warn: console.error, error: console.error };

/** Ours: claim what is due, send it at once, record it in batches. Ends with a check that each went out once. */
export async function drainOurs(sql: WorkerPool, receiver: Receiver, count: number): Promise<Drained> {
  const keyring = new Keyring(randomBytes(32));
  await queueDeliveries(sql, keyring, receiver.url, count);
  const deliverer = new Deliverer({
    pool: sql.pool,
    secrets: keyring,
    connector: new DestinationGuard({ policy: { devRanges: parseRanges(['127.0.0.0/8']) } }).connector,
    formerBrand: 'Legacy',
    log,
    concurrency,
    metrics: { observeAttempt() {}, countBreakerOpening() {}, countFailingEndpoint() {} },
  });
  const drained = await measure(receiver, count, () => deliverer.start());
  await deliverer.stop();
  const [sent] = await sql.query<{ once: number; pending: number }>({
    text: `
      SELECT (SELECT count(*) FROM delivery_history WHERE status = 'delivered' AND cardinality(attempts) = 1)::int AS once,
             (SELECT count(*) FROM delivery_queue)::int AS pending`,
  });
  if (sent!.once !== count || sent!.pending > 0)
    throw new Error(`${sent!.once} of ${count} deliveries were delivered at once, ${sent!.pending} are pending`);
  await sleep(500);
  return drained;
}
