import { createHmac, randomBytes } from 'node:crypto';
import { Logger, run, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { Agent, type Dispatcher } from 'undici';
import { databaseOf, type ClusterWatch } from './cluster.ts';
import { startMeter } from './delivery-meter.ts';
import type { Receiver } from './delivery-receiving.ts';

/** Sending deliveries as fast as it goes. CPU is in seconds per 1,000 of them. */
export interface Drained {
  /** From the first delivery to the last. */
  readonly deliveriesPerSecond: number;
  /** Of the sending process. */
  readonly senderCpu: number;
  readonly databaseCpu: number;
  readonly receiverCpu: number;
  readonly elsewherePercent: number;
}

const concurrency = 128;
const secret = `svc_whsec_${randomBytes(24).toString('base64')}`;

function eventOf(bytes: number): object {
  return { id: 'event-1', type: 'order.created', data: { id: 'order-1', note: 'x'.repeat(Math.max(0, bytes - 75)) } };
}

function sign(body: string): Record<string, string> {
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { 'content-type': 'application/json', 'service-signature': `v1=${signature}`, 'service-signature-timestamp': seconds };
}

/** Measures what sends `count` deliveries out of this process. */
async function drain(receiver: Receiver, watch: ClusterWatch | undefined, count: number, work: () => Promise<unknown>): Promise<Drained> {
  const expected = await receiver.expect(count);
  const endMeter = startMeter(undefined, watch, receiver);
  await work();
  const { firstAt, lastAt } = await expected.reached();
  const spent = endMeter();
  return {
    deliveriesPerSecond: count / ((lastAt - firstAt) / 1_000),
    senderCpu: (spent.generator / count) * 1_000,
    databaseCpu: (spent.database / count) * 1_000,
    receiverCpu: (spent.receiver / count) * 1_000,
    elsewherePercent: spent.elsewhere * 100,
  };
}

/** The limit: a signature and a request per delivery, without a database. */
export async function drainBare(receiver: Receiver, count: number, eventBytes: number): Promise<Drained> {
  const agent = new Agent({ allowH2: false, pipelining: 1 });
  const event = eventOf(eventBytes);
  const send = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(event);
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData() {},
        onResponseEnd: () => resolve(),
        onResponseError: (_controller, error) => reject(error),
      };
      agent.dispatch({ origin: receiver.httpUrl, path: '/', method: 'POST', body, headers: sign(body) }, handler);
    });
  let left = count;
  const sender = async () => {
    while (left-- > 0) await send();
  };
  const drained = await drain(receiver, undefined, count, () => Promise.all(Array.from({ length: concurrency }, sender)));
  await agent.destroy();
  return drained;
}

/** What a user of graphile-worker would write: a job per delivery. */
export class JobDrain {
  readonly #pool: pg.Pool;
  readonly #watch: ClusterWatch;

  private constructor(pool: pg.Pool, watch: ClusterWatch) {
    this.#pool = pool;
    this.#watch = watch;
  }

  /** In a database of its own. */
  static async open(postgresUrl: string, watch: ClusterWatch): Promise<JobDrain> {
    await watch.createDatabase('jobs');
    const pool = new pg.Pool({ connectionString: databaseOf(postgresUrl, 'jobs'), max: 40 });
    pool.on('error', console.error).on('connect', (client) => client.on('error', console.error));
    await runMigrations({ pgPool: pool });
    return new JobDrain(pool, watch);
  }

  async drain(receiver: Receiver, count: number, eventBytes: number): Promise<Drained> {
    const agent = new Agent({ allowH2: false, pipelining: 1 });
    const payload = JSON.stringify({ url: receiver.httpUrl, event: eventOf(eventBytes) });
    await this.#pool.query(`SELECT graphile_worker.add_job('send', $1::json) FROM generate_series(1, $2::int)`, [payload, count]);
    const send = async (job: unknown) => {
      const { url, event } = job as { url: string; event: object };
      const text = JSON.stringify(event);
      const { statusCode, body } = await agent.request({ origin: url, path: '/', method: 'POST', body: text, headers: sign(text) });
      await body.dump();
      if (statusCode >= 300) throw new Error(`status ${statusCode}`);
    };
    let stop: (() => Promise<void>) | undefined;
    const drained = await drain(receiver, this.#watch, count, async () => {
      const runner = await run({
        pgPool: this.#pool,
        logger: new Logger(() => () => undefined),
        noHandleSignals: true,
        concurrency: 32,
        taskList: { send },
      });
      stop = () => runner.stop();
    });
    await stop!();
    await agent.destroy();
    return drained;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
