import { describe, expect, it } from 'vitest';
import { invalid, problem, useService, type Agency } from '../agency.ts';

const path = '/v1/audit';
const endpointOf = (creatorIds: readonly string[] = []) => ({
  url: 'https://hooks.example.com/in',
  enabled_event_types: ['order.created'],
  allowed_creator_ids: creatorIds,
});
const subjects = async (agency: Agency, key = agency.key) =>
  ((await agency.get(path, { key })).body.data as { subject_id: string }[]).map(({ subject_id }) => subject_id);

describe('GET /v1/audit', () => {
  const newAgency = useService();
  it('lists only entries of the agency', async () => {
    const [agency, other] = [await newAgency(), await newAgency()];
    const made = (await agency.call('POST', '/v1/webhooks', { body: endpointOf() })).body;
    await other.call('POST', '/v1/webhooks', { body: endpointOf() });
    const { key } = (await agency.get('/v1/me')).body;
    expect((await agency.get(path)).body.data).toMatchObject([
      {
        action: 'endpoint.created',
        actor: { kind: 'key', id: key.id, name: key.label },
        subject_id: made.id,
        address: '127.0.0.1',
        request_id: expect.stringMatching(/./) as string,
      },
    ]);
  });

  it('truncates the id of a request as the contract declares; the response has the whole id', async () => {
    const agency = await newAgency();
    const create = async (requestId: string) => {
      const headers = { 'x-request-id': requestId };
      const answer = await agency.service.request('POST', '/v1/webhooks', { key: agency.key, body: endpointOf(), headers });
      expect([answer.status, answer.headers.get('x-request-id')]).toEqual([201, requestId]);
      const [entry] = (await agency.get('/v1/audit?limit=1')).body.data as [{ request_id: string }];
      return entry.request_id;
    };
    expect(await create('a'.repeat(200))).toBe('a'.repeat(200));
    expect(await create('b'.repeat(201))).toBe(`${'b'.repeat(199)}…`);
    // What an earlier release wrote.
    await agency.service.database.query({
      text: `
        INSERT INTO audit_log (agency_id, action, actor_kind, actor_name, subject_name, creator_ids, details, request_id)
        VALUES ($1, 'key.created', 'key', 'x', 'x', '{}', '{}', repeat('c', 201))`,
      values: [agency.id],
    });
    expect((await agency.get('/v1/audit?limit=1')).body.data).toMatchObject([{ request_id: 'c'.repeat(200) }]);
  });

  it('shows entries of operators without name and address', async () => {
    const agency = await newAgency();
    const wanted = { label: 'Reporting', scopes: ['read:orders'] };
    const made = (await agency.service.operator('POST', `/operator/v1/agencies/${agency.id}/keys`, wanted)).body;
    expect((await agency.get(path)).body.data).toMatchObject([
      {
        action: 'key.created',
        actor: { kind: 'operator', id: null, name: null },
        subject_id: made.id,
        address: null,
        request_id: null,
      },
    ]);
  });

  it('shows a limited key only entries about keys and endpoints that are limited to its creators', async () => {
    const agency = await newAgency();
    const add = async (creatorIds: string[], key = agency.key) =>
      (await agency.call('POST', '/v1/webhooks', { body: endpointOf(creatorIds), key })).body.id as string;
    const addKey = async (creator_ids: string[]) => {
      const wanted = { label: 'x', scopes: ['read:orders'], creator_ids };
      return (await agency.service.operator('POST', `/operator/v1/agencies/${agency.id}/keys`, wanted)).body.id as string;
    };
    const all = [await add([]), await add(['c1']), await add(['c2']), await add(['c1', 'c2']), await addKey(['c1']), await addKey([])];
    const own = await add([], agency.restrictedKey);
    expect(await subjects(agency)).toEqual([...all, own].toReversed());
    expect(await subjects(agency, agency.restrictedKey)).toEqual([own, all[4], all[1]]);
  });

  it('filters by action and time, and is read page by page', async () => {
    const agency = await newAgency();
    for (let times = 0; times < 5; times += 1) await agency.call('POST', '/v1/webhooks', { body: endpointOf() });
    const { body } = await agency.get(path);
    await agency.call('DELETE', `/v1/webhooks/${body.data[0].subject_id as string}`);
    expect((await agency.get(`${path}?actions=endpoint.created`)).body.data).toEqual(body.data);
    expect((await agency.get(`${path}?excluded_actions=endpoint.created`)).body.data).toMatchObject([{ action: 'endpoint.deleted' }]);
    expect((await agency.get(`${path}?end=${body.data[4].recorded_at as string}`)).body.data).toEqual([]);
    expect((await agency.pages(`${path}?actions=endpoint.created`, 2)).flat()).toEqual(body.data);
  });

  it('refuses an unknown filter, and a cursor of another agency', async () => {
    const [agency, other] = [await newAgency(), await newAgency()];
    for (const [query, place] of [
      ['actions=none', 'actions.0'],
      ['unknown=1', 'unknown'],
      ['limit=0', 'limit'],
    ] as const) {
      expect(await agency.get(`${path}?${query}`)).toMatchObject(invalid(place));
    }
    for (let times = 0; times < 2; times += 1) await agency.call('POST', '/v1/webhooks', { body: endpointOf() });
    const { next_cursor: cursor } = (await agency.get(`${path}?limit=1`)).body;
    expect(await other.get(`${path}?cursor=${cursor as string}`)).toMatchObject(problem(400, 'invalid_cursor'));
  });
});
