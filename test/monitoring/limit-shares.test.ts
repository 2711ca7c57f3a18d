import { expect, it } from 'vitest';
import { limitShares, watchedLimits } from '../../server/composition/limit-shares.ts';
import { quotaNames } from '../../server/entities/quota.ts';
import { useOperator } from '../api/operator/fixture.ts';
import { creator } from '../records/records.ts';

const service = useOperator();

const metric = async (name: string) => {
  const { text } = await service().operator('GET', '/metrics');
  return new Map(
    [...text.matchAll(new RegExp(`^${name}\\{([^}]*)\\} (\\S+)$`, 'gm'))].map(([, labels, value]) => [labels!, Number(value)]),
  );
};

it('have one series for each limit, whatever number of agencies there is', async () => {
  for (let count = 0; count < 3; count++) await service().createAgency();
  for (const name of ['service_limit_largest_share', 'service_limit_agencies_near']) {
    const found = await metric(name);
    expect([...found.values()].filter(Number.isNaN)).toEqual([]);
    expect([...found.keys()].toSorted()).toEqual(watchedLimits.map((limit) => `limit="${limit}"`).toSorted());
  }
  expect(watchedLimits).toEqual(expect.arrayContaining(quotaNames));
});

it('follow the agency that is nearest to a limit, and count those near it', async () => {
  const measure = () => limitShares(service().database)();
  const before = await measure();
  const agency = await service().createAgency();
  await agency.ingest([creator('c1')]);
  const path = `/operator/v1/agencies/${agency.id}/quotas`;
  expect((await service().operator('PATCH', path, { scheduled_publications: 5, api_keys: 4 })).status).toBe(200);
  const publication = { creator_id: 'c1', text: 'x', scheduled_at: new Date(Date.now() + 3_600_000).toISOString() };
  for (let count = 0; count < 4; count++) {
    expect((await service().request('POST', '/v1/publications', { key: agency.key, body: publication })).status).toBe(201);
  }
  const endpoint = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };
  for (let count = 0; count < 10; count++) await service().request('POST', '/v1/webhooks', { key: agency.key, body: endpoint });
  await service().request('POST', '/v1/webhook-listeners', { key: agency.key, body: { enabled_event_types: ['order.created'] } });
  const after = await measure();
  expect(after.scheduled_publications).toEqual({ largest: 0.8, nearCount: before.scheduled_publications.nearCount + 1 });
  expect(after.webhook_endpoints).toEqual({ largest: 1, nearCount: before.webhook_endpoints.nearCount + 1 });
  expect(after.webhook_listeners).toEqual({ largest: 0.2, nearCount: 0 });
  expect(after.api_keys.largest).toBe(0.25);
});

it('are not numbers while the database does not respond', async () => {
  const shares = await limitShares({ query: () => Promise.reject(new Error('down')) })();
  expect(Object.values(shares).every(({ largest, nearCount }) => Number.isNaN(largest) && Number.isNaN(nearCount))).toBe(true);
});

it('are measured once a minute, however many ask', async () => {
  let count = 0;
  const shares = limitShares({
    query: <Row>() => {
      count += 1;
      return Promise.resolve([] as Row[]);
    },
  });
  await Promise.all([shares(), shares()]);
  await shares();
  expect(count).toBe(1);
});
