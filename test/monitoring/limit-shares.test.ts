import { describe, expect, it } from 'vitest';
import { limitShares, watchedLimits } from '../../server/status/limit-shares.ts';
import { quotaNames } from '../../server/entities/quota.ts';
import { useOperator } from '../api/operator/fixture.ts';
import { creator } from '../records/records.ts';
import type { TestAgency } from '../support/service.ts';

const service = useOperator({});

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

/** The shares that the quotas of the agencies, as the service shows them, result in. */
async function sharesByQuotas(agencyIds: readonly string[]) {
  const answers = await Promise.all(agencyIds.map((id) => service().operator('GET', `/operator/v1/agencies/${id}/quotas`)));
  const shareOf = (answer: (typeof answers)[number], name: string) => {
    const { used, allowed } = answer.body.quotas[name];
    return used / allowed;
  };
  return Object.fromEntries(
    quotaNames.map((name) => {
      const shares = answers.map((answer) => shareOf(answer, name));
      return [name, { largest: Math.max(...shares), nearCount: shares.filter((share) => share >= 0.8).length }];
    }),
  );
}

/** Makes API keys and portal links that count for the quotas, and others that do not: expired, revoked, of a link, more than a day old. */
async function fillKeysAndLinks(agency: TestAgency): Promise<void> {
  const path = `/operator/v1/agencies/${agency.id}`;
  const make = async (collection: 'keys' | 'portal-links', body: object) =>
    (await service().operator('POST', `${path}/${collection}`, { label: 'x', ...body })).body;
  const alter = (text: string, id: string) => service().database.query({ text, values: [id] });
  const key = { scopes: ['read:orders'] };
  await make('keys', key);
  await make('keys', { ...key, expires_at: new Date(Date.now() + 3_600_000).toISOString() });
  await alter('UPDATE api_keys SET expires_at = now() WHERE id = $1', (await make('keys', key)).id);
  await service().operator('DELETE', `/operator/v1/keys/${(await make('keys', key)).id}`);
  await make('portal-links', {});
  const [spent, old] = [await make('portal-links', {}), await make('portal-links', {})];
  await alter('UPDATE api_keys SET expires_at = now() WHERE id = $1', spent.key_id);
  await alter("UPDATE portal_links SET created_at = now() - interval '25 hours' WHERE id = $1", old.id);
}

it('are the shares that the quotas of each agency show', async () => {
  const agency = await service().createAgency();
  await fillKeysAndLinks(agency);
  const used = quotaNames
    .filter((name) => name !== 'api_keys' && name !== 'portal_links')
    .map((name, index) => `${name}_used = ${index + 3}`);
  await service().database.query({ text: `UPDATE agency_quotas SET ${used.join(', ')} WHERE agency_id = $1`, values: [agency.id] });
  const { body } = await service().operator('GET', '/operator/v1/agencies?limit=200');
  const ids = body.data.map(({ id }: { id: string }) => id);
  expect(ids).toContain(agency.id);
  for (const allowed of [40, 4, 3]) {
    const quotas = Object.fromEntries(quotaNames.map((name) => [name, allowed]));
    expect((await service().operator('PATCH', `/operator/v1/agencies/${agency.id}/quotas`, quotas)).status).toBe(200);
    expect(await limitShares(service().database)()).toMatchObject(await sharesByQuotas(ids));
  }
  const { quotas } = (await service().request('GET', '/v1/me', { key: agency.key })).body;
  expect(quotas).toMatchObject({ api_keys: { used: 3, allowed: 3 }, portal_links: { used: 2, allowed: 3 } });
  await service().database.query({ text: 'DELETE FROM agency_quotas WHERE agency_id = $1', values: [agency.id] });
});

it('are not numbers while the database does not respond', async () => {
  const shares = await limitShares({ query: () => Promise.reject(new Error('down')) })();
  expect(Object.values(shares).every(({ largest, nearCount }) => Number.isNaN(largest) && Number.isNaN(nearCount))).toBe(true);
});

it('are measured once a minute, whatever the number of scrapes', async () => {
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

describe('shares of the limits of endpoints', () => {
  const empty = useOperator({});

  it.each([
    ['webhook_endpoints', '/v1/webhooks', { url: 'https://hooks.example.com/in' }],
    ['webhook_listeners', '/v1/webhook-listeners', {}],
  ] as const)('reach 1 with the last of %s that an agency may create', async (name, path, given) => {
    const agency = await empty().createAgency();
    const body = { ...given, enabled_event_types: ['order.created'] };
    const create = async (key: string) => (await empty().request('POST', path, { key, body })).status;
    const shares: number[] = [];
    for (const key of [agency.key, await agency.createKey()]) {
      while ((await create(key)) === 201) shares.push((await limitShares(empty().database)())[name].largest);
    }
    expect(shares).toEqual(shares.map((_, index) => (index + 1) / shares.length));
    expect(shares.length).toBeGreaterThan(1);
  });
});
