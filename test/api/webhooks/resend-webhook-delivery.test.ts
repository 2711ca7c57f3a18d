import { randomUUID } from 'node:crypto';
import { verifyWebhook } from '@agency-service/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { eventually, orderRecord, problem, useService, type Agency } from './fixture.ts';

describe('POST /v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/resend', () => {
  const newAgency = useService({ delivers: true, retryDelaysMs: [5, 5, 5] });
  const path = (id: string, deliveryId: string) => `/v1/webhooks/${id}/deliveries/${deliveryId}/resend`;
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const settled = (agency: Agency, eventId: string, count: number) =>
    eventually(
      async () => (await agency.call('GET', `/v1/webhook-events/${eventId}`)).body.deliveries as any[],
      (deliveries) => deliveries.length === count && deliveries.every(({ status }) => status !== 'pending'),
    );

  it('sends the event of a delivered delivery again, with the same id and payload, to its endpoint alone', async () => {
    const agency = await newAgency();
    const { id, secret } = await agency.addEndpoint({ url: receiver.url });
    const other = await agency.addEndpoint({ url: `${receiver.url}/other` });
    await agency.ingest([orderRecord('one', 'fan-1')]);
    const [{ event }] = (await receiver.waitFor(2)) as [any];
    const first = (await settled(agency, event.id, 2)).find(({ endpoint_id }) => endpoint_id === id);

    const answers = [await agency.call('POST', path(id, first.id)), await agency.call('POST', path(id, first.id))];
    for (const answer of answers) expect(answer).toMatchObject({ status: 202, body: { event_id: event.id } });
    const ids = answers.map(({ body }) => body.delivery_id as string);
    expect(new Set([first.id, ...ids]).size).toBe(3);
    const [, , ...again] = await receiver.waitFor(4);
    for (const { headers, body } of again) expect(await verifyWebhook(body, headers as Record<string, string>, secret)).toEqual(event);

    const deliveries = await settled(agency, event.id, 4);
    expect(deliveries.slice(2)).toMatchObject(
      ids.map((each) => ({
        id: each,
        endpoint_id: id,
        status: 'delivered',
        attempts: [{ status_code: 200 }],
        failure_id: null,
        replay_of_failure_id: null,
        resend_of_delivery_id: first.id,
      })),
    );
    expect(deliveries.filter(({ endpoint_id }) => endpoint_id === other.id)).toHaveLength(1);
    expect(await agency.call('GET', `/v1/webhooks/${id}/deliveries/${ids[0]}`)).toMatchObject({ body: deliveries[2] });
    // What was sent again can be sent again.
    expect(await agency.call('POST', path(id, ids[0]!))).toMatchObject({ status: 202 });
    expect((await settled(agency, event.id, 5)).at(-1)).toMatchObject({ resend_of_delivery_id: ids[0] });
  });

  it('makes a failure of its own when every attempt fails, and one that waits when its endpoint is disabled meanwhile', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url });
    const delivered = await agency.addDelivery(id);
    receiver.answer = 500;
    const failed = (await agency.call('POST', path(id, delivered.id))).body;
    const failures = () => agency.call('GET', `/v1/webhooks/${id}/failures`).then(({ body }) => body.data as any[]);
    expect(await eventually(failures, (data) => data.length === 1)).toMatchObject([
      { delivery_id: failed.delivery_id, event_id: delivered.eventId, error: 'http_status' },
    ]);
    receiver.answer = () => undefined;
    const waiting = (await agency.call('POST', path(id, delivered.id))).body;
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    await receiver.close();
    const [last] = await eventually(failures, (data) => data.length === 2);
    expect(last).toMatchObject({ delivery_id: waiting.delivery_id, error: 'endpoint_disabled' });
    const detail = await agency.call('GET', `/v1/webhooks/${id}/deliveries/${waiting.delivery_id}`);
    expect(detail.body).toMatchObject({ status: 'failed', resend_of_delivery_id: delivered.id, failure_id: last.id });
  });

  it('fails with 409 for a disabled endpoint, and queues nothing', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url });
    const delivered = await agency.addDelivery(id);
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    expect(await agency.call('POST', path(id, delivered.id))).toMatchObject(problem(409, 'webhook_endpoint_disabled'));
    expect((await agency.call('GET', `/v1/webhooks/${id}/deliveries`)).body.data).toHaveLength(1);
  });

  it('fails with 404 for an unknown delivery, one of another endpoint or creator, and one whose event is no longer stored', async () => {
    const agency = await newAgency();
    const [{ id }, other] = [await agency.addEndpoint({ url: receiver.url }), await agency.addEndpoint()];
    const foreign = await agency.addDelivery(other.id);
    const forgotten = await agency.addDelivery(id);
    await agency.service.database.query({ text: 'DELETE FROM webhook_events WHERE id = $1', values: [forgotten.eventId] });
    for (const each of [randomUUID(), 'not-a-uuid', foreign.id, forgotten.id]) {
      expect(await agency.call('POST', path(id, each))).toMatchObject(problem(404, 'unknown_webhook_delivery'));
    }
    const own = await agency.addEndpoint({ allowed_creator_ids: ['ada'] });
    const ofBea = await agency.addDelivery(own.id, { creatorId: 'bea' });
    expect(await agency.call('POST', path(own.id, ofBea.id), { key: agency.adaKey })).toMatchObject(
      problem(404, 'unknown_webhook_delivery'),
    );
    expect(await agency.call('POST', path(own.id, ofBea.id))).toMatchObject({ status: 202 });
    expect(receiver.received).toEqual([]);
  });
});
