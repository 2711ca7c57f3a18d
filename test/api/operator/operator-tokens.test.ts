import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOperatorToken } from '../../../server/access/operators/operator-tokens.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startService, type TestService } from '../../support/service.ts';
import { StatementWatch } from '../../support/statement-watch.ts';
import { invalid, problem } from '../agency.ts';
import { unknownId, useOperator, withToken } from './fixture.ts';

const path = '/operator/v1/tokens';
const dayMs = 86_400_000;

describe('POST /operator/v1/tokens', () => {
  const service = useOperator();
  it('makes a token that works at once within its scopes, and shows it only here', async () => {
    const name = randomUUID();
    const { status, body } = await service().operator('POST', path, { name, scopes: ['read'] });
    expect({ status, body }).toMatchObject({ status: 201, body: { name, scopes: ['read'], last_used_at: null, revoked_at: null } });
    expect(body.token).toMatch(/^svc_operator_[0-9A-Za-z]{38}$/);
    expect(body.token.startsWith(body.prefix)).toBe(true);
    expect(await withToken(service(), 'GET', '/operator/v1/agencies', body.token)).toMatchObject({ status: 200 });
    for (const [method, target, scope] of [
      ['GET', '/metrics', 'metrics'],
      ['POST', path, 'all'],
    ] as const) {
      const refused = await withToken(service(), method, target, body.token, method === 'POST' ? { name, scopes: ['all'] } : undefined);
      expect(refused).toMatchObject(problem(403, 'missing_scope', { required_scope: scope }));
    }
    expect((await service().operator('GET', path)).text).not.toContain(body.token);
    const [row] = await service().database.query<{ stored: string }>({
      text: 'SELECT to_jsonb(t)::text AS stored FROM operator_tokens t WHERE id = $1',
      values: [body.id],
    });
    expect(row!.stored).not.toContain(body.token.slice(body.prefix.length));
  });

  it('expires: in 90 days by default, and in 400 at the latest', async () => {
    const create = (members: object) => service().operator('POST', path, { name: randomUUID(), scopes: ['all'], ...members });
    const days = (text: string) => (Date.parse(text) - Date.now()) / dayMs;
    expect(days((await create({})).body.expires_at)).toBeCloseTo(90, 2);
    expect(days((await create({ expires_at: new Date(Date.now() + 399 * dayMs) })).body.expires_at)).toBeCloseTo(399, 2);
    expect(await create({ expires_at: new Date(Date.now() + 401 * dayMs) })).toMatchObject(invalid('expires_at'));
    const over = await create({ expires_at: '2026-01-01T01:00:00+01:00' });
    expect(over.body.expires_at).toBe('2026-01-01T00:00:00.000Z');
    const refused = await withToken(service(), 'GET', '/operator/v1/agencies', over.body.token);
    expect(refused).toMatchObject(problem(401, 'invalid_api_key', { detail: 'The operator token expired at 2026-01-01T00:00:00.000Z.' }));
  });

  it('gives a name once among the tokens that are not revoked', async () => {
    const wanted = { name: randomUUID(), scopes: ['metrics'] };
    const [one, two] = await Promise.all([service().operator('POST', path, wanted), service().operator('POST', path, wanted)]);
    const [made, refused] = one.status === 201 ? [one, two] : [two, one];
    expect(refused).toMatchObject(invalid('name'));
    await service().operator('DELETE', `${path}/${made.body.id}`);
    expect((await service().operator('POST', path, wanted)).status).toBe(201);
  });

  it('refuses a name that reads as that of another token, until that is revoked', async () => {
    const create = (name: string) => service().operator('POST', path, { name, scopes: ['metrics'] });
    const name = `Key desk ${randomUUID()}`;
    const made = await create(name);
    expect(made.status).toBe(201);
    const wide = [...name].map((char) => (char === 'K' ? '\uff2b' : char)).join('');
    const alike = [
      name.toUpperCase(),
      name.replaceAll(' ', '\u00a0'),
      ` ${name}  `,
      name.replace(' ', '_'),
      name.replace('K', '\u212a'),
      wide,
    ];
    for (const other of alike) expect(await create(other), other).toMatchObject(invalid('name'));
    await service().operator('DELETE', `${path}/${made.body.id}`);
    const [one, two] = await Promise.all([create(name), create(name.toUpperCase())]);
    expect([one.status, two.status].sort()).toEqual([201, 400]);
  });

  it.each([
    'OPERATOR_TOKEN',
    'operator token',
    'Operator-Token ',
    'metrics token',
    ' ',
    '\u3000',
    '\u2800',
    '\u200b',
    'Prom\u200betheus',
    'a\u00adb',
    'a\u202eb',
    'a\u0007',
  ])('refuses the name %j', async (name) => {
    expect(await service().operator('POST', path, { name, scopes: ['read'] })).toMatchObject(invalid('name'));
  });

  it.each([
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: ['write'] }, 'scopes.0'],
    [{ scopes: ['read'] }, 'name'],
  ])('refuses %j', async (body, place) => {
    expect(await service().operator('POST', path, body)).toMatchObject(invalid(place));
  });
});

