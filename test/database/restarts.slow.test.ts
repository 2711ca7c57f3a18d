import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JobRunner } from '../../server/jobs/runner.ts';
import { startOwnServer, type OwnServer } from '../delivery/own-server.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

const rounds = Number(process.env.RESTARTS ?? 2);

let server: OwnServer;
let receiver: Receiver;
const unhandled: unknown[] = [];
const onUnhandled = (error: unknown) => void unhandled.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', onUnhandled).on('uncaughtException', onUnhandled);
  server = await startOwnServer();
  receiver = await startReceiver();
}, 180_000);
afterAll(async () => {
  await receiver.close();
  await server.close();
  process.off('unhandledRejection', onUnhandled).off('uncaughtException', onUnhandled);
});

const log = { info() {}, warn() {}, error() {} };

test(
  'nothing ends the process while the server stops and starts, sessions end between statements and job runners stop, under load',
  { timeout: 40_000 + rounds * 15_000 },
  async () => {
    const { rig, control, asAdministrator } = server;
    await rig.addEndpoint({ url: receiver.url });
    rig.deliver({ gatherMs: 5, beatMs: 50, sweepMs: 100 });
    let isOver = false;
    const publishing = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        await rig.publish().catch(() => undefined);
        await rig.sql.transaction((sql) => sql.query({ text: 'SELECT pg_sleep(0.002)' })).catch(() => undefined);
        const gone = new AbortController();
        setTimeout(() => gone.abort(), 2).unref();
        await rig.database.query({ text: 'SELECT pg_sleep(0.004)', gone: gone.signal }).catch(() => undefined);
        await sleep(2);
      }
    });
    const task = { name: 'any', class: 'upkeep', run: async () => undefined } as const;
    const running = (async () => {
      while (!isOver) {
        const runner = new JobRunner({ sql: rig.sql, tasks: [task], log, heartbeatMs: 50 });
        await runner.start();
        await sleep(Math.random() * 300);
        await runner.stop();
      }
    })();
    for (let round = 0; round < rounds; round++) {
      for (const until = Date.now() + 1_500; Date.now() < until; await sleep(Math.random() * 30))
        await asAdministrator(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'own' AND (state = 'idle in transaction' OR random() < 0.1)`,
        );
      await control('stop', '-m', round % 2 === 0 ? 'immediate' : 'fast');
      await sleep(Math.random() * 500);
      await control('start');
    }
    isOver = true;
    await Promise.all([...publishing, running]);
    // A connection that the last stop closed may fail once more before its pool notices.
    const published = () => rig.publish().then(() => 'published', String);
    await expect.poll(published).toBe('published');
    expect(unhandled).toEqual([]);
    await rig.until(`SELECT 1 FROM delivery_queue HAVING count(*) = 0`, [], 60_000);
    // What came back is free for the next one: nothing is lost to an owner that is gone.
    const { pool } = rig.sql;
    await expect.poll(() => pool.waitingCount).toBe(0);
    expect((await Promise.all(Array.from({ length: 4 }, () => pool.query('SELECT 1 AS one')))).length).toBe(4);
  },
);
