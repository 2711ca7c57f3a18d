import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ delivers: false });
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

test('a browser at an operation, and at an unknown address with a key, gets a problem', async () => {
  const { key } = await service.createAgency();
  const operation = await fetch(`${service.baseUrl}/v1/orders`, { headers: browser });
  expect([operation.status, operation.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  const headers = { ...browser, authorization: `Bearer ${key}`, 'service-version': 'Amethyste' };
  const unknown = await fetch(`${service.baseUrl}/v1/nothing`, { headers });
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});
