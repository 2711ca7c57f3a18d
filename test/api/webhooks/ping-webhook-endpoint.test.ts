import { describe, expect, it } from 'vitest';
import { problem, useService } from './fixture.ts';

describe('POST /v1/webhooks/{endpoint_id}/ping', () => {
  const newAgency = useService();
  const path = (id: string) => `/v1/webhooks/${id}/ping`;
  it('queues a ping for this endpoint alone, whatever its types and creators', async () => {
    const agency = await newAgency();
    const other = await agency.addEndpoint();
    const { id } = await agency.addEndpoint({ enabled_event_types: ['assignment.updated'], allowed_creator_ids: ['ada'] });
    const answer = await agency.call('POST', path(id), { key: agency.adaKey });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ event_id: expect.any(String), delivery_id: expect.any(String) });
    expect((await agency.call('GET', `/v1/webhooks/${id}/deliveries`)).body.data).toMatchObject([
      { id: answer.body.delivery_id, event_id: answer.body.event_id, event_type: 'ping' },
    ]);
    expect((await agency.call('GET', `/v1/webhooks/${other.id}/deliveries`)).body.data).toEqual([]);
    const [event] = await agency.service.database.query<{ data: unknown }>({
      text: 'SELECT data FROM webhook_events WHERE id = $1',
      values: [answer.body.event_id],
    });
    expect(event!.data).toEqual({ endpoint_id: id });
  });

  it('answers 409 for a disabled endpoint and queues nothing', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    expect(await agency.call('POST', path(id))).toMatchObject(problem(409, 'webhook_endpoint_disabled'));
    expect((await agency.call('GET', `/v1/webhooks/${id}/deliveries`)).body.data).toEqual([]);
  });
});
