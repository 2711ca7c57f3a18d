import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { creator, order } from '../records/records.ts';
import { head, RawConnection } from '../support/raw-connection.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

const patiently = { timeout: 20_000 };

let service: TestService;
let busy: TestAgency;
let quiet: TestAgency;

beforeAll(async () => {
  service = await startService({ delivers: false });
  [busy, quiet] = await Promise.all([service.createAgency(), service.createAgency()]);
  for (const agency of [busy, quiet]) await agency.ingest([creator('c1'), order('o1', 'c1')]);
});
afterAll(() => service.close());

const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await service.operator('GET', '/metrics')).text)![1]);

test('excess concurrent requests of an agency are refused, and another agency is served', async () => {
  const key = await busy.createKey();
  const more = 40;
  const statuses: number[] = [];
  const answers = await service.database.transaction(async (holder) => {
    await holder.query({ text: 'LOCK TABLE orders' });
    const flood = Array.from({ length: limits.requestsAtOnceOfKey + limits.waitingRequestsOfKey + more }, async () => {
      const answer = await service.request('GET', '/v1/orders', { key });
      statuses.push(answer.status);
      return answer;
    });
    await expect.poll(() => statuses.includes(429), patiently).toBe(true);
    const served: number[] = [];
    for (let count = 0; count < 20; count++) served.push((await service.request('GET', '/v1/tags', { key: quiet.key })).status);
    expect(served).toEqual(Array(20).fill(200));
    return flood;
  });
  const { headers, body } = (await Promise.all(answers)).find(({ status }) => status === 429)!;
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(body.detail).toMatch(/^Too many requests of the key are already waiting\. Wait \d+ seconds?, and send fewer at the same time\.$/);
});

test('when a client disconnects, its queued request sends no statement, and its running statement is cancelled', async () => {
  await service.database.transaction(async (holder) => {
    await holder.query({ text: 'LOCK TABLE orders' });
    const connections = await Promise.all(Array.from({ length: 40 }, () => RawConnection.open(service.baseUrl)));
    const request = head('GET /v1/orders', { 'service-version': 'Amethyste', authorization: `Bearer ${busy.key}` });
    await Promise.all(connections.map((connection) => connection.send(request)));
    await expect.poll(() => metric('service_requests_waiting'), patiently).toBeGreaterThan(30);
    for (const connection of connections) connection.close();
    await expect.poll(() => metric('service_requests_waiting'), patiently).toBe(0);
    // What was asked already is ended there, though the lock is still held.
    await expect.poll(() => metric('service_requests_running'), patiently).toBe(0);
    const [row] = await holder.query<{ count: number }>({
      text: `SELECT count(*) AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    });
    expect(row!.count).toBe(0);
  });
});

test('excess requests are refused one at a time, and another agency with the same address does not wait behind them', async () => {
  const over = ({ key }: TestAgency) => service.request('GET', '/v1/sent-messages', { key });
  for (const agency of [busy, quiet]) await Promise.all(Array.from({ length: 20 }, () => over(agency)));
  let told = 0;
  const startedAt = performance.now();
  const flood = Array.from({ length: 100 }, async () => {
    const { status } = await over(busy);
    told++;
    return status;
  });
  await expect.poll(() => told, patiently).toBeGreaterThan(0);
  expect((await over(quiet)).status).toBe(429);
  expect(told).toBeLessThan(75);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([429]));
  expect(performance.now() - startedAt).toBeGreaterThan(700);
});
