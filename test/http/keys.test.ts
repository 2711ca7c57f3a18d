import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashApiKey, newApiKey } from '../../server/access/keys/api-keys.ts';
import { authenticator } from '../../server/http/steps/authenticate.ts';
import { slugOf } from '../support/raw-connection.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
/** Another process on the same database. */
let neighbour: TestService;
let agency: TestAgency;

beforeAll(async () => {
  service = await startService({ delivers: false });
  neighbour = await startService({ delivers: false, databaseUrl: service.config.databaseUrl! });
  agency = await service.createAgency();
});
afterAll(async () => {
  await neighbour.close();
  await service.close();
});

const me = (key: string | null, at = service) => at.request('GET', '/v1/me', { key });

async function createKey(body: object = {}): Promise<{ id: string; api_key: string }> {
  const answer = await service.operator('POST', `/operator/v1/agencies/${agency.id}/keys`, {
    label: 'test',
    scopes: ['read:messages'],
    ...body,
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

const keyExpiring = (at: string) => agency.createKey({ expiresAt: new Date(at) });

describe('the header', () => {
  test.each([
    ['none', {}, 'missing_authorization'],
    ['another scheme', { authorization: 'Basic c3ZjOng=' }, 'missing_authorization'],
    ['a scheme alone', { authorization: 'Bearer' }, 'missing_authorization'],
    ['a scheme and a space', { authorization: 'Bearer ' }, 'missing_authorization'],
    ['a scheme glued to a token', { authorization: 'Bearersvc_live_x' }, 'missing_authorization'],
    ['a token alone', { authorization: 'svc_live_x' }, 'missing_authorization'],
    ['two words', { authorization: 'Bearer one two' }, 'invalid_api_key'],
    ['a list of tokens', { authorization: 'Bearer one, Bearer two' }, 'invalid_api_key'],
    ['bytes outside ASCII', { authorization: 'Bearer clé' }, 'invalid_api_key'],
    ['15 KB', { authorization: `Bearer ${'a'.repeat(15_000)}` }, 'invalid_api_key'],
    ['a key in another header', { 'x-api-key': 'svc_live_x' }, 'missing_authorization'],
  ])('%s', async (_, headers, slug) => {
    const answer = await service.request('GET', '/v1/me', { key: null, headers: headers });
    expect([answer.status, slugOf(answer)]).toEqual([401, slug]);
  });

  test('the scheme is read in any case, the key in its own', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
      expect((await service.request('GET', '/v1/me', { key: null, headers: { authorization: `${scheme} ${agency.key}` } })).status).toBe(
        200,
      );
    }
    expect(slugOf(await me(agency.key.toUpperCase()))).toBe('invalid_api_key');
  });

  test('a key in the query is none', async () => {
    expect(slugOf(await service.request('GET', `/v1/me?api_key=${agency.key}&access_token=${agency.key}`, { key: null }))).toBe(
      'missing_authorization',
    );
  });
});

describe('the key', () => {
  test('is malformed, mistyped or unknown: one problem', async () => {
    const mistyped = agency.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const key of [
      'x',
      'svc_live_',
      'svc_test_' + agency.key.slice(9),
      mistyped,
      newApiKey(),
      agency.key + 'a',
      agency.key.slice(0, -1),
      `legacy_live_${'x'.repeat(32)}`,
    ]) {
      expect(slugOf(await me(key)), key).toBe('invalid_api_key');
    }
  });

  const lettersOf = (count: number) => randomBytes(count).toString('hex');

  test('keys of the former prefix stay valid', async () => {
    for (const api_key of [`legacy_live_${lettersOf(16)}`, `legacy_live_${lettersOf(32)}`, newApiKey()]) {
      await createKey({ api_key });
      expect((await me(api_key)).status).toBe(200);
    }
  });

  test('is accepted a millisecond before its expiry, and refused at it and after it', async () => {
    const instant = '2030-05-05T05:05:05.500Z';
    const key = await keyExpiring(instant);
    const admitAt = (now: string) =>
      authenticator(
        {
          query: ({ text, values }) =>
            service.database.query({ text: text.replaceAll('clock_timestamp()', `'${now}'::timestamptz`), ...(values ? { values } : {}) }),
        },
        hashApiKey,
      )(`Bearer ${key}`, undefined);
    expect(await admitAt('2030-05-05T05:05:05.499Z')).toMatchObject({ agencyId: agency.id });
    await expect(admitAt(instant)).rejects.toMatchObject({ slug: 'expired_api_key' });
    await expect(admitAt('2030-05-05T05:05:05.501Z')).rejects.toMatchObject({ slug: 'expired_api_key' });
  });

  test('that expires between two requests is refused by the second', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const key = await agency.createKey({ expiresAt });
    expect((await me(key)).body.key.expires_at).toBe(expiresAt.toISOString());
    await service.database.query({ text: 'UPDATE api_keys SET expires_at = now() WHERE key_hash = $1', values: [hashApiKey(key)] });
    const second = await me(key);
    expect([second.status, slugOf(second)]).toEqual([401, 'expired_api_key']);
  });

  test('that is revoked is refused from the next request on, in every process', async () => {
    const { id, api_key } = await createKey();
    expect((await me(api_key)).status).toBe(200);
    expect((await me(api_key, neighbour)).status).toBe(200);
    expect((await neighbour.operator('DELETE', `/operator/v1/keys/${id}`)).status).toBe(204);
    for (const at of [service, neighbour]) {
      const answer = await me(api_key, at);
      expect([answer.status, slugOf(answer)]).toEqual([401, 'invalid_api_key']);
    }
  });

  test('that is revoked and expired is invalid, not expired', async () => {
    const { id, api_key } = await createKey({ expires_at: new Date(Date.now() + 60_000).toISOString() });
    await service.operator('DELETE', `/operator/v1/keys/${id}`);
    await service.database.query({ text: `UPDATE api_keys SET expires_at = now() - interval '1 minute' WHERE id = $1`, values: [id] });
    expect(slugOf(await me(api_key))).toBe('invalid_api_key');
  });

  test('of a deleted agency is invalid', async () => {
    const other = await service.createAgency();
    await service.database.query({ text: 'DELETE FROM agencies WHERE id = $1', values: [other.id] });
    expect(slugOf(await me(other.key))).toBe('invalid_api_key');
  });
});

