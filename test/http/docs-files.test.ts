import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

test.each([{ 'if-match': '"x"' }, { 'if-match': '*' }, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }])(
  'the files of the documentation are sent whatever a writer would require: %o',
  async (headers) => {
    const response = await fetch(`${service.baseUrl}/docs/assets/minisearch.js`, { headers });
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeGreaterThan(10_000);
  },
);

test('the files of the documentation have HEAD', async () => {
  const path = `${service.baseUrl}/docs/assets/minisearch.js`;
  const headers = { 'accept-encoding': 'identity' };
  const [got, headed] = [await fetch(path, { headers }), await fetch(path, { method: 'HEAD', headers })];
  expect([headed.status, (await headed.text()).length]).toEqual([200, 0]);
  expect(headed.headers.get('content-length')).toBe(String((await got.arrayBuffer()).byteLength));
  for (const name of ['content-type', 'etag', 'cache-control', 'vary']) expect(headed.headers.get(name), name).toBe(got.headers.get(name));
  expect(headed.headers.get('x-request-id')).toBeTruthy();
});
