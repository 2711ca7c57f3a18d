import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { placeOfSecrets } from '../../server/entities/signing-secret.ts';
import { startReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { anOrder, startRig, testSecret, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
beforeAll(async () => {
  rig = await startRig();
  receiver = await startReceiver();
  rig.deliver();
});
afterEach(async () => {
  await rig.rows('DELETE FROM webhook_endpoints');
  receiver.received.length = 0;
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

const own = (secret: string, { headers, body }: Received) =>
  `v1=${createHmac('sha256', secret)
    .update(`${String(headers['service-signature-timestamp'])}.${body}`)
    .digest('hex')}`;

const standard = (secret: string, { headers, body }: Received) => {
  const key = Buffer.from(secret.slice(secret.indexOf('whsec_') + 6), 'base64');
  return `v1,${createHmac('sha256', key)
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')}`;
};

test('the body is the envelope around the payload as it was recorded, in the pinned version', async () => {
  await rig.addEndpoint({ url: receiver.url });
  await rig.publish([
    { occurredAt: new Date('2026-07-18T21:04:11.007Z'), data: { zulu: 1, a: [null, 'é\u2028"'], nested: { b: 1, a: 2 } } },
  ]);
  const [received] = await receiver.waitFor(1);
  const [event] = await rig.rows('SELECT id FROM webhook_events ORDER BY id DESC LIMIT 1');
  expect(received!.body).toBe(
    JSON.stringify({
      id: event!.id,
      type: 'order.created',
      created_at: '2026-07-18T21:04:11.007Z',
      api_version: '2026-07-06',
      data: { zulu: 1, a: [null, 'é\u2028"'], nested: { b: 1, a: 2 } },
    }),
  );
});

test('the headers name body, delivery and sender, each of ours also under its former name', async () => {
  await rig.addEndpoint({ url: `${receiver.url}?token=1` });
  await rig.publish();
  const [received] = await receiver.waitFor(1);
  const { headers, event } = received!;
  const delivery = await rig.until(`SELECT id FROM all_deliveries WHERE event_id = $1`, [event.id]);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1.0',
    'service-event-type': 'order.created',
    'service-event-id': event.id,
    'service-delivery-id': delivery.id,
    'webhook-id': event.id,
    host: new URL(receiver.url).host,
  });
  const seconds = Number(headers['service-signature-timestamp']);
  expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(5);
  expect(headers['webhook-timestamp']).toBe(String(seconds));
  for (const name of ['signature', 'signature-timestamp', 'event-type', 'event-id', 'delivery-id']) {
    expect(headers[`legacy-${name}`], name).toBe(headers[`service-${name}`]);
    expect(headers[`legacy-${name}`], name).toBeTruthy();
  }
});

describe('signatures', () => {
  test.each([testSecret, `legacy_whsec_${Buffer.alloc(24, 9).toString('base64')}`])('both families verify with %s', async (secret) => {
    await rig.addEndpoint({ url: receiver.url, secret });
    await rig.publish();
    const [received] = await receiver.waitFor(1);
    expect(received!.headers['service-signature']).toBe(own(secret, received!));
    expect(received!.headers['webhook-signature']).toBe(standard(secret, received!));
  });

  test('until the previous secret expires both secrets sign, then only the new one', async () => {
    const id = await rig.addEndpoint({ url: receiver.url });
    const place = placeOfSecrets(rig.agencyId, id);
    const rotated = `svc_whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    const rotate = (until: string) =>
      rig.rows(
        `UPDATE webhook_endpoints SET earlier_secret_ciphertexts = ARRAY[$2::bytea], earlier_secrets_expire_at = ARRAY[${until}], secret_ciphertext = $3
          WHERE id = $1`,
        [id, rig.keyring.encrypt(testSecret, place), rig.keyring.encrypt(rotated, place)],
      );
    await rotate(`now() + interval '1 hour'`);
    await rig.publish();
    const [both] = await receiver.waitFor(1);
    expect(both!.headers['service-signature']).toBe(`${own(rotated, both!)},${own(testSecret, both!)}`);
    expect(both!.headers['webhook-signature']).toBe(`${standard(rotated, both!)} ${standard(testSecret, both!)}`);
    await rotate(`now() - interval '1 millisecond'`);
    await rig.publish();
    const [, alone] = await receiver.waitFor(2);
    expect(alone!.headers['service-signature']).toBe(own(rotated, alone!));
    expect(alone!.headers['webhook-signature']).toBe(standard(rotated, alone!));
  });
});

describe('endpoints that receive a fact', () => {
  const pathsOf = (count: number) => receiver.waitFor(count).then((all) => all.map(({ event }) => event.data.id));

  test('an endpoint receives the types it subscribed to', async () => {
    await rig.addEndpoint({ url: receiver.url, enabledEventTypes: ['order.refunded'] });
    await rig.publish([{ data: { id: 'created' } }, { type: 'order.refunded', data: { id: 'refunded' } }]);
    expect(await pathsOf(1)).toEqual(['refunded']);
    expect(await rig.rows('SELECT 1 FROM all_deliveries WHERE endpoint_id IN (SELECT id FROM webhook_endpoints)')).toHaveLength(1);
  });

  test('an endpoint receives facts of the creators in its scope; an empty scope covers all, also future ones', async () => {
    await rig.addEndpoint({ url: `${receiver.url}/scoped`, allowedCreatorIds: ['creator-2'] });
    await rig.addEndpoint({ url: `${receiver.url}/all` });
    await rig.publish([{ creatorId: 'creator-1' }, { creatorId: 'creator-2' }, { creatorId: null }]);
    await receiver.waitFor(4);
    const counts = await rig.rows(`
      SELECT e.url, count(*) AS count FROM all_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id GROUP BY e.url ORDER BY e.url`);
    expect(counts.map(({ count }) => count)).toEqual([3, 1]);
  });

  test('an endpoint of another agency receives nothing', async () => {
    const [other] = await rig.rows(`INSERT INTO agencies (name) VALUES ('Other') RETURNING id`);
    const id = await rig.addEndpoint({ url: receiver.url });
    await rig.rows('UPDATE webhook_endpoints SET agency_id = $2 WHERE id = $1', [id, other!.id]);
    await rig.publish();
    expect(await rig.rows('SELECT 1 FROM all_deliveries WHERE endpoint_id = $1', [id])).toHaveLength(0);
  });

  const pingOf = (endpointId: string) =>
    ({
      agencyId: rig.agencyId,
      endpointId,
      type: 'ping',
      creatorId: null,
      occurredAt: new Date(),
      data: { endpoint_id: endpointId },
    }) as const;

  test('a ping is sent only to its endpoint, whatever its subscription', async () => {
    const id = await rig.addEndpoint({ url: receiver.url, enabledEventTypes: ['order.refunded'], allowedCreatorIds: ['creator-9'] });
    await rig.addEndpoint({ url: receiver.url });
    const [queued] = await rig.database.transaction((transaction) => rig.outbox.publish(transaction, [pingOf(id)]));
    rig.wake(id);
    const [received] = await receiver.waitFor(1);
    expect(received!.event).toMatchObject({ id: queued!.eventId, type: 'ping', data: { endpoint_id: id } });
    expect(received!.headers['service-delivery-id']).toBe(queued!.deliveryId);
    expect(received!.headers['service-signature']).toBe(own(testSecret, received!));
  });

  test('a ping to a disabled endpoint is not recorded', async () => {
    const id = await rig.addEndpoint({ url: receiver.url });
    await rig.rows(
      `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'manual', disabled_at = now(), generation = 2 WHERE id = $1`,
      [id],
    );
    expect(await rig.database.transaction((transaction) => rig.outbox.publish(transaction, [pingOf(id)]))).toEqual([]);
  });
});

test('a fact that is rolled back has no event, and an event none of its deliveries', async () => {
  await rig.addEndpoint({ url: receiver.url });
  const [before] = await rig.rows('SELECT count(*) AS count FROM webhook_events');
  await expect(
    rig.database.transaction(async (transaction) => {
      await rig.outbox.publish(transaction, [anOrder({ agencyId: rig.agencyId })]);
      throw new Error('the fact failed');
    }),
  ).rejects.toThrow('the fact failed');
  const [after] = await rig.rows('SELECT count(*) AS count FROM webhook_events');
  expect(after!.count).toBe(before!.count);
  expect(await rig.rows('SELECT 1 FROM all_deliveries WHERE endpoint_id IN (SELECT id FROM webhook_endpoints)')).toHaveLength(0);
});

test('a record batch of 1,000 facts reaches the endpoint, each fact once', async () => {
  await rig.addEndpoint({ url: receiver.url });
  await rig.publish(Array.from({ length: 1_000 }, (_, n) => ({ data: { id: `order-${n}` } })));
  const received = await receiver.waitFor(1_000, 15_000);
  expect(new Set(received.map(({ event }) => event.data.id)).size).toBe(1_000);
});
