import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkerPool, type WorkerPool } from '../../server/database/client/worker-pool.ts';
import { JobRunner } from '../../server/jobs/runner.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
let proxy: TcpProxy;
let worker: WorkerPool;
beforeAll(async () => {
  rig = await startRig();
  receiver = await startReceiver();
  proxy = await startTcpProxy(rig.url);
  worker = openWorkerPool(proxy.url, 12, () => undefined);
});
afterAll(async () => {
  await rig.close();
  await worker.close();
  await proxy.close();
  await receiver.close();
});

test.each(['down', 'mute'] as const)(
  'the database is away (%s) for a while: sent deliveries are recorded, deliveries and jobs resume by themselves',
  { timeout: 60_000 },
  async (mode) => {
    const id = await rig.addEndpoint({ url: receiver.url });
    let runs = 0;
    const log = { info() {}, warn() {}, error() {} };
    const runner = new JobRunner({
      sql: worker,
      tasks: [{ name: 'count', class: 'replay', run: async () => void runs++ }],
      log,
      heartbeatMs: 200,
    });
    await runner.start();
    const deliverer = rig.deliver({ pool: worker.pool, gatherMs: 100 });
    await rig.publish();
    await receiver.waitFor(1);
    proxy.set(mode);
    await sleep(1_500);
    proxy.set('up');
    await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered'`, [id], 25_000);
    await rig.rows(`SELECT graphile_worker.add_job('count')`);
    await rig.publish();
    await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered' HAVING count(*) = 2`, [id], 25_000);
    for (let n = 0; n < 500 && runs === 0; n++) await sleep(20);
    expect(runs).toBe(1);
    expect(deliverer.facts().heartbeatAgeMs).toBeLessThan(5_000);
    await Promise.all([deliverer.stop(), runner.stop()]);
    await rig.rows('DELETE FROM webhook_endpoints');
    receiver.received.length = 0;
  },
);
