import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { publish } from '../../server/events/outbox.ts';
import { JobRunner } from '../../server/jobs/runner.ts';
import type { JobTask } from '../../server/jobs/task.ts';
import { cleanUpTask } from '../../server/jobs/tasks/clean-up.ts';
import { deliverTask } from '../../server/jobs/tasks/deliver.ts';
import { replayFailuresTask } from '../../server/jobs/tasks/replay-failures.ts';
import { orderReplay } from '../../server/events/bulk-replay.ts';
import { refreshProjections } from '../../server/projections/refresh-projections.ts';
import { startReceiver } from '../support/receiver.ts';
import { anOrder, startRig, type Rig } from './rig.ts';

let rig: Rig;
const runners: JobRunner[] = [];
beforeAll(async () => {
  rig = await startRig();
  await rig.addEndpoint({ url: 'http://127.0.0.1:9/' });
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await rig.rows('DELETE FROM graphile_worker._private_jobs');
});
afterAll(() => rig.close());

const log = { info() {}, warn() {}, error() {} };

async function startRunner(tasks: readonly JobTask[], heartbeatMs = 100): Promise<JobRunner> {
  const runner = new JobRunner({ sql: rig.sql, tasks, log, heartbeatMs });
  await runner.start();
  runners.push(runner);
  return runner;
}

const wakeUps = () => rig.rows(`SELECT * FROM graphile_worker.jobs WHERE task_identifier = 'deliver'`);

describe('the wake-up job', () => {
  test('comes with the commit, and one that waits serves every later publication', async () => {
    await rig.publish();
    await rig.publish([{}, {}]);
    expect(await wakeUps()).toHaveLength(1);
  });

  test('does not come with a rollback, nor without a delivery', async () => {
    await rig.database
      .transaction(async (transaction) => {
        await publish(transaction, rig.agencyId, [anOrder()]);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await rig.publish([{ type: 'order.refunded' }]);
    expect(await wakeUps()).toHaveLength(0);
  });

  test('lets no publisher wait for another one that has not committed', async () => {
    await rig.database.transaction(async (first) => {
      await publish(first, rig.agencyId, [anOrder()]);
      const startedAt = Date.now();
      await Promise.all([rig.publish(), rig.publish()]);
      expect(Date.now() - startedAt).toBeLessThan(1_000);
    });
    expect((await wakeUps()).length).toBeGreaterThanOrEqual(1);
  });

  test('comes while a refresh of the projections holds its lock', async () => {
    let refreshing: Promise<void> | undefined;
    await rig.database.transaction(async (reader) => {
      // The refresh waits for this table, inside its batch.
      await reader.query({ text: 'LOCK TABLE changed_sends IN ACCESS EXCLUSIVE MODE' });
      refreshing = refreshProjections(rig.sql);
      await rig.until(`SELECT 1 FROM pg_locks WHERE relation = 'changed_sends'::regclass AND NOT granted`);
      await rig.publish();
      expect(await wakeUps()).toHaveLength(1);
    });
    await refreshing;
  });

  test('wakes the deliverer of a worker process', async () => {
    let wakes = 0;
    await startRunner([deliverTask({ wake: () => void wakes++ })]);
    await rig.publish();
    for (let n = 0; n < 100 && wakes === 0; n++) await sleep(20);
    expect(wakes).toBeGreaterThan(0);
    for (let n = 0; n < 100 && (await wakeUps()).length > 0; n++) await sleep(20);
    expect(await wakeUps()).toHaveLength(0);
  });
});

test('a bulk replay runs as a job', async () => {
  const receiver = await startReceiver();
  const id = await rig.addEndpoint({ url: receiver.url, enabledEventTypes: [] });
  const [event] = await rig.rows(
    `INSERT INTO events (agency_id, type, occurred_at, data) VALUES ($1, 'order.created', now(), '{}') RETURNING id`,
    [rig.agencyId],
  );
  await rig.rows(
    `INSERT INTO webhook_failures (agency_id, endpoint_id, event_id, event_type, event_created_at, delivery_id, error)
     SELECT $1, $2, $3, 'order.created', now(), uuidv7(), 'timeout' FROM generate_series(1, 3)`,
    [rig.agencyId, id, event!.id],
  );
  await startRunner([replayFailuresTask(rig.sql)]);
  const deliverer = rig.deliver();
  expect(await rig.database.transaction((transaction) => orderReplay(transaction, { endpointId: id, creatorIds: [] }))).toBe(3);
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
    run: async () => {
      runs++;
      await released;
    },
  };
  await startRunner([task]);
  await rig.rows(`SELECT graphile_worker.add_job('slow')`);
  for (let n = 0; n < 100 && runs === 0; n++) await sleep(20);
  await rig.rows(`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '10 minutes'`);
  await sleep(300);
  expect(await rig.rows(`SELECT 1 FROM graphile_worker.jobs WHERE locked_at IS NOT NULL`)).toHaveLength(1);
  expect(runs).toBe(1);
  await rig.rows(`SELECT graphile_worker.add_job('slow')`);
  for (let n = 0; n < 100 && runs < 2; n++) await sleep(20);
  await rig.rows(
    `UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '61 seconds', locked_by = 'pool-dead' WHERE id = (SELECT max(id) FROM graphile_worker._private_jobs)`,
  );
  for (let n = 0; n < 250 && runs < 3; n++) await sleep(20);
  expect(runs).toBe(3);
  release();
});

test('a failing job runs again, and a runner outlives the loss of its connections', { timeout: 30_000 }, async () => {
  let runs = 0;
  await startRunner([
    {
      name: 'flaky',
      run: async () => {
        if (++runs === 1) throw new Error('first time');
      },
    },
  ]);
  await rig.rows(`SELECT graphile_worker.add_job('flaky')`);
  for (let n = 0; n < 400 && runs < 2; n++) await sleep(20);
  expect(runs).toBe(2);
  await rig
    .rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'agency-service worker' AND datname = current_database() AND pid <> pg_backend_pid()`,
    )
    .catch(() => undefined);
  await sleep(200);
  await rig.rows(`SELECT graphile_worker.add_job('flaky')`);
  for (let n = 0; n < 500 && runs < 3; n++) await sleep(20);
  expect(runs).toBe(3);
});

test('cron tasks are known to the queue', async () => {
  await startRunner([cleanUpTask(rig.sql)]);
  await rig.until(`SELECT 1 FROM graphile_worker._private_known_crontabs WHERE identifier = 'clean_up'`);
});
