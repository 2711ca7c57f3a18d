import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../generated/limits.ts';
import { newCredential } from '../../../server/access/keys/api-keys.ts';
import { removeOldAccessRecords } from '../../../server/retention/access-records.ts';
import { startService } from '../../support/service.ts';
import { fromBrowser, logIn, ownPage } from '../../support/console.ts';
import { invalid, problem } from '../agency.ts';
import { useOperator } from './fixture.ts';

const path = '/console/session';
const hourMs = 3_600_000;

describe('logging in to the console', () => {
  const service = useOperator();
  const makeToken = async (members: object = {}) => {
    const answer = await service().operator('POST', '/operator/v1/tokens', { name: randomUUID(), scopes: ['read'], ...members });
    return answer.body as { id: string; name: string; token: string };
  };
  const who = (cookie: string) => fromBrowser(service(), 'GET', path, { cookie });
  const rows = <Row>(text: string, ...values: unknown[]) => service().database.query<Row>({ text, values });

  it('makes a session in a cookie that no script reads and no other site sends, for 12 hours', async () => {
    const answer = await fromBrowser(service(), 'POST', path, { body: { token: service().operatorToken } });
    expect(answer).toMatchObject({ status: 200, body: { name: 'OPERATOR_TOKEN', scopes: ['all'] } });
    expect((Date.parse(answer.body.expires_at) - Date.now()) / hourMs).toBeCloseTo(12, 1);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [cookie, ...attributes] = answer.headers.get('set-cookie')!.split('; ');
    expect(cookie).toMatch(/^console=svc_session_[0-9A-Za-z]{38}[0-9a-f]{16}$/);
    expect(attributes).toEqual(['Path=/', expect.stringMatching(/^Expires=/), 'HttpOnly', 'SameSite=Strict']);
    expect(await who(cookie!)).toMatchObject({ status: 200, body: answer.body });
    expect((await fromBrowser(service(), 'GET', '/operator/v1/agencies', { cookie: cookie! })).status).toBe(200);
    expect((await fromBrowser(service(), 'GET', '/metrics', { cookie: cookie! })).status).toBe(200);
  });

  it('stores neither session nor token so that they could be used or guessed', async () => {
    const secret = (await logIn(service())).split('=')[1]!;
    const stored = await rows<{ row: string }>('SELECT to_jsonb(s)::text AS row FROM operator_sessions s');
    expect(stored.length).toBeGreaterThan(0);
    for (const { row } of stored) expect(row).not.toContain(secret);
    expect(await rows("SELECT FROM operator_sessions WHERE session_hash = sha256(convert_to($1, 'UTF8'))", secret)).toEqual([]);
  });

  it('holds over TLS by a cookie that browsers keep for this host and TLS alone', async () => {
    const proxied = await startService({ delivers: false, env: { TRUSTED_PROXIES: '127.0.0.1' } });
    try {
      const headers = { ...ownPage, 'x-forwarded-proto': 'https' };
      const answer = await fromBrowser(proxied, 'POST', path, { headers, body: { token: proxied.operatorToken } });
      const text = answer.headers.get('set-cookie')!;
      expect(text).toMatch(/^__Host-console=svc_session_\w+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/);
      const cookie = text.split(';')[0]!;
      expect((await fromBrowser(proxied, 'GET', path, { headers, cookie })).status).toBe(200);
      // The same session under the name that any page of the host could have set.
      const other = { headers, cookie: cookie.replace('__Host-', '') };
      expect(await fromBrowser(proxied, 'GET', path, other)).toMatchObject({ status: 200, text: '{}' });
      expect((await fromBrowser(proxied, 'GET', '/operator/v1/agencies', other)).status).toBe(401);
    } finally {
      await proxied.close();
    }
  });

  it('does not believe a caller that is not a trusted proxy', async () => {
    const headers = { ...ownPage, 'x-forwarded-proto': 'https' };
    const answer = await fromBrowser(service(), 'POST', path, { headers, body: { token: service().operatorToken } });
    expect(answer.headers.get('set-cookie')).toMatch(/^console=/);
  });

  it('of a named token has the token’s scopes and expiry, and is in the audit log', async () => {
    const soon = new Date(Date.now() + hourMs);
    const { id, name, token } = await makeToken({ expires_at: soon });
    const cookie = await logIn(service(), token);
    expect((await who(cookie)).body).toEqual({ name, scopes: ['read'], expires_at: soon.toISOString() });
    expect(await fromBrowser(service(), 'POST', '/operator/v1/agencies', { cookie, body: { name: 'x' } })).toMatchObject(
      problem(403, 'missing_scope', { required_scope: 'all' }),
    );
    await fromBrowser(service(), 'DELETE', path, { cookie });
    const { data } = (await service().operator('GET', '/operator/v1/audit?limit=2')).body;
    expect(data).toMatchObject([
      { action: 'operator_session.ended', actor: { kind: 'operator', id, name }, subject_id: id },
      { action: 'operator_session.opened', actor: { kind: 'operator', id, name }, subject_id: id, agency_id: null },
    ]);
  });

  it('ends with a logout, which may be repeated', async () => {
    const cookie = await logIn(service());
    const out = await fromBrowser(service(), 'DELETE', path, { cookie });
    expect({ status: out.status, cookie: out.headers.get('set-cookie') }).toEqual({
      status: 204,
      cookie: expect.stringMatching(/^console=; Path=\/; Expires=Thu, 01 Jan 1970/),
    });
    expect(await who(cookie)).toMatchObject(problem(401, 'missing_authorization'));
    expect((await fromBrowser(service(), 'DELETE', path, { cookie })).status).toBe(204);
    expect((await fromBrowser(service(), 'DELETE', path)).status).toBe(204);
  });

  it('ends its live streams within seconds of the logout, and those of a token within seconds of its revocation by another process', async () => {
    const { id } = await service().createAgency();
    const open = async (headers: Record<string, string>) => {
      const url = `${service().operatorUrl}/console/agencies/${id}/v1/webhooks/live`;
      const stream = await fetch(url, { headers: { ...headers, 'service-version': 'Amethyste' } });
      expect(stream.status).toBe(200);
      return stream;
    };
    const [cookie, staying] = [await logIn(service()), await logIn(service())];
    const token = await makeToken();
    const [ofSession, ofOther, ofToken] = [
      await open({ ...ownPage, cookie }),
      await open({ ...ownPage, cookie: staying }),
      await open({ authorization: `Bearer ${token.token}` }),
    ];
    const lines = ofOther.body!.getReader();
    const other = await startService({
      delivers: false,
      databaseUrl: service().config.databaseUrl!,
      encryptionKey: service().encryptionKey,
    });
    const begunAt = performance.now();
    await fromBrowser(service(), 'DELETE', path, { cookie });
    await other.operator('DELETE', `/operator/v1/tokens/${token.id}`);
    for (const ended of [ofSession, ofToken]) expect(await ended.text()).toContain('event: endpoints');
    expect(performance.now() - begunAt).toBeLessThan(5_000);
    // That of another session continues.
    await lines.read();
    expect(await Promise.race([lines.read(), new Promise((resolve) => setTimeout(resolve, 1_500, 'open'))])).not.toEqual({
      done: true,
      value: undefined,
    });
    await lines.cancel();
    await other.close();
  });

  it('ends with the revocation of its token, in the same instant', async () => {
    const { id, token } = await makeToken();
    const cookie = await logIn(service(), token);
    expect((await who(cookie)).status).toBe(200);
    await service().operator('DELETE', `/operator/v1/tokens/${id}`);
    expect(await who(cookie)).toMatchObject(problem(401, 'missing_authorization'));
    expect((await fromBrowser(service(), 'GET', '/operator/v1/agencies', { cookie })).status).toBe(401);
  });

  it('ends in time, also where its token expires before; ended sessions are removed', async () => {
    const { id, token } = await makeToken();
    const [byToken, byTime] = [await logIn(service(), token), await logIn(service())];
    await rows('UPDATE operator_tokens SET expires_at = now() WHERE id = $1', id);
    expect((await who(byToken)).status).toBe(401);
    expect((await who(byTime)).status).toBe(200);
    await rows('UPDATE operator_sessions SET expires_at = now() WHERE token_id IS NULL');
    expect((await who(byTime)).status).toBe(401);
    await removeOldAccessRecords(service().database, new AbortController().signal);
    expect(await rows('SELECT FROM operator_sessions WHERE expires_at < now()')).toEqual([]);
  });

  it('ends when the service is started with another OPERATOR_TOKEN', async () => {
    const named = await makeToken();
    const cookies = [await logIn(service()), await logIn(service(), named.token)];
    const other = await startService({ delivers: false, databaseUrl: service().config.databaseUrl! });
    try {
      for (const cookie of cookies) expect((await fromBrowser(other, 'GET', path, { cookie })).status).toBe(401);
    } finally {
      await other.close();
    }
    for (const cookie of cookies) expect((await who(cookie)).status).toBe(200);
  });

  it.each([[{ token: '' }], [{ token: 7 }], [{}], [null], [[]]])('refuses %j', async (body) => {
    expect(await fromBrowser(service(), 'POST', path, { body })).toMatchObject(invalid('token'));
  });

  it('refuses an unknown session, without a reason', async () => {
    const cookie = await logIn(service());
    for (const text of ['console=', 'console=x', `${cookie.slice(0, -1)}${cookie.endsWith('0') ? 1 : 0}`]) {
      expect((await who(text)).status, text).toBe(401);
    }
    expect((await fromBrowser(service(), 'PUT', path)).status).toBe(404);
  });
});

