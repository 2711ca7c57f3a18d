import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { head, RawConnection, slugOf, type RawResponse } from '../support/raw-connection.ts';
import { sharedService, type Answer, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;

beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
  await agency.ingest([{ type: 'creator', id: 'é/ü', name: 'Ada', account: { external_id: 'account-1', username: null } }]);
});
afterAll(() => service.close());
afterEach(async () => {
  expect((await service.request('GET', '/v1/me')).status).toBe(200);
});

const get = (target: string) => service.request('GET', target);

/** Sends the target as it is, which an HTTP client would tidy up. */
async function getRaw(target: string, method = 'GET'): Promise<RawResponse> {
  const connection = await RawConnection.open(service.baseUrl);
  try {
    await connection.send(
      head(`${method} ${target}`, { 'service-version': 'Amethyste', authorization: `Bearer ${agency.key}`, connection: 'close' }),
    );
    return await connection.answer();
  } finally {
    connection.close();
  }
}

function expectErrorAt(answer: Answer, path: string): void {
  expect([answer.status, slugOf(answer)]).toEqual([400, 'validation_failed']);
  expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path);
}

describe('paths', () => {
  test('percent-encoded ids are read as they were meant', async () => {
    expect((await get(`/v1/creators/${encodeURIComponent('é/ü')}`)).body.id).toBe('é/ü');
  });

  test('bytes outside ASCII are refused: a target is percent-encoded', async () => {
    for (const target of ['/v1/creators/é', '/v1/creators?é=1', '/v1/orders?fan_ids=ü']) {
      expect(slugOf(await getRaw(Buffer.from(target).toString('latin1')))).toBe('validation_failed');
    }
  });

  test.each(['%00', 'a%00b', '%', '%G0', '%c3', '%ff', '%ed%a0%80', '%c0%80', 'a%2'])('%s in a path is 400', async (id) => {
    for (const target of [`/v1/orders/${id}`, `/v1/accounts/account-1/fans/${id}`, `/errors/${id}`]) {
      const answer = await getRaw(target);
      expect([answer.status, slugOf(answer)], target).toEqual([400, 'validation_failed']);
    }
  });

  test.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/me/',
    '//v1/me',
    '/v1//me',
    '/V1/me',
    '/v1/ME',
    '/v1/%6De',
    '/v1/me;a=1',
    '/v1/orders/',
    '/v1/orders/a/b',
    '/v1/../v1/me',
    '/v1/accounts//fans',
    '/v1/accounts/account-1/fans//insight',
    '/operator/v1/agencies',
    '/metrics',
    '/errors/',
  ])('nothing is at %s', async (target) => {
    const answer = await getRaw(target);
    expect([answer.status, slugOf(answer)]).toEqual([404, 'not_found']);
    expect(answer.headers.has('allow')).toBe(false);
  });

  test.each(['..', '.', '%2e%2e', '*', '~', '$1', '(a)', 'a%2Fb', '%5C', '__proto__', 'constructor'])(
    '%s is an id like any other',
    async (id) => {
      expect(slugOf(await getRaw(`/v1/orders/${id}`))).toBe('unknown_order');
      expect((await getRaw(`/errors/${id}`)).status).toBe(404);
    },
  );

  test('ids of 10 KB are unknown', async () => {
    const id = 'a'.repeat(10_240);
    expect(slugOf(await get(`/v1/orders/${id}`))).toBe('unknown_order');
    expect(slugOf(await get(`/v1/webhooks/${id}`))).toBe('unknown_webhook_endpoint');
    expect(slugOf(await get(`/v1/accounts/${id}/fans/${id.slice(0, 2_000)}`))).toBe('unknown_account');
  });

  test('malformed uuids are unknown ids', async () => {
    for (const id of ['1', 'not-a-uuid', '00000000-0000-0000-0000-00000000000g', '{00000000-0000-0000-0000-000000000000}', '%00x']) {
      const expected = id === '%00x' ? 'validation_failed' : 'unknown_webhook_endpoint';
      expect(slugOf(await getRaw(`/v1/webhooks/${id}`))).toBe(expected);
    }
  });

  test('the absolute form of a target is read without its origin', async () => {
    const answer = await getRaw('http://elsewhere.test:1/v1/orders/a?x=1');
    expect([slugOf(answer), answer.body.instance]).toEqual(['unknown_order', '/v1/orders/a?x=1']);
    for (const target of ['http://elsewhere.test', 'http://[::1', 'http://a:99999999/v1/nowhere', 'http://a@b:c@/', '*', 'v1/me']) {
      const answered = await getRaw(target).catch(() => undefined);
      if (answered) expect([400, 404], target).toContain(answered.status);
    }
    expect((await getRaw('http://a:99999999/v1/me')).status).toBe(200);
  });
});

