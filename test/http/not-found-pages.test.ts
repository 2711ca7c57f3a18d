import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test.each([
  ['/nothing', 400, 'docs'],
  ['/v1/nothing/here', 400, '../../docs'],
])('a browser at the unknown address %s gets a page with a way back, and the status that a program gets', async (path, status, home) => {
  const response = await fetch(service.baseUrl + path, { headers: browser });
  expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(await response.text()).toContain(`<a href="${home}">`);
  const forProgram = await fetch(service.baseUrl + path);
  expect([forProgram.status, forProgram.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
});

test('a browser at an unknown address of the operator listener gets a page, and a program the challenge', async () => {
  const response = await fetch(`${service.operatorUrl}/nothing`, { headers: browser });
  expect([response.status, response.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
  expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
});

test.each(['/docs/nothing', '/docs/problems/nothing', '/docs/a/b/c/d/e/f/g/h', '/robots.txt', '/favicon.ico'])(
  'a program at %s gets 404, without a version and a key',
  async (path) => {
    for (const [base, at] of [
      [service.baseUrl, path],
      [service.operatorUrl, path.replace('/docs/', '/operator/docs/')],
    ] as const) {
      const response = await fetch(base + at);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
      expect(await response.json()).toMatchObject({ detail: `There is nothing at ${at}.`, instance: at });
    }
    expect((await fetch(service.baseUrl + path, { headers: browser })).status).toBe(404);
  },
);

test.each([
  ['/docs/', 'docs'],
  ['/docs/?from=mail', 'docs?from=mail'],
  ['/docs/webhooks/', 'webhooks'],
  ['/docs/problems/rate_limited/', 'rate_limited'],
])('the address %s of the documentation leads to the page without the slash', async (path, end) => {
  const moved = await fetch(service.baseUrl + path, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([308, `../${end}`]);
  const page = await fetch(service.baseUrl + path);
  expect([page.status, page.redirected, page.url]).toEqual([200, true, new URL(`../${end}`, service.baseUrl + path).href]);
  expect((await fetch(service.baseUrl + path, { method: 'POST' })).status).toBe(404);
});

test.each([
  ['GET', '/v1/order', '/v1/orders'],
  ['GET', '/v1/orders/', '/v1/orders'],
  ['GET', '/orders', '/v1/orders'],
  ['GET', '/api/v1/orders', '/v1/orders'],
  ['GET', '/v1/order/o1', '/v1/orders/{order_id}'],
  ['GET', '/v1/sent_messages', '/v1/sent-messages'],
  ['GET', '/v1/messages', '/v1/sent-messages'],
  ['POST', '/v1/webhook', '/v1/webhooks'],
])('%s %s names the path that may be meant', async (method, path, meant) => {
  const { key } = await service.createAgency();
  const { status, body } = await service.request(method, path, { key });
  expect({ status, detail: body.detail }).toEqual({ status: 404, detail: `There is nothing at ${path}. Did you mean \`${meant}\`?` });
});

test('a wrong method names those that the path has, and the path with this method that may be meant', async () => {
  const { key } = await service.createAgency();
  const detailOf = async (method: string, path: string) => (await service.request(method, path, { key })).body.detail as string;
  expect(await detailOf('POST', '/v1/orders')).toBe('POST is not allowed at /v1/orders. Allowed: GET, HEAD.');
  expect(await detailOf('DELETE', '/v1/webhooks')).toBe(
    'DELETE is not allowed at /v1/webhooks. Allowed: POST, GET, HEAD. Did you mean `DELETE /v1/webhooks/{endpoint_id}`?',
  );
});

test('an unknown path that resembles no other has no question, and none names a path of the operator API', async () => {
  const { key } = await service.createAgency();
  for (const path of [
    '/v1/nothing',
    '/v1/fans',
    '/operator/v1/agencies',
    '/operator/v1/tokens',
    `/v1/${'order'.repeat(100)}`,
    '/v1'.repeat(40),
  ]) {
    const { body } = await service.request('GET', path, { key });
    expect(body.detail, path).toBe(`There is nothing at ${path}.`);
  }
  for (const path of ['/operator/v1/webhooks/x', '/metric', '/operator/v1/key'])
    expect((await service.request('GET', path, { key })).body.detail.replace(path, ''), path).not.toMatch(/operator|metrics/);
  const ofOperator = await service.operator('GET', '/operator/v1/token');
  expect(ofOperator.body.detail).toBe('There is nothing at /operator/v1/token. Did you mean `/operator/v1/tokens`?');
});

test('a browser at an operation, and at an unknown address with a key, gets a problem', async () => {
  const { key } = await service.createAgency();
  const operation = await fetch(`${service.baseUrl}/v1/orders`, { headers: browser });
  expect([operation.status, operation.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  const headers = { ...browser, authorization: `Bearer ${key}`, 'service-version': 'Amethyste' };
  const unknown = await fetch(`${service.baseUrl}/v1/nothing`, { headers });
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});