describe('a request with the cookie alone', () => {
  const service = useOperator();

  // What pages of other origins can make a browser send, by forms, images, links and scripts.
  it.each([
    ['no header of its own', {}],
    ['another value in it', { 'x-requested-with': 'XMLHttpRequest' }],
    ['another site', { ...ownPage, 'sec-fetch-site': 'cross-site' }],
    ['another host of the site', { ...ownPage, 'sec-fetch-site': 'same-site' }],
    ['an address that a user entered', { ...ownPage, 'sec-fetch-site': 'none' }],
  ])('counts for nothing with %s', async (_, headers) => {
    const cookie = await logIn(service());
    const agency = await service().createAgency();
    const before = (await service().operator('GET', '/operator/v1/agencies')).body.data.length as number;
    for (const [method, target, body] of [
      ['POST', '/operator/v1/agencies', { name: 'forged' }],
      ['GET', '/operator/v1/agencies', undefined],
      ['GET', '/metrics', undefined],
      ['GET', `/console/agencies/${agency.id}/v1/webhooks`, undefined],
      ['POST', `/console/agencies/${agency.id}/v1/publications`, {}],
      ['GET', path, undefined],
      ['DELETE', path, undefined],
      ['POST', path, { token: service().operatorToken }],
    ] as const) {
      const answer = await fromBrowser(service(), method, target, { headers: { ...headers }, cookie, body });
      expect(answer, `${method} ${target}`).toMatchObject(problem(401, 'missing_authorization'));
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect((await service().operator('GET', '/operator/v1/agencies')).body.data).toHaveLength(before);
    expect((await fromBrowser(service(), 'GET', path, { cookie })).status).toBe(200);
  });

  it('does not count where another page of the host set a second one, and the login still works', async () => {
    const [cookie, other] = [await logIn(service()), await logIn(service())];
    for (const both of [`${cookie}; ${other}`, `${other};${cookie}`, `console=x; ${cookie}`]) {
      const answer = await fromBrowser(service(), 'GET', path, { cookie: both });
      expect(answer).toMatchObject(problem(401, 'missing_authorization'));
      expect(answer.body.detail).toContain('more than one cookie');
      expect((await fromBrowser(service(), 'GET', '/operator/v1/agencies', { cookie: both })).status).toBe(401);
      const body = { token: service().operatorToken };
      expect((await fromBrowser(service(), 'POST', path, { cookie: both, body })).status).toBe(200);
    }
    expect((await fromBrowser(service(), 'GET', path, { cookie: `${cookie}; ${cookie}` })).status).toBe(200);
  });

  it('that this installation did not make is refused without a query', async () => {
    const cookie = await logIn(service());
    const forged = [
      newCredential('svc_session_'),
      newCredential('svc_session_') + '0'.repeat(16),
      `${cookie.slice('console='.length, -1)}é`,
    ];
    await service().database.query({ text: 'ALTER TABLE operator_sessions RENAME TO operator_sessions_away' });
    try {
      expect((await fromBrowser(service(), 'GET', path, { cookie })).status).toBeGreaterThanOrEqual(500);
      for (const secret of [...forged, newCredential('svc_session_') + '0123456789abcdef']) {
        const answer = await fromBrowser(service(), 'GET', path, { cookie: `console=${encodeURIComponent(secret)}` });
        expect(answer).toMatchObject(problem(401, 'missing_authorization'));
      }
    } finally {
      await service().database.query({ text: 'ALTER TABLE operator_sessions_away RENAME TO operator_sessions' });
    }
    expect((await fromBrowser(service(), 'GET', path, { cookie })).status).toBe(200);
  });

  it('does not replace a token that is wrong', async () => {
    const cookie = await logIn(service());
    const answer = await fromBrowser(service(), 'GET', '/operator/v1/agencies', {
      cookie,
      headers: { ...ownPage, authorization: 'Bearer x' },
    });
    expect(answer).toMatchObject(problem(401, 'invalid_api_key'));
  });

  it('is accepted without Sec-Fetch-Site', async () => {
    const cookie = await logIn(service());
    const headers = { 'x-requested-with': 'console' };
    expect((await fromBrowser(service(), 'GET', '/operator/v1/agencies', { cookie, headers })).status).toBe(200);
  });
});

describe('wrong tokens at the login', () => {
  const service = useOperator({ operatorTries: 3 });

  it('have the same limit as wrong tokens; sessions and valid tokens are accepted as before', async () => {
    const cookie = await logIn(service());
    for (let time = 0; time < 3; time += 1) {
      expect(await fromBrowser(service(), 'POST', path, { body: { token: 'wrong' } })).toMatchObject(problem(401, 'invalid_api_key'));
    }
    expect(await fromBrowser(service(), 'POST', path, { body: { token: 'wrong' } })).toMatchObject(problem(429, 'rate_limited'));
    expect((await fromBrowser(service(), 'POST', path, { body: { token: service().operatorToken } })).status).toBe(200);
    expect((await fromBrowser(service(), 'GET', path, { cookie })).status).toBe(200);
  });
});

describe('logins', () => {
  const service = useOperator();

  it('of one token are limited per minute: each is in the audit log', async () => {
    const { body } = await service().operator('POST', '/operator/v1/tokens', { name: 'metrics', scopes: ['metrics'] });
    const cookie = await logIn(service(), body.token);
    const logInAgain = () => fromBrowser(service(), 'POST', path, { body: { token: body.token } });
    for (let time = 1; time < limits.sessionLogins; time += 1) expect((await logInAgain()).status).toBe(200);
    expect(await logInAgain()).toMatchObject(problem(429, 'rate_limited'));
    expect((await fromBrowser(service(), 'GET', path, { cookie })).status).toBe(200);
    await logIn(service());
  });
});