describe('methods', () => {
  test('a known path with another method is 404 with Allow', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/v1/orders', 'GET, HEAD'],
      ['POST', '/v1/orders/a', 'GET, HEAD'],
      ['GET', '/v1/ai-requests/acknowledgements', 'POST'],
      ['PUT', '/v1/webhooks/a', 'DELETE, GET, HEAD, PATCH'],
    ] as const) {
      const answer = await service.request(method, path);
      expect([answer.status, slugOf(answer)], path).toEqual([404, 'not_found']);
      expect(answer.headers.get('allow')!.split(', ').toSorted().join(', ')).toBe(allow);
    }
  });

  test.each(['OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])('%s is 404, without any headers of CORS', async (method) => {
    const answer = await getRaw('/v1/orders', method);
    expect([answer.status, slugOf(answer), answer.headers.get('allow')]).toEqual([404, 'not_found', 'GET, HEAD']);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await getRaw('*', 'OPTIONS')).status).toBe(404);
  });

  test('the method of a request cannot be overridden', async () => {
    const answer = await service.request('GET', '/v1/orders?_method=DELETE', { headers: { 'x-http-method-override': 'DELETE' } });
    expectErrorAt(answer, '_method');
  });
});

describe('query parameters', () => {
  const refusing = Object.values(operations).filter(({ access, unknownParameters }) => access === 'key' && unknownParameters === 'refuse');

  test.each([
    '1e1',
    '0x10',
    '5.0',
    '+5',
    '%205',
    '5%20',
    '05',
    '-1',
    '0',
    '201',
    '',
    'NaN',
    '1&limit=2',
    '1,2',
    '99999999999999999999999',
    '१',
    '1_000',
    'null',
  ])('limit=%s is 400 at limit', async (limit) => expectErrorAt(await get(`/v1/orders?limit=${limit}`), 'limit'));

  test.each(['1', '200'])('limit=%s is accepted', async (limit) => expect((await get(`/v1/orders?limit=${limit}`)).status).toBe(200));

  test.each([
    ['??limit=1', '?limit'],
    ['???limit=1', '??limit'],
    ['?%3Flimit=1', '?limit'],
    ['?limit[]=1', 'limit[]'],
    ['?limit%5B%5D=1', 'limit[]'],
    ['?+limit=1', ' limit'],
    ['?limit+=1', 'limit '],
    ['?Limit=1', 'Limit'],
    ['?=1', ''],
    ['?;limit=1', ';limit'],
  ])('%s names a parameter that the list does not have', async (query, name) => {
    const answer = await getRaw(`/v1/orders${query}`);
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: name, keyword: 'additionalProperties' }]]);
  });

  test.each(['?limit=1;cursor=x', '?limit=1?cursor=x', '?limit=1+'])('%s is a limit that is not a number', async (query) => {
    const answer = await getRaw(`/v1/orders${query}`);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'limit']);
  });

  test.each(['?', '?&', '?&&limit=1&', '?%6Cimit=1'])('%s is accepted', async (query) => {
    expect((await getRaw(`/v1/orders${query}`)).status).toBe(200);
  });

  test('a parameter of a single value given twice is 400, also in another spelling of the same name', async () => {
    const instant = '2026-01-01T00:00:00Z';
    for (const [query, name] of [
      [`start=${instant}&start=${instant}`, 'start'],
      [`start=${instant}&st%61rt=${instant}`, 'start'],
      ['limit=1&limit=1', 'limit'],
      ['cursor=a&cursor=', 'cursor'],
    ] as const) {
      const answer = await get(`/v1/orders?${query}`);
      expectErrorAt(answer, name);
      expect(answer.body.errors.map(({ keyword }: { keyword: string }) => keyword)).toContain('once');
    }
  });

  test('a list given several times is the list of all its values', async () => {
    const own = await service.createAgency();
    const account = { external_id: 'account-2', username: null };
    const order = { type: 'order', creator_id: 'c', fan_id: null, user_id: null, message_id: null, amount_cents: 1 };
    await own.ingest([
      { type: 'creator', id: 'c', name: 'Ada', account },
      ...['tip', 'push', 'private_media', 'subscription'].map((type, index) => {
        return { ...order, id: type, order_type: type, created_at: `2026-01-0${4 - index}T00:00:00Z` };
      }),
    ]);
    const idsOf = async (query: string) => {
      const { body } = await service.request('GET', `/v1/orders?${query}`, { key: own.key });
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await idsOf('order_types=tip&order_types=push')).toEqual(['tip', 'push']);
    expect(await idsOf('order_types=tip,subscription&limit=5&order%5Ftypes=push')).toEqual(['tip', 'push', 'subscription']);
    expect(await idsOf('order_types=tip&creator_ids=x&creator_ids=c')).toEqual(['tip']);
  });

  test('a list given several times keeps the rules of one list', async () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => `fan_ids=v${index}`).join('&');
    expect((await get(`/v1/orders?${values(50)}`)).status).toBe(200);
    for (const [query, path] of [
      [values(51), 'fan_ids'],
      [`${values(49)}&fan_ids=a,b`, 'fan_ids'],
      ['fan_ids=&fan_ids=a', 'fan_ids.0'],
      ['fan_ids=a&fan_ids=', 'fan_ids.1'],
      ['fan_ids=&fan_ids=', 'fan_ids.0'],
      ['fan_ids=a&fan_ids=b,,c', 'fan_ids.2'],
    ] as const) {
      expectErrorAt(await get(`/v1/orders?${query}`), path);
    }
  });

  test('the forms of other frameworks are unknown parameters', async () => {
    for (const [query, path] of [
      ['limit[]=1', 'limit[]'],
      ['limit%5B%5D=1', 'limit[]'],
      ['creator_ids[0]=a', 'creator_ids[0]'],
      ['a.b=1', 'a.b'],
      ['Limit=1', 'Limit'],
      ['%20limit=1', ' limit'],
      ['=1', ''],
      ['__proto__=1', '__proto__'],
      ['constructor=1', 'constructor'],
      ['toString', 'toString'],
      ['account_id=1', 'account_id'],
      ['body=1', 'body'],
    ] as const) {
      expectErrorAt(await get(`/v1/orders?${query}`), path);
    }
  });

  test('a path parameter is not a query parameter', async () => {
    expectErrorAt(await get('/v1/accounts/account-1/fans?account_id=account-2'), 'account_id');
  });

  test('an empty query, and empty parts of one, are not parameters', async () => {
    for (const query of ['?', '?&', '?&&limit=1&']) expect((await get(`/v1/orders${query}`)).status).toBe(200);
  });

  test('lists hold 1 to 50 values, none of them empty', async () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`).join(',');
    expect((await get(`/v1/orders?fan_ids=${values(50)}`)).status).toBe(200);
    for (const list of [values(51), '', ',', 'a,', ',a', 'a,,b', 'x'.repeat(129)]) {
      const answer = await get(`/v1/orders?fan_ids=${list}`);
      expect([answer.status, slugOf(answer)], list).toEqual([400, 'validation_failed']);
      expect(answer.body.errors[0].path).toMatch(/^fan_ids(\.\d+)?$/);
    }
  });

  test('broken encoding, U+0000 and bytes that are not UTF-8 are 400 where parameters are read', async () => {
    for (const query of [
      'fan_ids=%',
      'fan_ids=%zz',
      'fan_ids=%00',
      'fan_ids=a%00',
      '%00=1',
      'fan_ids=%ff',
      'fan_ids=%ed%a0%80',
      'cursor=%c3',
    ]) {
      const answer = await getRaw(`/v1/orders?${query}`);
      expect([answer.status, slugOf(answer)], query).toEqual([400, 'validation_failed']);
    }
  });

  test('operations without parameters ignore whatever is sent', async () => {
    for (const path of [
      '/v1/creators',
      '/v1/employees',
      '/v1/tags',
      '/v1/webhooks',
      '/v1/me',
      '/v1/_health',
      '/status',
      '/changelog',
      '/docs',
    ]) {
      for (const query of ['x=1', 'limit=0', 'limit=%zz', '%00', 'a=1&a=2'])
        expect((await getRaw(`${path}?${query}`)).status, `${path}?${query}`).toBe(200);
    }
  });

  test('every operation with parameters is known to refuse an unknown one by name', async () => {
    expect(refusing.length).toBeGreaterThan(10);
    for (const { path } of refusing) expectErrorAt(await get(`${path.replace(/\{\w+\}/g, 'a')}?unknown_one=1`), 'unknown_one');
  });

  test('thousands of parameters get a response of limited size', async () => {
    const answer = await get(`/v1/orders?${Array.from({ length: 3_000 }, (_, index) => index.toString(36)).join('&')}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.length).toBeLessThanOrEqual(1000);
  });

  test('a query of 15 KB is read', async () => {
    expectErrorAt(await get(`/v1/orders?fan_ids=${'a'.repeat(15_000)}`), 'fan_ids.0');
  });

  test('instance repeats the path and query of the request', async () => {
    expect((await get('/v1/orders/unknown?a=1&b=%2F')).body.instance).toBe('/v1/orders/unknown?a=1&b=%2F');
  });
});
