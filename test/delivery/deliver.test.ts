import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver } from '../support/receiver.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

test('a published event reaches the endpoint and is recorded as delivered', async () => {
  const receiver = await startReceiver();
  await rig.addEndpoint({ url: receiver.url });
  rig.deliver();
  await rig.publish();
  const [received] = await receiver.waitFor(1);
  expect(received!.event.type).toBe('order.created');
  const row = await rig.until(`SELECT * FROM deliveries WHERE status = 'delivered'`);
  expect(row.attempts).toHaveLength(1);
  await receiver.close();
});
