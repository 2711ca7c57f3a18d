import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;

beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
});
afterAll(() => service.close());

const slugOf = ({ body }: { body: { type: string } }) => body.type.split('/').at(-1);

test('a request without version and key is refused for the version, also on an unknown path', async () => {
  for (const path of ['/v1/me', '/v1/nowhere']) {
    const answer = await service.request('GET', path, { key: null, version: null });
    expect([answer.status, slugOf(answer)]).toEqual([400, 'missing_version']);
    expect(answer.body).toMatchObject({
      current_version: 'Amethyste',
      current_version_date: '2026-07-06',
      example: 'Service-Version: Amethyste',
    });
  }
});

test('a request with a version and without a key is refused for the key, also on an unknown path', async () => {
  for (const path of ['/v1/me', '/v1/nowhere']) {
    const answer = await service.request('GET', path, { key: null });
    expect([answer.status, slugOf(answer)]).toEqual([401, 'missing_authorization']);
  }
});

test('the key shows itself', async () => {
  const answer = await service.request('GET', '/v1/me');
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ agency: { id: agency.id }, version: { name: 'Amethyste', date: '2026-07-06' } });
});

test('an unknown path is 404, a known one with another method too, with Allow', async () => {
  expect(slugOf(await service.request('GET', '/v1/nowhere'))).toBe('not_found');
  const answer = await service.request('DELETE', '/v1/orders');
  expect([answer.status, slugOf(answer), answer.headers.get('allow')]).toEqual([404, 'not_found', 'GET, HEAD']);
});

test('the missing scope comes before the bad parameter', async () => {
  const key = await agency.createKey({ scopes: ['read:tags'] });
  const answer = await service.request('GET', '/v1/orders?limit=0', { key });
  expect([answer.status, slugOf(answer), answer.body.required_scope]).toEqual([403, 'missing_scope', 'read:orders']);
});

test('the rate limit comes before the bad parameter', async () => {
  const key = await agency.createKey();
  for (let count = 0; count < 20; count++) expect((await service.request('GET', '/v1/sent-messages', { key })).status).toBe(200);
  const answer = await service.request('GET', '/v1/sent-messages?limit=0', { key });
  expect([answer.status, slugOf(answer)]).toEqual([429, 'rate_limited']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50);
});
