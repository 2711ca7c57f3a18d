import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { DestinationGuard } from '../../server/delivery/send/destination-connector.ts';
import { parseRanges } from '../../server/entities/destination-ranges.ts';
import { sealHeaders } from '../../server/entities/endpoint-headers.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
beforeAll(async () => {
  rig = await startRig();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await rig.reset();
  await receiver.close();
});
afterAll(() => rig.close());

test('with a wrong ENCRYPTION_KEY nothing is recorded against receivers, and the deliverer says so; the right key delivers', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const wrong = rig.deliver({ secrets: new Keyring(randomBytes(32)), gatherMs: 5, sweepMs: 50 });
  await rig.publish();
  await expect.poll(() => wrong.facts().unreadableSecretCount).toBe(1);
  // Some sweeps later.
  await sleep(200);
  expect(receiver.received).toHaveLength(0);
  const untouched = { status: 'pending', attempt_count: 0, attempts: [], lease: null };
  expect((await rig.rows('SELECT * FROM all_deliveries WHERE endpoint_id = $1', [id]))[0]).toMatchObject(untouched);
  expect(rig.lines.filter(({ message }) => message === 'could not decrypt the signing secret')).toHaveLength(1);
  await wrong.stop();
  const right = rig.deliver({ gatherMs: 5 });
  await receiver.waitFor(1);
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered' AND attempt_count = 1`, [id]);
  expect(right.facts()).toMatchObject({ unreadableSecretCount: 0 });
  await right.stop();
});

test('a stored secret that was copied to another endpoint signs nothing there, although its own endpoint delivers', async () => {
  const own = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ gatherMs: 5, sweepMs: 50 });
  await rig.publish();
  await receiver.waitFor(1);
  const other = await rig.addEndpoint({ url: `${receiver.url}/other`, secret: `svc_whsec_${randomBytes(24).toString('base64')}` });
  await rig.rows(
    `UPDATE webhook_endpoints e SET secret_ciphertext = own.secret_ciphertext FROM webhook_endpoints own WHERE e.id = $1 AND own.id = $2`,
    [other, own],
  );
  await rig.publish();
  await receiver.waitFor(2);
  await expect.poll(() => deliverer.facts().unreadableSecretCount).toBe(1);
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'pending' AND lease IS NULL AND attempt_count = 0`, [
    other,
  ]);
  expect(receiver.received).toHaveLength(2);
  await deliverer.stop();
});

test('without its own headers, an endpoint gets no request; set again, they are sent', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  const set = (headers: Buffer | null) =>
    rig.rows(
      `UPDATE webhook_endpoints SET headers_ciphertext = $2, header_names = '{X-Api-Key}', header_value_prefixes = '{""}' WHERE id = $1`,
      [id, headers],
    );
  const seal = (endpointId: string) => sealHeaders(rig.keyring, [['X-Api-Key', 'key']], rig.agencyId, endpointId).headers_ciphertext;
  await set(seal(randomUUID()));
  const deliverer = rig.deliver({ gatherMs: 5, sweepMs: 50 });
  await rig.publish();
  await expect.poll(() => deliverer.facts().unreadableSecretCount).toBe(1);
  await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'pending' AND lease IS NULL AND attempt_count = 0`, [
    id,
  ]);
  expect(receiver.received).toHaveLength(0);
  await deliverer.stop();
  await set(seal(id));
  rig.deliver({ gatherMs: 5, sweepMs: 50 });
  const [received] = await receiver.waitFor(1);
  expect(received!.headers).toMatchObject({ 'x-api-key': 'key' });
});

test('an attempt that fails on our own side says nothing about the receiver and is made again', async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  let calls = 0;
  const { connector } = new DestinationGuard({ policy: { devRanges: parseRanges(['127.0.0.0/8']) } });
  rig.deliver({
    gatherMs: 5,
    connector: (options, callback) => {
      if (++calls === 1) callback(Object.assign(new Error('too many open files'), { code: 'EMFILE' }), null);
      else connector(options, callback);
    },
  });
  await rig.publish();
  await receiver.waitFor(1);
  const delivery = await rig.until(`SELECT * FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered'`, [id]);
  expect(delivery.attempts).toHaveLength(1);
  expect(delivery.attempt_count).toBe(1);
  expect(calls).toBe(2);
});
