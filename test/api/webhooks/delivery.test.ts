import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { bulkReplayed, eventually, useService, type Agency } from './fixture.ts';

describe('deliveries of the operations on an endpoint', () => {
  const newAgency = useService({ delivers: true });
  let receiver: Receiver;

  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const failuresOf = async (agency: Agency, id: string) => (await agency.call('GET', `/v1/webhooks/${id}/failures`)).body.data as any[];

  it('a ping arrives as an event of its own, rendered in the pinned version', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url, allowed_creator_ids: ['ada'] });
    const { event_id: eventId, delivery_id: deliveryId } = (await agency.call('POST', `/v1/webhooks/${id}/ping`)).body;
    const [received] = await receiver.waitFor(1);
    expect(received!.event).toEqual({
      id: eventId,
      type: 'ping',
      created_at: expect.stringMatching(/Z$/),
      api_version: '2026-07-06',
      data: { endpoint_id: id },
    });
    expect(received!.headers['service-delivery-id']).toBe(deliveryId);
    const read = async () => (await agency.call('GET', `/v1/webhooks/${id}/deliveries`)).body.data[0];
    expect(await eventually(read, ({ status }) => status === 'delivered')).toMatchObject({
      id: deliveryId,
      status: 'delivered',
      attempts: [{ status_code: 200, error: null }],
      next_attempt_at: null,
    });
    const counters = (await agency.call('GET', `/v1/webhooks/${id}/stats`)).body.data;
    expect(counters.at(-1)).toMatchObject({ event_type: 'ping', delivered_count: 1, failed_count: 0 });
  });

  it('a replay sends the original event with its id under the new delivery id', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url });
    const failure = await agency.addFailure(id);
    const { delivery_id: deliveryId } = (await agency.call('POST', `/v1/webhooks/${id}/failures/${failure.id}/replay`)).body;
    const [received] = await receiver.waitFor(1);
    expect(received!.event).toMatchObject({ id: failure.eventId, type: 'order.created', data: { id: 'order-1' } });
    expect(received!.headers['service-delivery-id']).toBe(deliveryId);
  });

  it('a bulk replay sends each failure once, however often it is requested', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url });
    const eventIds: string[] = [];
    for (let index = 0; index < 25; index += 1) eventIds.push((await agency.addFailure(id)).eventId);
    const replay = () => agency.call('POST', `/v1/webhooks/${id}/failures/replay`);
    await Promise.all([replay(), replay(), replay()]);
    await receiver.waitFor(25, 10_000);
    expect((await replay()).body).toEqual(bulkReplayed());
    const read = async () => (await agency.call('GET', `/v1/webhooks/${id}/deliveries`)).body.data as { status: string }[];
    const deliveries = await eventually(read, (list) => list.every(({ status }) => status === 'delivered'));
    expect(deliveries).toHaveLength(25);
    expect(receiver.received.map(({ event }) => event.id).sort()).toEqual(eventIds.sort());
  });

  it('what is pending when an endpoint is paused goes to its failures at once, uncounted, and is not sent after it is enabled', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url });
    const pending = await agency.addDelivery(id, { status: 'pending' });
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    const failures = await eventually(
      () => failuresOf(agency, id),
      ({ length }) => length > 0,
    );
    expect(failures).toMatchObject([{ delivery_id: pending.id, error: 'endpoint_disabled', replayed_at: null }]);
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'active' } });
    const { event_id: pingId } = (await agency.call('POST', `/v1/webhooks/${id}/ping`)).body;
    await receiver.waitFor(1);
    expect(receiver.received.map(({ event }) => event.id)).toEqual([pingId]);
    const counters = (await agency.call('GET', `/v1/webhooks/${id}/stats`)).body.data;
    expect(counters[0]).toMatchObject({ event_type: 'order.created', delivered_count: 0, failed_count: 0, disabled_count: 1 });
  });

  it('a replay for a disabled endpoint returns to the failures and sends nothing', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url });
    const failure = await agency.addFailure(id);
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    const { delivery_id: deliveryId } = (await agency.call('POST', `/v1/webhooks/${id}/failures/${failure.id}/replay`)).body;
    const failures = await failuresOf(agency, id);
    expect(failures).toMatchObject([{ event_id: failure.eventId, delivery_id: deliveryId, error: 'endpoint_disabled', replayed_at: null }]);
    expect(receiver.received).toEqual([]);
  });

  it('after a rotation both secrets sign while the previous one lives, also when the new one is replaced at once', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url });
    const rotate = (seconds: number) =>
      agency.call('POST', `/v1/webhooks/${id}/secret/rotation`, { body: { previous_expires_in_seconds: seconds } });
    const signatures = [];
    for (const seconds of [3600, 0]) {
      await rotate(seconds);
      await agency.call('POST', `/v1/webhooks/${id}/ping`);
      signatures.push(String((await receiver.waitFor(signatures.length + 1)).at(-1)!.headers['service-signature']));
    }
    expect(signatures[0]).toMatch(/^v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(signatures[1]).toMatch(/^v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
  });

  it('pending deliveries go to the URL that the endpoint has when they are sent', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: 'http://127.0.0.1:1024/old' });
    const pending = await agency.addDelivery(id, { status: 'pending' });
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { url: receiver.url } });
    await agency.makeDue(pending.id);
    expect((await receiver.waitFor(1))[0]!.event.id).toBe(pending.eventId);
  });
});
