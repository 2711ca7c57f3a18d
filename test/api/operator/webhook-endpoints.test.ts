import { describe, expect, it } from 'vitest';
import { creator } from '../../records/records.ts';
import { invalid, problem } from '../agency.ts';
import { unknownId, useOperator } from './fixture.ts';

const listOf = (agencyId: string) => `/operator/v1/agencies/${agencyId}/webhooks`;
const pathOf = (endpointId: string) => `/operator/v1/webhooks/${endpointId}`;
const wanted = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };

function useEndpoints(service: ReturnType<typeof useOperator>) {
  return async () => {
    const agency = await service().createAgency();
    await agency.ingest([creator('c1')]);
    const add = async () => (await service().request('POST', '/v1/webhooks', { key: agency.key, body: wanted })).body;
    return { agency, add, stored: async () => (await service().operator('GET', listOf(agency.id))).body.data };
  };
}

describe('GET /operator/v1/agencies/{agency_id}/webhooks', () => {
  const service = useOperator();
  const newAgency = useEndpoints(service);
  it('lists the endpoints of the agency without secrets, with the key that made each', async () => {
    const [{ agency, add }, other] = [await newAgency(), await newAgency()];
    await other.add();
    const made = await add();
    const secret = `svc_whsec_${'a'.repeat(32)}`;
    const imported = await service().operator('POST', listOf(agency.id), { ...wanted, secret });
    const { body, text } = await service().operator('GET', listOf(agency.id));
    const { key } = (await service().request('GET', '/v1/me', { key: agency.key })).body;
    expect(body.data).toMatchObject([
      { id: made.id, created_by_key_id: key.id },
      { id: imported.body.id, created_by_key_id: null },
    ]);
    for (const hidden of [made.secret as string, secret]) expect(text).not.toContain(hidden);
    const own = await service().request('GET', `/v1/webhooks/${made.id}`, { key: agency.key });
    expect(own.body.created_by_key_id).toBe(key.id);
  });

  it('answers 404 for an unknown agency', async () => {
    for (const id of [unknownId, 'nobody']) {
      expect(await service().operator('GET', listOf(id))).toMatchObject(problem(404, 'not_found'));
    }
  });
});

describe('GET /operator/v1/webhooks', () => {
  const service = useOperator();
  const find = async (search: string) =>
    (await service().operator('GET', `/operator/v1/webhooks?search=${encodeURIComponent(search)}`)).body;

  it('finds endpoints of all agencies by label, URL and the beginning of the id, without their secrets', async () => {
    const [one, other] = [await service().createAgency(), await service().createAgency()];
    const add = async (key: string, url: string, label: string) =>
      (await service().request('POST', '/v1/webhooks', { key, body: { ...wanted, url, label } })).body;
    const first = await add(one.key, 'https://found-by-url.example.com/in', 'A 100 % Ledger_Found');
    const second = await add(other.key, 'https://hooks.example.com/ledger_found', '');
    const ids = async (search: string) => (await find(search)).data.map(({ id }: { id: string }) => id).toSorted();
    expect(await ids('LEDGER_found')).toEqual([first.id, second.id].toSorted());
    expect(await ids('ledger%found')).toEqual([]);
    expect(await ids('found-by-URL')).toEqual([first.id]);
    expect(await ids(second.id as string)).toEqual([second.id]);
    expect((await find('0 % ledger')).data).toEqual([
      { id: first.id, agency_id: one.id, agency_name: expect.any(String), label: first.label, url: first.url, status: 'active' },
    ]);
  });

  it('returns 20 at most', async () => {
    const agency = await service().createAgency();
    await service().database.query({
      text: `INSERT INTO webhook_endpoints (agency_id, url, label, api_version, enabled_event_types, secret_ciphertext, secret_prefix)
             SELECT agency_id, url, 'many-' || n, api_version, enabled_event_types, secret_ciphertext, secret_prefix
               FROM webhook_endpoints, generate_series(1, 21) n WHERE id = $1`,
      values: [(await service().request('POST', '/v1/webhooks', { key: agency.key, body: wanted })).body.id],
    });
    expect((await find('many-')).data).toHaveLength(20);
  });

  it('requires a text', async () => {
    expect(await service().operator('GET', '/operator/v1/webhooks?search=')).toMatchObject(invalid('search'));
  });
});

describe('PATCH /operator/v1/webhooks/{endpoint_id}', () => {
  const service = useOperator();
  const newAgency = useEndpoints(service);
  it('pauses an endpoint of any agency, and enables it again', async () => {
    const { add, stored } = await newAgency();
    const [one, two] = [await add(), await add()];
    const paused = await service().operator('PATCH', pathOf(one.id), { status: 'disabled' });
    expect(paused).toMatchObject({ status: 200, body: { id: one.id, status: 'disabled', disabled_reason: 'manual' } });
    expect(await stored()).toMatchObject([
      { id: one.id, status: 'disabled' },
      { id: two.id, status: 'active' },
    ]);
    expect((await service().operator('PATCH', pathOf(one.id), { status: 'disabled' })).body.disabled_at).toBe(paused.body.disabled_at);
    expect(await service().operator('PATCH', pathOf(one.id), { status: 'active' })).toMatchObject({
      body: { status: 'active', disabled_reason: null, disabled_at: null },
    });
  });

  it('takes a status and nothing else', async () => {
    const { add } = await newAgency();
    const { id } = await add();
    for (const [body, place] of [
      [{}, 'status'],
      [{ status: 'gone' }, 'status'],
      [{ status: 'active', url: 'https://x.example' }, 'url'],
    ] as const) {
      expect(await service().operator('PATCH', pathOf(id), body)).toMatchObject(invalid(place));
    }
  });

  it('answers 404 for an unknown endpoint', async () => {
    for (const id of [unknownId, 'nothing']) {
      const answer = await service().operator('PATCH', pathOf(id), { status: 'active' });
      expect(answer).toMatchObject(problem(404, 'unknown_webhook_endpoint'));
    }
  });
});

describe('DELETE /operator/v1/webhooks/{endpoint_id}', () => {
  const service = useOperator();
  const newAgency = useEndpoints(service);
  it('deletes an endpoint of any agency, once', async () => {
    const { add, stored } = await newAgency();
    const [one, two] = [await add(), await add()];
    expect((await service().operator('DELETE', pathOf(one.id))).status).toBe(204);
    expect(await stored()).toMatchObject([{ id: two.id }]);
    for (const id of [one.id as string, unknownId, 'nothing']) {
      expect(await service().operator('DELETE', pathOf(id))).toMatchObject(problem(404, 'unknown_webhook_endpoint'));
    }
  });
});
