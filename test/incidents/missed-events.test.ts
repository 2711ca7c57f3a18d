import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { creatorRecords, tip } from './tips.ts';

const soon = { timeout: 20_000, interval: 50 };

/** One story: each test continues the one before. */
describe('an order while endpoints are disabled', { shuffle: false }, () => {
  let service: TestService;
  let agency: TestAgency;
  let receiver: Receiver;
  let endpointIds: string[];
  beforeAll(async () => {
    service = await startService();
    agency = await service.createAgency();
    await agency.ingest(creatorRecords);
    receiver = await startReceiver();
    endpointIds = [];
    for (let n = 0; n < 5; n++) endpointIds.push(await create(['order.created']));
    await create(['order.refunded']);
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
  });

  const call = (method: string, path: string, body?: object) => service.request(method, path, { key: agency.key, ...(body && { body }) });
  const create = async (types: string[]) =>
    (await call('POST', '/v1/webhooks', { url: receiver.url, enabled_event_types: types })).body.id as string;
  const eventOf = async (orderId: string) => {
    const { data } = (await call('GET', `/v1/webhook-events?order_ids=${orderId}&include_deliveries=true`)).body;
    return data[0];
  };

  it('names the endpoint that got it, and the four that missed it', async () => {
    const disabled = endpointIds.slice(1);
    for (const id of disabled) await call('PATCH', `/v1/webhooks/${id}`, { status: 'disabled' });
    await agency.ingest([tip('while-disabled')]);
    await vi.waitFor(async () => expect((await eventOf('while-disabled')).deliveries).toMatchObject([{ status: 'delivered' }]), soon);
    const event = await eventOf('while-disabled');
    expect(event.deliveries.map(({ endpoint_id: id }: { endpoint_id: string }) => id)).toEqual([endpointIds[0]]);
    expect(event.missed_endpoint_ids).toEqual(disabled.toSorted());
    expect((await call('GET', `/v1/webhook-events/${event.id}`)).body.missed_endpoint_ids).toEqual(disabled.toSorted());
    expect(receiver.received).toHaveLength(1);
  });

  it('an order from before, a test event, and an endpoint that was created later count for nothing missed', async () => {
    const later = await create(['order.created']);
    await call('PATCH', `/v1/webhooks/${later}`, { status: 'disabled' });
    expect((await eventOf('while-disabled')).missed_endpoint_ids).not.toContain(later);
    const { event_id: testEvent } = (await call('POST', `/v1/webhooks/${endpointIds[0]}/test-events`, { event_type: 'order.created' }))
      .body;
    expect((await call('GET', `/v1/webhook-events/${testEvent}`)).body.missed_endpoint_ids).toEqual([]);
  });

  it('an event that was recovered is no longer missed', async () => {
    const [, id] = endpointIds;
    await call('PATCH', `/v1/webhooks/${id}`, { status: 'active' });
    expect((await call('POST', `/v1/webhooks/${id}/recoveries`, { start: new Date(Date.now() - 60_000).toISOString() })).status).toBe(202);
    await vi.waitFor(async () => expect((await eventOf('while-disabled')).deliveries).toHaveLength(2), soon);
    expect((await eventOf('while-disabled')).missed_endpoint_ids).toEqual(endpointIds.slice(2).toSorted());
  });
});
