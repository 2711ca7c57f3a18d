import { expect, test } from 'vitest';
import { startReceiver } from '../support/receiver.ts';
import { startRig } from './rig.ts';

test('the first retry comes 10 seconds after the attempt', async () => {
  const [rig, receiver] = [await startRig(), await startReceiver()];
  await rig.addEndpoint({ url: receiver.url });
  receiver.answer = 500;
  rig.deliver();
  await rig.publish();
  await receiver.waitFor(1);
  receiver.answer = 200;
  const [first, second] = await receiver.waitFor(2, 30_000);
  expect(second!.receivedAt - first!.receivedAt).toBeGreaterThanOrEqual(9_950);
  await rig.close();
  await receiver.close();
});
