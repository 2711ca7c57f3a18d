import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { StatementWatch } from '../support/statement-watch.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startRig, type Rig } from '../delivery/rig.ts';

let rig: Rig;
let watch: StatementWatch;
let receiver: Receiver;
beforeAll(async () => {
  const database = await createTestDatabase();
  watch = await StatementWatch.over(database.url);
  rig = await startRig(database);
  receiver = await startReceiver();
});
afterAll(async () => {
  await watch.close();
  await rig.close();
  await receiver.close();
});

test('deliveries that succeed write neither the row of their endpoint nor a notice', async () => {
  const deliverer = rig.deliver({ retrySchedule: [], gatherMs: 5 });
  const id = await rig.addEndpoint({ url: receiver.url });
  const row = async () => (await rig.rows('SELECT ctid::text, xmin::text FROM webhook_endpoints WHERE id = $1', [id]))[0];
  await rig.publish();
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered'`, [id]);
  const before = await row();
  await watch.reset();
  for (let count = 2; count <= 51; count++) {
    await rig.publish();
    await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered' HAVING count(*) = $2`, [id, count]);
  }
  const [recorded, job] = await watch.costs('WITH finished AS MATERIALIZED', 'notify_operator');
  expect(await row()).toEqual(before);
  expect([recorded.calls, job.calls]).toEqual([50, 0]);
  await deliverer.stop();
});
