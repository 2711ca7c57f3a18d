import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
beforeAll(async () => {
  rig = await startRig();
  receiver = await startReceiver();
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

/** A pool whose connection is ended from outside as soon as a statement of this name has been answered inside a transaction, once. */
function poolThatLoses(statementName: string): { pool: pg.Pool; hasLost: () => boolean } {
  let hasLost = false;
  class LosingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const ask = this.query.bind(this) as (statement: unknown) => Promise<pg.QueryResult>;
      let isInTransaction = false;
      const losing = async (statement: { text?: string; name?: string }) => {
        const answer = await ask(statement);
        if (statement.text === 'BEGIN') isInTransaction = true;
        if (statement.name !== statementName || !isInTransaction || hasLost) return answer;
        hasLost = true;
        const { rows } = await ask({ text: 'SELECT pg_backend_pid() AS pid' });
        const heard = new Promise((resolve) => this.once('end', resolve));
        await rig.rows('SELECT pg_terminate_backend($1::int)', [rows[0].pid]);
        await heard;
        return answer;
      };
      this.query = losing as typeof this.query;
    }
  }
  const pool = new pg.Pool({ Client: LosingClient, connectionString: rig.url, max: 8 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, hasLost: () => hasLost };
}

test('a connection that is lost while outcomes are recorded takes the whole batch with it, and the batch is recorded again', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  await rig.rows('UPDATE webhook_endpoints SET consecutive_failures = 9 WHERE id = $1', [id]);
  receiver.answer = 500;
  const { pool, hasLost } = poolThatLoses('record-failed-attempts');
  const deliverer = rig.deliver({ pool, retrySchedule: [], gatherMs: 5 });
  await rig.publish();
  await rig.until(`SELECT 1 FROM webhook_endpoints WHERE id = $1 AND status = 'disabled'`, [id]);
  const failures = await rig.rows('SELECT error, jsonb_array_length(attempts) AS attempts FROM all_failures WHERE endpoint_id = $1', [id]);
  const counters = await rig.rows('SELECT failed_count FROM delivery_minutes WHERE endpoint_id = $1', [id]);
  expect(hasLost()).toBe(true);
  expect(failures).toEqual([{ error: 'http_status', attempts: 1 }]);
  expect(counters).toEqual([{ failed_count: 1 }]);
  await deliverer.stop();
  await pool.end();
});

/** A pool that delays the first answer with rows to a statement of this name until the test releases it. */
function poolThatWithholds(statementName: string): { pool: pg.Pool; hasWithheld: () => boolean; release: () => void } {
  let hasWithheld = false;
  const released = Promise.withResolvers<void>();
  class WithholdingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const ask = this.query.bind(this) as (statement: unknown) => Promise<pg.QueryResult>;
      const withholding = async (statement: { name?: string }) => {
        const answer = await ask(statement);
        if (statement.name === statementName && answer.rows.length > 0 && !hasWithheld) {
          hasWithheld = true;
          await released.promise;
        }
        return answer;
      };
      this.query = withholding as typeof this.query;
    }
  }
  const pool = new pg.Pool({ Client: WithholdingClient, connectionString: rig.url, max: 8 });
  pool.on('error', () => undefined);
  return { pool, hasWithheld: () => hasWithheld, release: () => released.resolve() };
}

test('deliveries of a claim whose reply arrives after its lease was given up are sent once, by the new owner', async () => {
  receiver.received.length = 0;
  receiver.answer = 200;
  const id = await rig.addEndpoint({ url: receiver.url });
  const { pool, hasWithheld, release } = poolThatWithholds('claim-deliveries');
  const late = rig.deliver({ pool, gatherMs: 5, beatMs: 50 });
  await rig.publish();
  await expect.poll(hasWithheld, { timeout: 10_000 }).toBe(true);
  const { lease } = await rig.until<{ lease: number }>('SELECT lease FROM delivery_queue WHERE endpoint_id = $1 AND lease IS NOT NULL', [
    id,
  ]);
  // As when the response to a commit was lost.
  late.replaceLease(lease);
  const other = rig.deliver({ gatherMs: 5, sweepMs: 50, beatMs: 50 });
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered'`, [id], 10_000);
  release();
  await sleep(300);
  expect(receiver.received).toHaveLength(1);
  await Promise.all([late.stop(), other.stop()]);
  await pool.end();
});
