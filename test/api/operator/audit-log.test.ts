import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { creator } from '../../records/records.ts';
import { createSampleAgency } from '../../support/sample-agency.ts';
import { invalid, problem } from '../agency.ts';
import { unknownId, useOperator, withToken } from './fixture.ts';

const path = '/operator/v1/audit';

describe('GET /operator/v1/audit', () => {
  const service = useOperator();
  const logOf = async (agencyId: string, query = '') =>
    (await service().operator('GET', `${path}?agency_id=${agencyId}${query}`)).body.data as any[];

  it('shows who did what to an agency, when and from where, most recent first', async () => {
    const name = randomUUID();
    const token = (await service().operator('POST', '/operator/v1/tokens', { name, scopes: ['all'] })).body;
    const call = (method: string, target: string, body?: unknown) =>
      withToken(service(), method, target, token.token, body) as Promise<{ status: number; body: any }>;
    const { id } = (await call('POST', '/operator/v1/agencies', { name: 'Northlight' })).body;
    const wanted = { label: 'Reporting', scopes: ['read:webhooks', 'write:webhooks'] };
    const key = (await call('POST', `/operator/v1/agencies/${id}/keys`, wanted)).body;
    const as = (method: string, target: string, body?: unknown) => service().request(method, target, { key: key.api_key, body });
    const url = 'https://hooks.example.com/in?token=hidden-token';
    const endpoint = (await as('POST', '/v1/webhooks', { url, label: 'Ledger', enabled_event_types: ['order.created'] })).body;
    await as('PATCH', `/v1/webhooks/${endpoint.id}`, { status: 'disabled' });
    await as('POST', `/v1/webhooks/${endpoint.id}/secret/rotation`);
    await as('DELETE', `/v1/webhooks/${endpoint.id}`);
    await service().operator('DELETE', `/operator/v1/keys/${key.id}`);

    const log = await logOf(id);
    const operator = { kind: 'operator', id: token.id, name };
    const byKey = { kind: 'key', id: key.id, name: 'Reporting' };
    const first = { kind: 'operator', id: null, name: 'OPERATOR_TOKEN' };
    const ofKey = { subject_id: key.id, subject_name: 'Reporting' };
    const ofEndpoint = { actor: byKey, subject_id: endpoint.id, subject_name: 'Ledger' };
    expect(log).toMatchObject([
      { action: 'key.revoked', actor: first, ...ofKey },
      { action: 'endpoint.deleted', ...ofEndpoint },
      { action: 'secret.rotated', ...ofEndpoint },
      { action: 'endpoint.changed', ...ofEndpoint, details: { members: ['status'], status: 'disabled' } },
      { action: 'endpoint.created', ...ofEndpoint, details: { host: 'hooks.example.com' } },
      { action: 'key.created', actor: operator, ...ofKey, details: { scopes: wanted.scopes } },
      { action: 'agency.created', actor: operator, subject_id: id, subject_name: 'Northlight' },
    ]);
    for (const entry of log)
      expect(entry).toMatchObject({ agency_id: id, address: '127.0.0.1', request_id: expect.stringMatching(/./) as string });
    expect(log.map(({ recorded_at }) => recorded_at as string)).toEqual(
      log
        .map(({ recorded_at }) => recorded_at as string)
        .toSorted()
        .reverse(),
    );
    const everything = (await service().operator('GET', `${path}?limit=200`)).text;
    for (const secret of [key.api_key, token.token, endpoint.secret, 'hidden-token']) expect(everything).not.toContain(secret);
  });

  it('shows every change of keys, endpoints, secrets, failures, containments and tokens once, without repetitions', async () => {
    const agency = await createSampleAgency(service());
    const { endpoint_id: endpoint, failure_id: failure } = agency.ids as Record<string, string>;
    const { key: own } = (await service().request('GET', '/v1/me', { key: agency.key })).body;
    const as = (method: string, target: string, body?: unknown) => service().request(method, target, { key: agency.key, body });
    const actions = async () => (await logOf(agency.id)).map(({ action }) => action as string);
    /** What a request adds to the log. */
    const adds = async (work: () => Promise<unknown>) => {
      const before = (await actions()).length;
      await work();
      return (await actions()).toReversed().slice(before);
    };
    const { operator } = service();
    expect(await adds(() => as('PATCH', `/v1/webhooks/${endpoint}`, {}))).toEqual([]);
    expect(await adds(() => as('POST', `/v1/webhooks/${endpoint}/failures/${failure}/replay`))).toEqual(['failure.replayed']);
    await agency.addFailure(endpoint!);
    expect(await adds(() => as('POST', `/v1/webhooks/${endpoint}/failures/replay`, { dry_run: true }))).toEqual([]);
    expect(await adds(() => as('POST', `/v1/webhooks/${endpoint}/failures/replay`))).toEqual(['failures.replayed']);
    expect(await adds(() => as('POST', `/v1/webhooks/${endpoint}/failures/replay`))).toEqual([]);
    expect(await adds(() => as('POST', `/v1/webhooks/${endpoint}/ping`))).toEqual([]);
    const secret = `svc_whsec_${'a'.repeat(32)}`;
    const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'], secret };
    expect(await adds(() => operator('POST', `/operator/v1/agencies/${agency.id}/webhooks`, body))).toEqual(['endpoint.created']);
    expect(await adds(() => operator('PATCH', `/operator/v1/webhooks/${endpoint}`, { status: 'disabled' }))).toEqual(['endpoint.changed']);
    expect(await adds(() => operator('POST', `/operator/v1/keys/${own.id}/containment`))).toEqual(['key.contained']);
    expect(await adds(() => operator('DELETE', `/operator/v1/keys/${own.id}/containment`))).toEqual(['key.released']);
    expect(await adds(() => operator('DELETE', `/operator/v1/keys/${own.id}/containment`))).toEqual([]);
    expect(await adds(() => operator('PATCH', `/operator/v1/webhooks/${endpoint}`, { status: 'disabled' }))).toEqual([]);
    expect(await adds(() => operator('POST', `/operator/v1/agencies/${agency.id}/containment`))).toEqual(['agency.contained']);
    expect(await adds(() => operator('POST', `/operator/v1/agencies/${agency.id}/containment`))).toEqual([]);
    expect(await adds(() => operator('DELETE', `/operator/v1/agencies/${agency.id}/containment`))).toEqual(['agency.released']);
    expect(await adds(() => operator('DELETE', `/operator/v1/webhooks/${endpoint}`))).toEqual(['endpoint.deleted']);
    expect(await adds(() => operator('DELETE', `/operator/v1/keys/${own.id}`))).toEqual(['key.revoked']);
    expect(await adds(() => operator('DELETE', `/operator/v1/keys/${own.id}`))).toEqual([]);

    const token = (await operator('POST', '/operator/v1/tokens', { name: randomUUID(), scopes: ['read'] })).body;
    for (let times = 0; times < 2; times += 1) await operator('DELETE', `/operator/v1/tokens/${token.id}`);
    const tokens = (await operator('GET', `${path}?actions=operator_token.created,operator_token.revoked`)).body.data as any[];
    expect(tokens.filter(({ subject_id }) => subject_id === token.id)).toMatchObject([
      { action: 'operator_token.revoked', agency_id: null },
      { action: 'operator_token.created', agency_id: null },
    ]);
  });

  it('filters by action and time, and is read page by page', async () => {
    const { id } = (await service().operator('POST', '/operator/v1/agencies', { name: 'Pages' })).body;
    const wanted = { label: 'x', scopes: ['read:orders'] };
    for (let times = 0; times < 4; times += 1) await service().operator('POST', `/operator/v1/agencies/${id}/keys`, wanted);
    const whole = await logOf(id);
    expect(whole).toHaveLength(5);
    expect(await logOf(id, '&actions=agency.created')).toEqual([whole[4]]);
    expect(await logOf(id, '&excluded_actions=agency.created')).toEqual(whole.filter(({ action }) => action !== 'agency.created'));
    expect(await logOf(id, `&start=${whole[2].recorded_at as string}&end=${whole[0].recorded_at as string}`)).not.toContainEqual(whole[4]);
    const pages: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { status, body } = await service().operator('GET', `${path}?agency_id=${id}&limit=2${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      pages.push(...body.data);
      cursor = body.next_cursor as string | null;
    }
    expect(pages).toEqual(whole);
    const { body } = await service().operator('GET', `${path}?agency_id=${id}&limit=2`);
    for (const query of [
      `agency_id=${unknownId}&cursor=${body.next_cursor as string}`,
      `cursor=${body.next_cursor as string}`,
      'cursor=abc',
    ]) {
      expect(await service().operator('GET', `${path}?${query}`)).toMatchObject(problem(400, 'invalid_cursor'));
    }
  });

  it('refuses an unknown filter; an unknown agency has no entries', async () => {
    for (const [query, place] of [
      ['actions=key.eaten', 'actions.0'],
      ['limit=201', 'limit'],
      ['start=noon', 'start'],
    ] as const) {
      expect(await service().operator('GET', `${path}?${query}`)).toMatchObject(invalid(place));
    }
    for (const id of [unknownId, 'nobody']) expect(await logOf(id)).toEqual([]);
  });

  it('writes nothing where nothing is done, and no row without its change', async () => {
    const agency = await service().createAgency();
    await agency.ingest([creator('c1')]);
    const endpoint = { url: 'https://10.0.0.1/in', enabled_event_types: ['order.created'] };
    expect((await service().request('POST', '/v1/webhooks', { key: agency.key, body: endpoint })).status).toBe(422);
    for (const body of [
      { label: 'x', scopes: ['read:orders'], creator_ids: ['c9'] },
      { label: 'x', scopes: [] },
    ]) {
      await service().operator('POST', `/operator/v1/agencies/${agency.id}/keys`, body);
    }
    expect(await logOf(agency.id)).toEqual([]);
  });
});
