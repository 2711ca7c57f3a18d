import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Sql, Statement } from '../../server/database/client/sql.ts';
import { orderReplay } from '../../server/events/bulk-replay.ts';
import { Outbox } from '../../server/events/outbox.ts';
import { WakeUps } from '../../server/events/wake-ups.ts';
import { sendHeartbeats, unlockDeadWorkers } from '../../server/jobs/heartbeat.ts';
import { JobRunner, type JobTask } from '../../server/jobs/runner.ts';
import { Liveness } from '../../server/lib/liveness.ts';
import { updateProjections } from '../../server/projections/refresh-projections.ts';
import { jobTask } from '../support/job-task.ts';
import { startReceiver } from '../support/receiver.ts';
import { anOrder, startRig, type Rig } from './rig.ts';

let rig: Rig;
let endpointId: string;
const runners: JobRunner[] = [];
/** Jobs of wake-ups that are being added. */
let wakeUpsUnderWay = 0;
beforeAll(async () => {
  rig = await startRig();
  endpointId = await rig.addEndpoint({ url: 'http://127.0.0.1:9/' });
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  // A second wake-up of the same moment may still be on its way.
  await sleep(20);
  await expect.poll(() => wakeUpsUnderWay, { interval: 5 }).toBe(0);
  await rig.rows('DELETE FROM graphile_worker._private_jobs');
});
afterAll(() => rig.close());

const log = { info() {}, warn() {}, error() {} };

async function startRunner(tasks: readonly JobTask[], heartbeatMs = 100): Promise<JobRunner> {
  const runner = new JobRunner({ sql: rig.sql, tasks, log, heartbeatMs, deadAfterMs: 10 * heartbeatMs });
  await runner.start();
  runners.push(runner);
  return runner;
}

const wakeUps = () => rig.rows(`SELECT * FROM graphile_worker.jobs WHERE task_identifier = 'deliver'`);

