import { describe, expect, it } from 'vitest';
import { limits } from '../../../generated/limits.ts';
import { invalid, problem } from '../agency.ts';
import { unknownId, useOperator, withToken } from './fixture.ts';

const pathOf = (agencyId: string) => `/operator/v1/agencies/${agencyId}/quotas`;
const keysOf = (agencyId: string) => `/operator/v1/agencies/${agencyId}/keys`;
const defaults = {
  insight_history_bytes: limits.quotaInsightHistoryBytes,
  scheduled_publications: limits.quotaScheduledPublications,
  publication_bytes: limits.quotaPublicationBytes,
  pending_deliveries: limits.quotaPendingDeliveries,
  failure_records: limits.quotaFailureRecords,
  delivery_history_bytes: limits.quotaDeliveryHistoryBytes,
  api_keys: limits.quotaApiKeys,
  portal_links: limits.quotaPortalLinks,
};
const shown = (quotas: Record<string, object>, member: string) =>
  Object.fromEntries(Object.entries(quotas).map(([name, quota]) => [name, (quota as Record<string, unknown>)[member]]));

describe('GET and PATCH /operator/v1/agencies/{agency_id}/quotas', () => {
  const service = useOperator();
  const change = (id: string, body: unknown) => service().operator('PATCH', pathOf(id), body);
  const entries = async (id: string) =>
    (await service().operator('GET', `/operator/v1/audit?agency_id=${id}&actions=agency.quotas_changed`)).body.data;

  it('show the use of the agency, its limits and the defaults', async () => {
    const { id } = await service().createAgency();
    const { status, body } = await service().operator('GET', pathOf(id));
    expect(status).toBe(200);
    expect(body.agency_id).toBe(id);
    expect(shown(body.quotas, 'allowed')).toEqual(defaults);
    expect(shown(body.quotas, 'default')).toEqual(defaults);
    expect(shown(body.quotas, 'used')).toEqual({
      insight_history_bytes: 0,
      scheduled_publications: 0,
      publication_bytes: 0,
      pending_deliveries: 0,
      failure_records: 0,
      delivery_history_bytes: 0,
      api_keys: 1,
      portal_links: 0,
    });
  });

  it('change what is given, until null makes it the default again, with an entry of what changed and of nothing else', async () => {
    const { id, key } = await service().createAgency();
    const other = await service().createAgency();
    const changed = await change(id, { failure_records: 7, api_keys: 3 });
    expect(shown(changed.body.quotas, 'allowed')).toEqual({ ...defaults, failure_records: 7, api_keys: 3 });
    expect(await service().operator('GET', pathOf(id))).toMatchObject({ body: changed.body });
    expect((await change(id, { failure_records: 7 })).body).toEqual(changed.body);
    expect((await change(id, {})).body).toEqual(changed.body);
    expect(shown((await change(id, { failure_records: null, scheduled_publications: 0 })).body.quotas, 'allowed')).toEqual({
      ...defaults,
      scheduled_publications: 0,
      api_keys: 3,
    });
    expect((await entries(id)).map(({ details }: { details: object }) => details)).toEqual([
      { scheduled_publications: { before: 100_000, after: 0 }, failure_records: { before: 7, after: 2_000_000 } },
      { failure_records: { before: 2_000_000, after: 7 }, api_keys: { before: 1_000, after: 3 } },
    ]);
    // The agency reads it too, without who of the operators did it.
    expect((await service().request('GET', '/v1/audit?actions=agency.quotas_changed', { key })).body.data).toMatchObject([
      { action: 'agency.quotas_changed', subject_id: id, actor: { kind: 'operator', id: null, name: null } },
      { action: 'agency.quotas_changed' },
    ]);
    expect(shown((await service().operator('GET', pathOf(other.id))).body.quotas, 'allowed')).toEqual(defaults);
  });

  it('need a token that may read, or do everything', async () => {
    const { id } = await service().createAgency();
    const { token } = (await service().operator('POST', '/operator/v1/tokens', { name: 'Quotas', scopes: ['read'] })).body;
    expect((await withToken(service(), 'GET', pathOf(id), token)).status).toBe(200);
    expect(await withToken(service(), 'PATCH', pathOf(id), token, { api_keys: 1 })).toMatchObject(
      problem(403, 'missing_scope', { required_scope: 'all' }),
    );
  });

  it.each([
    [{ api_keys: -1 }, 'api_keys'],
    [{ api_keys: 1.5 }, 'api_keys'],
    [{ api_keys: '1' }, 'api_keys'],
    [{ keys: 1 }, 'keys'],
    [{ failure_records: 2 ** 53 }, 'failure_records'],
  ])('refuse %j', async (body, path) => {
    const { id } = await service().createAgency();
    expect(await change(id, body)).toMatchObject(invalid(path));
  });

  it('answer 404 for an unknown agency', async () => {
    expect(await service().operator('GET', pathOf(unknownId))).toMatchObject(problem(404, 'not_found'));
    expect(await change('x', { api_keys: 1 })).toMatchObject(problem(404, 'not_found'));
  });
});

describe('the quota of API keys', () => {
  const service = useOperator();
  const make = (id: string, body: object = {}) => service().operator('POST', keysOf(id), { label: 'x', scopes: ['read:orders'], ...body });
  const refusal = (allowed: number) => problem(422, 'quota_reached', { quota: 'api_keys', allowed });

  it('is enforced for concurrent requests, per agency', async () => {
    const [agency, other] = [await service().createAgency(), await service().createAgency()];
    await service().operator('PATCH', pathOf(agency.id), { api_keys: 4 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => make(agency.id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(answer).toMatchObject(refusal(4));
    expect((await service().request('GET', '/v1/me', { key: agency.key })).body.quotas.api_keys).toEqual({ used: 4, allowed: 4 });
    expect((await make(other.id)).status).toBe(201);
  });

  it('counts neither keys that are revoked nor those that expired, and those that are contained', async () => {
    const agency = await service().createAgency();
    await agency.createKey({ expiresAt: new Date(Date.now() - 1_000) });
    await service().operator('PATCH', pathOf(agency.id), { api_keys: 2 });
    const { id } = (await make(agency.id)).body;
    await service().operator('POST', `/operator/v1/keys/${id}/containment`);
    expect(await make(agency.id)).toMatchObject(refusal(2));
    await service().operator('DELETE', `/operator/v1/keys/${id}`);
    expect((await make(agency.id)).status).toBe(201);
    expect(await make(agency.id)).toMatchObject(refusal(2));
  });

  it('is lowered below what the agency has: its keys work, and it gets no other', async () => {
    const agency = await service().createAgency();
    await service().operator('PATCH', pathOf(agency.id), { api_keys: 0 });
    expect(await make(agency.id)).toMatchObject(refusal(0));
    expect((await service().request('GET', '/v1/me', { key: agency.key })).body.quotas.api_keys).toEqual({ used: 1, allowed: 0 });
  });
});
