import { describe, expect, it } from 'vitest';
import { useService } from './fixture.ts';

describe('GET /v1/webhooks/{endpoint_id}', () => {
  const newAgency = useService();
  it('answers with the endpoint, without its secret', async () => {
    const agency = await newAgency();
    const { secret: _, ...endpoint } = await agency.addEndpoint();
    expect(await agency.call('GET', `/v1/webhooks/${endpoint.id}`)).toMatchObject({ status: 200, body: endpoint });
    expect((await agency.call('GET', `/v1/webhooks/${endpoint.id}`)).body).not.toHaveProperty('secret');
  });

  it('finds the endpoint in any spelling of its UUID', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    expect(await agency.call('GET', `/v1/webhooks/${id.toUpperCase()}`)).toMatchObject({ status: 200, body: { id } });
  });

  it('shows why and since when it is disabled', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    await agency.disableByBreaker(id);
    expect((await agency.call('GET', `/v1/webhooks/${id}`)).body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'auto_breaker',
      disabled_at: expect.stringMatching(/Z$/),
    });
  });
});