describe('GET /operator/v1/tokens', () => {
  const service = useOperator();
  it('lists all tokens, oldest first, with when they were last used', async () => {
    const create = async () => (await service().operator('POST', path, { name: randomUUID(), scopes: ['read'] })).body;
    const [one, two] = [await create(), await create()];
    await withToken(service(), 'GET', path, one.token);
    await service().operator('DELETE', `${path}/${two.id}`);
    const { body } = await service().operator('GET', path);
    expect(body.data.slice(-2)).toMatchObject([
      { id: one.id, last_used_at: expect.stringMatching(/Z$/), revoked_at: null },
      { id: two.id, last_used_at: null, revoked_at: expect.stringMatching(/Z$/) },
    ]);
  });
});

describe('DELETE /operator/v1/tokens/{token_id}', () => {
  const service = useOperator();
  it('refuses the token from the next request on; may be repeated', async () => {
    const { body } = await service().operator('POST', path, { name: randomUUID(), scopes: ['read'] });
    for (let time = 0; time < 2; time += 1) expect((await service().operator('DELETE', `${path}/${body.id}`)).status).toBe(204);
    expect(await withToken(service(), 'GET', path, body.token)).toMatchObject(problem(401, 'invalid_api_key'));
  });

  it('revokes once under concurrent requests', async () => {
    const { body } = await service().operator('POST', path, { name: randomUUID(), scopes: ['read'] });
    const revoke = () => service().operator('DELETE', `${path}/${body.id}`);
    for (const { status } of await Promise.all([revoke(), revoke(), revoke(), revoke()])) expect(status).toBe(204);
    const { body: log } = await service().operator('GET', '/operator/v1/audit?actions=operator_token.revoked');
    expect(log.data.filter(({ subject_id }: { subject_id: string }) => subject_id === body.id)).toHaveLength(1);
  });

  it('answers 404 for an unknown token', async () => {
    for (const id of [unknownId, 'nothing']) {
      expect(await service().operator('DELETE', `${path}/${id}`)).toMatchObject(problem(404, 'not_found'));
    }
  });
});

describe('a wrong operator token', () => {
  const service = useOperator({ operatorTries: 5 });

  const ask = async (token: string) => {
    const response = await fetch(service().operatorUrl + path, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, body: await response.json(), retryAfter: Number(response.headers.get('retry-after')) };
  };

  it('is limited per address, and valid tokens from a limited address are accepted', async () => {
    const named = (await service().operator('POST', path, { name: 'Tries', scopes: ['all'] })).body.token as string;
    for (const token of ['x', newOperatorToken().token, service().operatorToken.slice(1), named.slice(0, -1), newOperatorToken().token]) {
      const answer = await ask(token);
      expect(answer).toMatchObject(problem(401, 'invalid_api_key', { title: 'Operator token not valid' }));
      expect(JSON.stringify(answer.body)).not.toMatch(/API key/i);
    }
    for (const token of ['y', newOperatorToken().token]) {
      const answer = await ask(token);
      expect(answer).toMatchObject(problem(429, 'rate_limited'));
      expect(answer.retryAfter).toBeGreaterThan(0);
      expect(answer.retryAfter).toBeLessThanOrEqual(60);
    }
    const { body } = await service().operator('POST', path, { name: 'Made while others try', scopes: ['metrics'] });
    expect((await ask(named)).status).toBe(200);
    expect((await ask(service().operatorToken)).status).toBe(200);
    const metrics = await fetch(`${service().operatorUrl}/metrics`, { headers: { authorization: `Bearer ${body.token}` } });
    expect(metrics.status).toBe(200);
  });
});

describe('wrong operator tokens sent at once', () => {
  let database: TestDatabase;
  let watch: StatementWatch;
  let service: TestService;
  beforeAll(async () => {
    database = await createTestDatabase();
    watch = await StatementWatch.over(database.url);
    service = await startService({ delivers: false, databaseUrl: database.ownerUrl, operatorTries: 5 });
  });
  afterAll(async () => {
    await service.close();
    await watch.close();
    await database.drop();
  });

  it('pass no more tries than one after the other, and cost the database next to nothing', async () => {
    const { body } = await service.operator('POST', path, { name: 'Valid', scopes: ['all'] });
    await watch.reset();
    const ask = (token: string) =>
      fetch(service.operatorUrl + path, { headers: { authorization: `Bearer ${token}` } }).then((response) => response.status);
    const guesses = Array.from({ length: 100 }, () => ask(newOperatorToken().token));
    const [statuses, valid] = await Promise.all([Promise.all(guesses), Promise.all(Array.from({ length: 5 }, () => ask(body.token)))]);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(95);
    expect(valid).toEqual([200, 200, 200, 200, 200]);
    const [{ calls }] = await watch.costs('operator_tokens');
    expect(calls).toBeGreaterThanOrEqual(valid.length);
    expect(calls).toBeLessThan(40);
  });
});
