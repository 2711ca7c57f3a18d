import { describe, expect, it } from 'vitest';
import { problem, useService } from './fixture.ts';

describe('GET /v1/webhooks', () => {
  const newAgency = useService();

  it('answers with every endpoint of the agency in one answer, oldest first, without secrets', async () => {
    const agency = await newAgency();
    const made = [await agency.addEndpoint({ label: 'first' }), await agency.addEndpoint({ label: 'second' })];
    const answer = await agency.call('GET', '/v1/webhooks');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: made.map(({ secret: _, ...endpoint }) => endpoint) });
  });

  it('answers with an empty list', async () => {
    expect(await (await newAgency()).call('GET', '/v1/webhooks')).toMatchObject({ status: 200, body: { data: [] } });
  });

  it('ignores parameters', async () => {
    expect(await (await newAgency()).call('GET', '/v1/webhooks?x=1&limit=0')).toMatchObject({ status: 200 });
  });

  it('needs a key with read:webhooks', async () => {
    const agency = await newAgency();
    expect(await agency.call('GET', '/v1/webhooks', { key: null })).toMatchObject(problem(401, 'missing_authorization'));
    const key = await agency.createKey({ scopes: ['write:webhooks', 'read:orders'] });
    expect(await agency.call('GET', '/v1/webhooks', { key })).toMatchObject(
      problem(403, 'missing_scope', { required_scope: 'read:webhooks' }),
    );
  });

  it('shows a restricted key only endpoints that cover nothing but its creators, and no other agency anything', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    await agency.addEndpoint();
    await agency.addEndpoint({ allowed_creator_ids: ['ada', 'bea'] });
    await agency.addEndpoint({ allowed_creator_ids: ['bea'] });
    const mine = await agency.addEndpoint({ allowed_creator_ids: ['ada'] });
    const both = await agency.createKey({ creatorIds: ['ada', 'bea'] });
    const idsFor = async (key: string) =>
      (await agency.call('GET', '/v1/webhooks', { key })).body.data.map((item: { id: string }) => item.id);
    expect(await idsFor(agency.adaKey)).toEqual([mine.id]);
    expect(await idsFor(both)).toHaveLength(3);
    expect((await other.call('GET', '/v1/webhooks')).body.data).toEqual([]);
  });
});
