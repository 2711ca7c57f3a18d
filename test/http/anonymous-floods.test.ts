import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApiKey } from '../../server/access/keys/api-keys.ts';
import { sharedService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

/** How many requests a flood of these callers is answered, each of whom asks again at once. */
async function answered(callers: number, forMs: number, ask: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  const endAt = performance.now() + forMs;
  const flood = async () => {
    while (performance.now() < endAt) statuses.push((await ask()).status);
  };
  await Promise.all(Array.from({ length: callers }, flood));
  return statuses;
}

const mostPerSecond = 100;

test.each([
  ['long documents', 200, () => fetch(`${service.baseUrl}/v1/openapi.json`, { headers: { 'accept-encoding': 'identity' } })],
  ['unknown keys', 401, () => service.request('GET', '/v1/orders', { key: newApiKey() })],
] as const)('a flood of %s is answered at a bounded rate, whatever its size', async (_, status, ask) => {
  const begunAt = performance.now();
  const statuses = await answered(32, 800, async () => {
    const answer = await ask();
    if (answer instanceof Response) await answer.arrayBuffer();
    return answer;
  });
  const seconds = (performance.now() - begunAt) / 1_000;
  expect(new Set(statuses)).toEqual(new Set([status]));
  // Those that come within the first turn wait for none.
  expect(statuses.length).toBeLessThanOrEqual(mostPerSecond * seconds * 1.1 + 32);
  expect(statuses.length).toBeGreaterThan(10);
});

test('a conditional request with a current ETag gets 304', async () => {
  const first = await fetch(`${service.baseUrl}/v1/openapi.json`);
  await first.arrayBuffer();
  const headers = { 'if-none-match': first.headers.get('etag')! };
  const again = await fetch(`${service.baseUrl}/v1/openapi.json`, { headers });
  expect([again.status, await again.text()]).toEqual([304, '']);
});