describe('the rate limit', () => {
  const list = (key: string, at = service, query = '') => at.request('GET', `/v1/sent-messages${query}`, { key });
  const windowOf = (answer: { headers: Headers }) =>
    /^"default";r=(\d+);t=(\d+)$/
      .exec(answer.headers.get('ratelimit') ?? '')
      ?.slice(1)
      .map(Number);

  test('holds across processes', async () => {
    const key = await agency.createKey();
    const answers = [];
    for (let count = 0; count < 24; count++) answers.push(await list(key, count % 2 ? service : neighbour));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(200), ...Array<number>(4).fill(429)]);
    expect(answers.slice(0, 3).map((answer) => windowOf(answer)![0])).toEqual([19, 18, 17]);
    const refused = answers.at(-1)!;
    expect(slugOf(refused)).toBe('rate_limited');
    expect(refused.headers.get('ratelimit-policy')).toBe('"default";q=20;w=60');
    expect(windowOf(refused)).toEqual([0, Number(refused.headers.get('retry-after'))]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(40);
  });

  test('holds under parallel requests', async () => {
    const key = await agency.createKey();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => list(key, index % 2 ? service : neighbour)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('ends with its window', async () => {
    const key = await agency.createKey();
    for (let count = 0; count < 21; count++) await list(key);
    expect((await list(key)).status).toBe(429);
    await service.database.query({
      text: `UPDATE rate_windows w SET counted_at = now() - interval '60 seconds' FROM api_keys k WHERE k.id = w.key_id AND k.key_hash = $1`,
      values: [hashApiKey(key)],
    });
    expect(windowOf(await list(key))).toEqual([19, 60]);
  });

  test('counts each key and each operation for itself', async () => {
    const [key, other] = [await agency.createKey(), await agency.createKey()];
    for (let count = 0; count < 21; count++) await list(key);
    expect((await list(key)).status).toBe(429);
    expect((await list(other)).status).toBe(200);
    expect((await service.request('GET', '/v1/orders', { key })).headers.get('ratelimit')).toMatch(/^"default";r=599;t=60$/);
  });

  test('is on every response of a limited operation whose key is known', async () => {
    const key = await agency.createKey({ scopes: ['read:messages'] });
    for (const [path, status] of [
      ['/v1/sent-messages', 200],
      ['/v1/sent-messages?limit=0', 400],
      ['/v1/sent-messages?cursor=x', 400],
      ['/v1/orders', 403],
    ] as const) {
      const answer = await service.request('GET', path, { key });
      expect(answer.status).toBe(status);
      expect(windowOf(answer)).toHaveLength(2);
      expect(answer.headers.get('ratelimit-policy')).toMatch(/^"default";q=(20|600);w=60$/);
    }
    for (const path of ['/v1/nowhere', '/v1/_health'])
      expect((await service.request('GET', path, { key })).headers.has('ratelimit')).toBe(false);
  });

  test('does not count requests that are refused before authentication', async () => {
    const key = await agency.createKey();
    for (let count = 0; count < 25; count++) {
      await service.request('GET', '/v1/sent-messages', { key, version: null });
      await service.request('GET', '/v1/sent-messages', { key: null });
    }
    expect(windowOf(await list(key))).toEqual([19, 60]);
  });
});