describe('the wake-up of a publisher that does not deliver itself', () => {
  const counting: Sql = {
    query: <Row>(statement: Statement) => {
      wakeUpsUnderWay++;
      return rig.sql.query<Row>(statement).finally(() => wakeUpsUnderWay--);
    },
  };
  const elsewhere = () => new Outbox({ wakeUps: new WakeUps(counting, log) });
  const oneWakeUp = () =>
    rig.until(
      `SELECT * FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'deliver'`,
    );

  test('is one job for publications of the same moment, in no queue, and names their endpoints', async () => {
    const outbox = elsewhere();
    await Promise.all([rig.publish([{}], outbox), rig.publish([{}, {}], outbox)]);
    const job = await oneWakeUp();
    expect(job.job_queue_id).toBeNull();
    expect(job.payload.endpoints).toEqual([{ agencyId: rig.agencyId, endpointId, sinceMicros: expect.any(Number) }]);
    expect((await wakeUps()).length).toBeLessThanOrEqual(2);
  });

  test('is not sent on rollback or without a delivery', async () => {
    const outbox = elsewhere();
    await rig.database
      .transaction(async (transaction) => {
        await outbox.publish(transaction, [anOrder({ agencyId: rig.agencyId })]);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await rig.publish([{ type: 'order.refunded' }], outbox);
    await sleep(100);
    expect(await wakeUps()).toHaveLength(0);
  });

  test('does not make a publisher wait for another uncommitted one', async () => {
    const outbox = elsewhere();
    await rig.database.transaction(async (first) => {
      await outbox.publish(first, [anOrder({ agencyId: rig.agencyId })]);
      const startedAt = Date.now();
      await Promise.all([rig.publish([{}], outbox), rig.publish([{}], outbox)]);
      expect(Date.now() - startedAt).toBeLessThan(1_000);
    });
    await oneWakeUp();
  });

  test('is sent while a refresh of the projections has its lock', async () => {
    let refreshing: Promise<void> | undefined;
    await rig.rows(`INSERT INTO changed_sends (agency_id, send_id) VALUES ($1, 'send-1')`, [rig.agencyId]);
    await rig.database.transaction(async (reader) => {
      // The batch of the change waits for this table, which what comes before it does not read.
      await reader.query({ text: 'LOCK TABLE sends IN ACCESS EXCLUSIVE MODE' });
      refreshing = updateProjections(rig.sql);
      await rig.until(`
        SELECT 1 FROM pg_locks waiting JOIN pg_locks held USING (pid)
         WHERE waiting.relation = 'sends'::regclass AND NOT waiting.granted AND held.locktype = 'advisory' AND held.granted`);
      await rig.publish([{}], elsewhere());
      await oneWakeUp();
    });
    await refreshing;
  });

  test('wakes the deliverer of a worker process, and is gone then', async () => {
    const woken: string[] = [];
    await startRunner([
      jobTask('deliver', { deliverer: { wake: (endpoints) => void woken.push(...endpoints.map((endpoint) => endpoint.endpointId)) } }),
    ]);
    await rig.publish([{}], elsewhere());
    await expect.poll(() => woken).toEqual([endpointId]);
    await expect.poll(wakeUps).toHaveLength(0);
  });

  test('notifies a deliverer of another process at commit, before any job runs', async () => {
    const receiver = await startReceiver();
    const id = await rig.addEndpoint({ url: receiver.url });
    const deliverer = rig.deliver({ sweepMs: 60_000 });
    await rig.until('SELECT 1 FROM delivery_leases WHERE ended_at IS NULL');
    await rig.until(`SELECT 1 FROM pg_stat_activity WHERE query = 'LISTEN delivery_due' AND datname = current_database()`);
    await sleep(100);
    await rig.publish([{}], new Outbox());
    await receiver.waitFor(1);
    await deliverer.stop();
    await rig.rows('DELETE FROM webhook_endpoints WHERE id = $1', [id]);
    await receiver.close();
  });
});

test('the jobs of a queue follow each other without waiting for a poll', async () => {
  const ran: number[] = [];
  await startRunner([{ name: 'short', class: 'replay', run: () => Promise.resolve(void ran.push(Date.now())) }]);
  await rig.rows(`SELECT graphile_worker.add_job('short', queue_name => 'one after another') FROM generate_series(1, 20)`);
  await expect.poll(() => ran, { timeout: 15_000 }).toHaveLength(20);
  // By polls alone, they take five seconds or more.
  expect(ran.at(-1)! - ran[0]!).toBeLessThan(3_500);
});

test('a job that ends with the process is logged as stopped, and one that fails as an error', async () => {
  const lines: [level: string, message: string][] = [];
  const write = (level: string) => (_fields: object, message: string) => void lines.push([level, message]);
  let begun = 0;
  const endless: JobTask = {
    name: 'endless',
    class: 'upkeep',
    run: (_payload, signal) =>
      new Promise((_, reject) => {
        begun += 1;
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  };
  const failing: JobTask = { name: 'failing', class: 'replay', run: () => Promise.reject(new Error('no')) };
  const written = { info: write('info'), warn: write('warn'), error: write('error') };
  const runner = new JobRunner({ sql: rig.sql, tasks: [endless, failing], log: written });
  await runner.start();
  await rig.rows(`SELECT graphile_worker.add_job('failing'), graphile_worker.add_job('endless')`);
  await expect.poll(() => begun).toBe(1);
  await expect.poll(() => lines).toEqual([['error', 'job failed']]);
  await runner.stop();
  expect(lines.slice(1)).toEqual([['info', 'job stopped with the process; it will run again']]);
});

test('a bulk replay runs as a job', async () => {
  const receiver = await startReceiver();
  const id = await rig.addEndpoint({ url: receiver.url, enabledEventTypes: [] });
  await rig.fail(id, 3);
  await startRunner([jobTask('replay_failures', { sql: rig.sql, outbox: rig.outbox })]);
  const deliverer = rig.deliver();
  const order = { endpointId: id };
  const counted = [{ event_type: 'order.created', count: 3, waiting: 0 }];
  expect(await rig.withKey((transaction) => orderReplay(transaction, { ...order, isDryRun: true }))).toEqual(counted);
  expect(await rig.rows('SELECT 1 FROM replay_orders')).toEqual([]);
  expect(await rig.withKey((transaction) => orderReplay(transaction, { ...order, isDryRun: false }))).toEqual(counted);
  const received = await receiver.waitFor(3);
  expect(new Set(received.map(({ headers }) => headers['service-delivery-id'])).size).toBe(3);
  await deliverer.stop();
  await receiver.close();
});

test('the jobs of a worker that died are unlocked when its heartbeat is missing; those of a living one are not', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let runs = 0;
  const task: JobTask = {
    name: 'slow',
    class: 'replay',
    run: async () => {
      runs++;
      await released;
    },
  };
  await startRunner([task]);
  await rig.rows(`SELECT graphile_worker.add_job('slow')`);
  await expect.poll(() => runs).toBe(1);
  await rig.rows(`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '10 minutes'`);
  // It beats every 100 ms.
  await sleep(250);
  expect(await rig.rows(`SELECT 1 FROM graphile_worker.jobs WHERE locked_at IS NOT NULL`)).toHaveLength(1);
  expect(runs).toBe(1);
  await rig.rows(`SELECT graphile_worker.add_job('slow')`);
  await expect.poll(() => runs).toBe(2);
  await rig.rows(
    `UPDATE graphile_worker._private_jobs SET locked_by = 'pool-dead' WHERE id = (SELECT max(id) FROM graphile_worker._private_jobs)`,
  );
  // Both places of the first runner are taken.
  await startRunner([task]);
  await expect.poll(() => runs).toBe(3);
  release();
});

test('a worker that beats after it was observed, and before it would be removed, keeps its jobs', async () => {
  await sendHeartbeats(rig.sql, ['late', 'dead']);
  const liveness = new Liveness({ deadAfterMs: 10, awayAfterMs: 100 });
  expect(await unlockDeadWorkers(rig.sql, liveness, 0)).toEqual([]);
  const observed: Sql = {
    async query<Row>(statement: Statement) {
      const rows = await rig.sql.query<Row>(statement);
      if (statement.name === 'find-job-workers') await sendHeartbeats(rig.sql, ['late']);
      return rows;
    },
  };
  expect(await unlockDeadWorkers(observed, liveness, 50)).toEqual(['dead']);
  expect(await rig.rows(`DELETE FROM job_workers RETURNING worker_id`)).toEqual([{ worker_id: 'late' }]);
});

test('a failing job runs again, and a runner outlives the loss of its connections', { timeout: 30_000 }, async () => {
  let runs = 0;
  await startRunner([
    {
      name: 'flaky',
      class: 'replay',
      run: async () => {
        if (++runs === 1) throw new Error('first time');
      },
    },
  ]);
  await rig.rows(`SELECT graphile_worker.add_job('flaky')`);
  await rig.until(`SELECT FROM graphile_worker.jobs WHERE attempts = 1 AND last_error IS NOT NULL`);
  // It would wait for seconds.
  await rig.rows(`UPDATE graphile_worker._private_jobs SET run_at = now()`);
  await expect.poll(() => runs).toBe(2);
  await rig
    .rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'agency-service worker' AND datname = current_database() AND pid <> pg_backend_pid()`,
    )
    .catch(() => undefined);
  await sleep(200);
  await rig.rows(`SELECT graphile_worker.add_job('flaky')`);
  await expect.poll(() => runs).toBe(3);
});

test('jobs of one class take no places of another', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const started: string[] = [];
  const task = (name: string, jobClass: JobTask['class'], isSlow: boolean): JobTask => ({
    name,
    class: jobClass,
    async run() {
      started.push(name);
      if (isSlow) await released;
    },
  });
  await startRunner([task('tidy', 'upkeep', true), task('repeat', 'replay', true), task('wake', 'wake-up', false)]);
  await rig.rows(
    `SELECT graphile_worker.add_job(name) FROM unnest('{tidy,tidy,repeat,repeat,repeat,repeat,repeat,repeat}'::text[]) AS name`,
  );
  await expect.poll(() => started.length, { timeout: 5_000 }).toBe(1 + 2);
  await rig.rows(`SELECT graphile_worker.add_job('wake')`);
  await expect.poll(() => started, { timeout: 5_000 }).toContain('wake');
  release();
});

test('cron tasks are known to the queue', async () => {
  await startRunner([jobTask('clean_up', { sql: rig.sql })]);
  await rig.until(`SELECT 1 FROM graphile_worker._private_known_crontabs WHERE identifier = 'clean_up'`);
});
