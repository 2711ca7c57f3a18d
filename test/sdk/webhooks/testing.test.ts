import { describe, expect, expectTypeOf, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { deliveryEventTypes } from '../../../generated/events.ts';
import type { Order } from '../../../sdk/src/index.ts';
import { verifyWebhook } from '../../../sdk/src/webhooks.ts';
import { signTestWebhook, testEvent, testSecret, type TestEventType } from '../../../sdk/src/webhooks/testing.ts';
import { deliveryMismatches } from '../../support/response-validators.ts';

describe('testEvent', () => {
  test.each(deliveryEventTypes)('makes an event %s that the contract allows', (type) => {
    expect(deliveryMismatches(type, testEvent(type))).toBeNull();
    expect(testEvent(type)).toMatchObject({ type });
  });

  test('covers every type, each event with an id of its own', () => {
    expectTypeOf<TestEventType>().toEqualTypeOf<(typeof deliveryEventTypes)[number]>();
    expect(new Set(Array.from({ length: 10 }, () => testEvent('ping').id)).size).toBe(10);
  });

  test('takes changes of the event and of its data, in their types', () => {
    const event = testEvent('order.created', { id: '0198f0ab-9d70-7b16-92e8-1a6f4c3d5e99', data: { amount_cents: 5, message_id: null } });
    expectTypeOf(event.data).toEqualTypeOf<Order>();
    expect(event).toMatchObject({
      id: '0198f0ab-9d70-7b16-92e8-1a6f4c3d5e99',
      data: { amount_cents: 5, message_id: null, order_type: 'private_media' },
    });
    expect(deliveryMismatches('order.created', event)).toBeNull();
    // @ts-expect-error -- an order has a number of cents
    testEvent('order.created', { data: { amount_cents: '5' } });
    // @ts-expect-error -- an assignment does not have an amount
    testEvent('assignment.updated', { data: { amount_cents: 5 } });
  });

  test('does not share its data with other events', () => {
    testEvent('order.created').data.amount_cents = 1;
    expect(testEvent('order.created').data.amount_cents).toBe(1500);
  });
});

describe('signTestWebhook', () => {
  test('signs like the service, for its own headers and for Standard Webhooks', async () => {
    const secrets = [testSecret(), testSecret()];
    const event = testEvent('order.refunded', { data: { fan_username: 'é€😀' } });
    const { headers, body } = await signTestWebhook(event, secrets);
    const standard = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-')));
    for (const secret of secrets) {
      expect(await verifyWebhook(body, headers, secret)).toEqual(event);
      expect(await verifyWebhook(body, standard, secret)).toEqual(event);
      expect(new Webhook(secret.slice(secret.indexOf('whsec_'))).verify(body, standard)).toEqual(event);
    }
  });

  test('signs a text as it is, also one that is not an event', async () => {
    const secret = testSecret();
    const { headers, body } = await signTestWebhook('{"id":', secret);
    await expect(verifyWebhook(body, headers, secret)).rejects.toMatchObject({ reason: 'invalid_body' });
    const spaced = await signTestWebhook('{ "id": "e1", "type": "ping" }', secret);
    expect(spaced.headers).toMatchObject({ 'service-event-id': 'e1', 'service-event-type': 'ping' });
  });

  test('refuses what is not a secret', async () => {
    await expect(signTestWebhook(testEvent('ping'), 'secret')).rejects.toThrow('A secret is svc_whsec_ and 32 characters');
  });
});
