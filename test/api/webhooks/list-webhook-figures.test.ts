import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { problem, useService } from './fixture.ts';

const minute = new Date(Math.floor(Date.now() / 60_000 - 5) * 60_000);

describe('GET /v1/webhook-figures', () => {
  const newAgency = useService();

  it('returns the figures of each endpoint as they are read one by one, in the order of the request', async () => {
    const agency = await newAgency();
    const [one, two] = [await agency.addEndpoint(), await agency.addEndpoint()];
    await agency.countAttempts(one.id, minute, { delivered_count: 3 });
    await agency.countAttempts(two.id, minute, { timeout_count: 2 });
    const window = `start=${new Date(minute.getTime() - 60_000).toISOString()}&end=${new Date(minute.getTime() + 120_000).toISOString()}`;
    const figuresOf = async (id: string) => (await agency.call('GET', `/v1/webhooks/${id}/figures?${window}`)).body;
    const answer = await agency.call('GET', `/v1/webhook-figures?endpoint_ids=${two.id},${one.id},${two.id}&${window}`);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.data).toEqual([
      { endpoint_id: two.id, figures: await figuresOf(two.id) },
      { endpoint_id: one.id, figures: await figuresOf(one.id) },
    ]);
    expect(answer.body.data[1].figures.points).toMatchObject([{ delivered_count: 0 }, { delivered_count: 3 }, { delivered_count: 0 }]);
  });

  it('leaves out unknown endpoints, and those that the key cannot access', async () => {
    const [agency, other] = [await newAgency(), await newAgency()];
    const [whole, ada, foreign] = [
      await agency.addEndpoint(),
      await agency.addEndpoint({ allowed_creator_ids: ['ada'] }),
      await other.addEndpoint(),
    ];
    const ids = [whole.id, foreign.id, randomUUID(), 'not-a-uuid', ada.id].join();
    const idsOf = async (key: string) =>
      (await agency.call('GET', `/v1/webhook-figures?endpoint_ids=${ids}`, { key })).body.data.map((of: any) => of.endpoint_id);
    expect(await idsOf(agency.key)).toEqual([whole.id, ada.id]);
    expect(await idsOf(agency.adaKey)).toEqual([ada.id]);
    const keyless = await agency.createKey({ scopes: ['read:orders'] });
    expect(await agency.call('GET', `/v1/webhook-figures?endpoint_ids=${ids}`, { key: keyless })).toMatchObject(
      problem(403, 'missing_scope'),
    );
  });

  it.each(['', 'endpoint_ids=', `endpoint_ids=${Array.from({ length: 51 }, () => randomUUID()).join()}`, 'endpoint_ids=x&interval=day'])(
    'refuses ?%s',
    async (query) => {
      const agency = await newAgency();
      expect(await agency.call('GET', `/v1/webhook-figures?${query}`)).toMatchObject(problem(400, 'validation_failed'));
    },
  );
});
