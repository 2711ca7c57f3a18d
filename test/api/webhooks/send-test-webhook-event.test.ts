import { verifyWebhook } from '@agency-service/sdk';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../support/receiver.ts';
import { eventually, problem, useService } from './fixture.ts';

const types = ['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested'] as const;

describe('POST /v1/webhooks/{endpoint_id}/test-events', () => {
  const newAgency = useService({ delivers: true });
  const path = (id: string) => `/v1/webhooks/${id}/test-events`;
  it('sends an event of any type to this endpoint alone, with ids that begin with test_', async () => {
    const agency = await newAgency();
    const receiver = await startReceiver();
    const { id, secret } = await agency.addEndpoint({ url: receiver.url });
    await agency.addEndpoint({ url: receiver.url, enabled_event_types: types });
    for (const event_type of types) {
      const answer = await agency.call('POST', path(id), { body: { event_type } });
      expect(answer).toMatchObject({ status: 202, body: { event_id: expect.any(String), delivery_id: expect.any(String) } });
      const received = (await receiver.waitFor(types.indexOf(event_type) + 1)).at(-1)!;
      // The SDK holds a delivery to the contract's schema of its type.
      const event = await verifyWebhook(received.body, received.headers as Record<string, string>, secret);
      expect(event).toMatchObject({ id: answer.body.event_id, type: event_type });
      const ids = Object.entries(received.event.data).filter(([name, value]) => /(^|_)id$/.test(name) && value !== null);
      expect(ids.length).toBeGreaterThan(1);
      for (const [name, value] of ids) expect([name, value]).toEqual([name, expect.stringMatching(/^test_/)]);
      const instants = Object.entries(received.event.data).filter(([name, value]) => name.endsWith('_at') && value !== null);
      for (const [, value] of instants) expect(value).toBe(received.event.created_at);
    }
    const read = async () => (await agency.call('GET', `/v1/webhooks/${id}/deliveries`)).body.data as { status: string }[];
    const deliveries = await eventually(read, (list) => list.every(({ status }) => status === 'delivered'));
    expect(deliveries.length).toBe(types.length);
    expect(receiver.received.length).toBe(types.length);
    await receiver.close();
  });

  it('is seen by every key that reaches the endpoint, also by a limited key that sends it', async () => {
    const agency = await newAgency();
    const receiver = await startReceiver();
    const { id } = await agency.addEndpoint({ url: receiver.url, allowed_creator_ids: ['ada'] }, agency.adaKey);
    const { event_id } = (await agency.call('POST', path(id), { key: agency.adaKey, body: { event_type: 'order.created' } })).body;
    await receiver.waitFor(1);
    const { body } = await agency.call('GET', `/v1/webhook-events/${event_id}`, { key: agency.adaKey });
    expect(body).toMatchObject({ id: event_id, creator_id: 'ada', deliveries: [{ endpoint_id: id }] });
    await receiver.close();
  });

  it('answers 409 for a disabled endpoint and 400 for a type that cannot be subscribed to', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const bad = await agency.call('POST', path(id), { body: { event_type: 'ping' } });
    expect(bad).toMatchObject(problem(400, 'validation_failed', { errors: [{ path: 'event_type' }] }));
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    const body = { event_type: 'order.created' };
    expect(await agency.call('POST', path(id), { body })).toMatchObject(problem(409, 'webhook_endpoint_disabled'));
    expect((await agency.call('GET', `/v1/webhooks/${id}/deliveries`)).body.data).toEqual([]);
  });
});
