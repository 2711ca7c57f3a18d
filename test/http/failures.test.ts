import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { head, RawConnection, slugOf } from '../support/raw-connection.ts';
import { startService, type Answer, type TestAgency, type TestService } from '../support/service.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

let database: TestDatabase;
let proxy: TcpProxy;
let service: TestService;
/** On the same database, but not by way of the proxy. */
let witness: TestService;
let agency: TestAgency;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(database.url);
  service = await startService({ delivers: false, databaseUrl: proxy.url });
  witness = await startService({ delivers: false, databaseUrl: database.url });
  agency = await witness.createAgency();
});
afterAll(async () => {
  proxy.set('up');
  await service.close();
  await witness.close();
  await proxy.close();
  await database.drop();
});
afterEach(async () => {
  proxy.set('up');
  expect((await get('/v1/tags')).status).toBe(200);
});

const get = (path: string, at = service) => at.request('GET', path, { key: agency.key });

/** Resolves when a statement of a service waits for a lock. */
async function someoneWaits(): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await witness.database.query({ text: waiting })).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

function expectUnavailable(answer: Answer): void {
  expect([answer.status, slugOf(answer)]).toEqual([503, 'unavailable']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.body.detail).not.toMatch(/postgres|ECONN|127\.0\.0\.1|sequelize/i);
}

describe('without the database', () => {
  test('every operation is unavailable, with a time to come back', async () => {
    await get('/v1/tags');
    proxy.set('down');
    for (const path of ['/v1/me', '/v1/tags', '/v1/orders', '/v1/_health']) expectUnavailable(await get(path));
    expectUnavailable(await service.request('POST', '/v1/ai-requests/acknowledgements', { key: agency.key, body: { request_ids: ['a'] } }));
    expectUnavailable(await service.operator('GET', '/operator/v1/agencies'));
  });

  test('what needs none is answered', async () => {
    proxy.set('down');
    expect(slugOf(await service.request('GET', '/v1/me', { key: agency.key, version: null }))).toBe('missing_version');
    expect(slugOf(await service.request('GET', '/v1/me', { key: 'svc_live_x' }))).toBe('invalid_api_key');
    for (const path of ['/v1/openapi.json', '/docs', '/changelog', '/errors/unavailable']) expect((await get(path)).status, path).toBe(200);
    expect((await get('/status')).body).toMatchObject({ status: 'down' });
  });

  test('requests in flight are unavailable, not lost', async () => {
    await witness.database.transaction(async (transaction) => {
      await transaction.query({ text: 'LOCK TABLE tags IN ACCESS EXCLUSIVE MODE' });
      const waiting = [get('/v1/tags'), get('/v1/tags')];
      await someoneWaits();
      proxy.set('down');
      for (const answer of await Promise.all(waiting)) expectUnavailable(answer);
    });
  });
});

describe('a database that', () => {
  test('cancels a statement, as it does where one takes too long, is unavailable for that request', async () => {
    await witness.database.transaction(async (transaction) => {
      await transaction.query({ text: 'LOCK TABLE tags IN ACCESS EXCLUSIVE MODE' });
      const waiting = get('/v1/tags');
      await someoneWaits();
      await witness.database.query({
        text: `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      });
      expectUnavailable(await waiting);
    });
  });

  test('ends connections is unavailable at most for what ran on them', async () => {
    await Promise.all([get('/v1/tags'), get('/v1/tags')]);
    await witness.database.query({
      text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => get('/v1/tags')));
    for (const answer of answers) expect([200, 503]).toContain(answer.status);
    expect((await get('/v1/tags')).status).toBe(200);
  });

  test('cannot lock in time is unavailable', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await witness.database.query({ text: `ALTER DATABASE ${name} SET lock_timeout = 200` });
    const impatient = await startService({ delivers: false, databaseUrl: database.url });
    try {
      await witness.database.transaction(async (transaction) => {
        await transaction.query({ text: 'LOCK TABLE tags IN ACCESS EXCLUSIVE MODE' });
        expectUnavailable(await get('/v1/tags', impatient));
      });
    } finally {
      await witness.database.query({ text: `ALTER DATABASE ${name} RESET lock_timeout` });
      await impatient.close();
    }
  });
});

describe('unexpected errors', () => {
  test('is a 500 with the id of the request, its path and query, and no word about the cause', async () => {
    await witness.database.query({ text: 'ALTER TABLE tags RENAME TO tags_elsewhere' });
    try {
      const answer = await service.request('GET', '/v1/tags?a=1&b=%2F', { key: agency.key, headers: { 'x-request-id': 'mine-1' } });
      expect([answer.status, slugOf(answer)]).toEqual([500, 'internal_error']);
      expect(answer.headers.get('x-request-id')).toBe('mine-1');
      expect(answer.body).toMatchObject({ request_id: 'mine-1', instance: '/v1/tags?a=1&b=%2F', status: 500 });
      expect(answer.text).not.toMatch(/tags_|relation|select|stack|\.ts/i);
      const own = await get('/v1/tags');
      expect(own.body.request_id).toBe(own.headers.get('x-request-id'));
      expect((await service.request('HEAD', '/v1/tags', { key: agency.key })).status).toBe(500);
    } finally {
      await witness.database.query({ text: 'ALTER TABLE tags_elsewhere RENAME TO tags' });
    }
  });
});

test('a stopping service completes started requests, refuses others with 503, and closes its connections', async () => {
  const stopping = await startService({ delivers: false, databaseUrl: database.url });
  const headers = { 'service-version': 'Amethyste', authorization: `Bearer ${agency.key}` };
  const [busy, idle] = [await RawConnection.open(stopping.baseUrl), await RawConnection.open(stopping.baseUrl)];
  await idle.send(head('GET /v1/me', headers));
  expect((await idle.answer()).status).toBe(200);
  let closing: Promise<void> | undefined;
  await witness.database.transaction(async (transaction) => {
    await transaction.query({ text: 'LOCK TABLE tags IN ACCESS EXCLUSIVE MODE' });
    await busy.send(head('GET /v1/tags', headers));
    await someoneWaits();
    closing = stopping.close();
    await busy.send(head('GET /v1/me', headers));
    expect(await idle.closed()).toBe('');
    await expect(RawConnection.open(stopping.baseUrl)).rejects.toThrow('ECONNREFUSED');
  });
  expect((await busy.answer()).status).toBe(200);
  const refused = await busy.answer();
  expect([refused.status, slugOf(refused), refused.headers.get('connection')]).toEqual([503, 'unavailable', 'close']);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await busy.closed()).toBe('');
  await closing;
});
