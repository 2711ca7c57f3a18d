import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { eventually, orderRecord, problem, useService } from './fixture.ts';

describe('POST /v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/retry', () => {
  const newAgency = useService({ delivers: true, retryDelaysMs: [3_600_000, 3_600_000, 3_600_000] });
  const path = (id: string, deliveryId: string) => `/v1/webhooks/${id}/deliveries/${deliveryId}`;
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  it('sends a delivery now whose next attempt is due in an hour, and leaves one that has ended as it is', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url });
    receiver.answer = 503;
    await agency.ingest([orderRecord('one', 'fan-1')]);
    await receiver.waitFor(1);
    const [{ id: deliveryId }] = await eventually(
      async () => (await agency.call('GET', `/v1/webhooks/${id}/deliveries`)).body.data as any[],
      ([delivery]) => delivery?.attempts.length === 1,
    );
    receiver.answer = 200;
    const answers = await Promise.all([1, 2, 3].map(() => agency.call('POST', `${path(id, deliveryId)}/retry`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const read = async () => (await agency.call('GET', path(id, deliveryId))).body;
    const delivered = await eventually(read, ({ status }) => status === 'delivered');
    expect(delivered.attempts).toMatchObject([{ status_code: 503 }, { status_code: 200 }]);
    expect(receiver.received).toHaveLength(2);
    expect(await agency.call('POST', `${path(id, deliveryId)}/retry`)).toMatchObject({ status: 200, body: delivered });
    expect(receiver.received).toHaveLength(2);
  });

  it('does not find deliveries of other endpoints, and those of creators that the key cannot access', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url });
    const other = await agency.addEndpoint({ url: receiver.url, allowed_creator_ids: ['ada'] });
    const { id: deliveryId } = await agency.addDelivery(other.id, { status: 'pending', creatorId: 'bea' });
    expect(await agency.call('POST', `${path(id, deliveryId)}/retry`)).toMatchObject(problem(404, 'unknown_webhook_delivery'));
    const limited = await agency.call('POST', `${path(other.id, deliveryId)}/retry`, { key: agency.adaKey });
    expect(limited).toMatchObject(problem(404, 'unknown_webhook_delivery'));
  });
});
