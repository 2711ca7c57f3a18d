import { describe, expect, it } from 'vitest';
import { problem, useService } from './fixture.ts';

describe('DELETE /v1/webhooks/{endpoint_id}', () => {
  const newAgency = useService();
  it('answers 204, then 404 when it is repeated', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    expect(await agency.call('DELETE', `/v1/webhooks/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect(await agency.call('DELETE', `/v1/webhooks/${id}`)).toMatchObject(problem(404, 'unknown_webhook_endpoint'));
  });

  it('takes failures, deliveries and counters out of sight', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const failure = await agency.addFailure(id);
    await agency.addDelivery(id);
    await agency.call('DELETE', `/v1/webhooks/${id}`);
    for (const path of ['failures', 'deliveries', 'stats']) {
      expect(await agency.call('GET', `/v1/webhooks/${id}/${path}`)).toMatchObject(problem(404, 'unknown_webhook_endpoint'));
    }
    expect(await agency.call('POST', `/v1/webhooks/${id}/failures/${failure.id}/replay`)).toMatchObject(
      problem(404, 'unknown_webhook_endpoint'),
    );
    expect((await agency.call('GET', '/v1/webhooks')).body.data).toEqual([]);
  });

  it('accepts an empty body with the content type of JSON', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const response = await fetch(`${agency.service.baseUrl}/v1/webhooks/${id}`, {
      method: 'DELETE',
      headers: { 'service-version': 'Amethyste', authorization: `Bearer ${agency.key}`, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(204);
  });

  it('lets a restricted key delete an endpoint of its own creators', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ allowed_creator_ids: ['ada'] });
    expect(await agency.call('DELETE', `/v1/webhooks/${id}`, { key: agency.adaKey })).toMatchObject({ status: 204 });
  });
});
