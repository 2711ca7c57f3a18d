import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashApiKey, newApiKey } from '../../server/access/keys/api-keys.ts';
import type { Sql, Statement } from '../../server/database/client/sql.ts';
import { Admissions, type AdmissionRow } from '../../server/http/steps/admissions.ts';
import { head, RawConnection, slugOf } from '../support/raw-connection.ts';
import { sharedService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const limited = (operationId: string, requests = 600) => ({ operationId, rateLimit: { requests, windowSeconds: 60 } });

const leftOf = (row: AdmissionRow | undefined) => row?.window?.left;

/** Counts the sent statements. */
function counting(sql: Sql): Sql & { statements: number } {
  return {
    statements: 0,
    query<Row>(statement: Statement) {
      this.statements += 1;
      return sql.query<Row>(statement);
    },
  };
}

test('requests of one turn of the event loop are counted by one statement, each for its own key', async () => {
  const [agency, other] = [await service.createAgency(), await service.createAgency()];
  const sql = counting(service.database);
  const admissions = new Admissions(sql);
  const take = (key: string, operationId?: string) =>
    admissions.take(hashApiKey(key), operationId === undefined ? undefined : limited(operationId));
  const restricted = await agency.createKey({ creatorIds: ['c1'] });
  await service.database.query({ text: 'UPDATE api_keys SET revoked_at = now() WHERE key_hash = $1', values: [hashApiKey(restricted)] });
  const rows = await Promise.all([
    take(agency.key, 'listOrders'),
    take(other.key, 'listOrders'),
    take(newApiKey(), 'listOrders'),
    take(agency.key, 'listOrders'),
    take(agency.key, 'listFans'),
    take(agency.key),
    take(restricted, 'listOrders'),
  ]);
  expect(sql.statements).toBe(1);
  expect(rows.map((row) => row && [row.agencyId, leftOf(row), row.revoked])).toEqual([
    [agency.id, 599, false],
    [other.id, 599, false],
    undefined,
    [agency.id, 598, false],
    [agency.id, 599, false],
    [agency.id, undefined, false],
    [agency.id, undefined, true],
  ]);
  expect(leftOf(await take(agency.key, 'listOrders'))).toBe(597);
});

test('each request of a batch gets the result of its own key: exhausted, expired, revoked or valid, of two agencies', async () => {
  const [agency, other] = [await service.createAgency(), await service.createAgency()];
  const expired = await agency.createKey({ expiresAt: new Date(Date.now() - 1_000) });
  const revoked = await other.createKey();
  const fresh = await other.createKey();
  await service.database.query({ text: 'UPDATE api_keys SET revoked_at = now() WHERE key_hash = $1', values: [hashApiKey(revoked)] });
  await service.database.query({
    text: `INSERT INTO rate_windows (key_id, operation_id, counted_at, ages, granted)
           SELECT id, 'listSentMessages', now(), array_fill(10000000, ARRAY[20]), 0 FROM api_keys WHERE key_hash = $1`,
    values: [hashApiKey(agency.key)],
  });
  const statements = vi.spyOn(pg.Pool.prototype, 'query');
  // Requests that are on a connection together are read in one turn.
  const connection = await RawConnection.open(service.baseUrl);
  const keys = [agency.key, expired, fresh, revoked, other.key, fresh, agency.key];
  await connection.send(
    keys.map((key) => head('GET /v1/sent-messages', { 'service-version': 'Amethyste', authorization: `Bearer ${key}` })).join(''),
  );
  const answers = [];
  for (const _ of keys) {
    const answer = await connection.answer();
    answers.push([answer.status, slugOf(answer), /r=\d+/.exec(answer.headers.get('ratelimit') ?? '')?.[0]]);
  }
  connection.close();
  const admitted = statements.mock.calls.filter(([statement]) => (statement as { name?: string } | undefined)?.name === 'admit');
  statements.mockRestore();
  expect(answers).toEqual([
    [429, 'rate_limited', 'r=0'],
    [401, 'expired_api_key', undefined],
    [200, undefined, 'r=19'],
    [401, 'invalid_api_key', undefined],
    [200, undefined, 'r=19'],
    [200, undefined, 'r=18'],
    [429, 'rate_limited', 'r=0'],
  ]);
  expect(admitted).toHaveLength(1);
  const windows = await service.database.query<{ count: number }>({
    text: `SELECT count(*) FROM rate_windows w JOIN api_keys k ON k.id = w.key_id WHERE k.key_hash = ANY ($1)`,
    values: [[expired, revoked].map(hashApiKey)],
  });
  expect(windows).toEqual([{ count: 0 }]);
});

test('each request of a key is counted once when several processes count concurrently', async () => {
  const agency = await service.createAgency();
  const keys = [agency.key, await agency.createKey(), await agency.createKey()];
  const processes = [new Admissions(service.database), new Admissions(service.database), new Admissions(service.database)];
  const left = new Map<string, number[]>(keys.map((key) => [key, []]));
  await Promise.all(
    Array.from({ length: 900 }, async (_, index) => {
      // Spread over several turns, the keys in another order each time.
      await new Promise((resolve) => setTimeout(resolve, index % 17));
      const key = keys[(index * 7) % 3]!;
      const row = await processes[index % 3]!.take(hashApiKey(key), limited('listTags'));
      left.get(key)!.push(leftOf(row)!);
    }),
  );
  const expected = Array.from({ length: 300 }, (_, index) => 300 + index);
  for (const key of keys) expect(left.get(key)!.sort((a, b) => a - b)).toEqual(expected);
});

test('exactly the limit of concurrent requests is accepted', async () => {
  const { key } = await service.createAgency();
  const answers = await Promise.all(Array.from({ length: 26 }, () => service.request('GET', '/v1/sent-messages', { key })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
});

test('an expired window restarts for all requests of a batch', async () => {
  const { key } = await service.createAgency();
  const admissions = new Admissions(service.database);
  const takeThree = () => Promise.all([1, 2, 3].map(() => admissions.take(hashApiKey(key), limited('listOrders'))));
  expect((await takeThree()).map(leftOf)).toEqual([599, 598, 597]);
  await service.database.query({
    text: `UPDATE rate_windows w SET counted_at = now() - interval '60 seconds' FROM api_keys k WHERE k.id = w.key_id AND k.key_hash = $1`,
    values: [hashApiKey(key)],
  });
  const rows = await takeThree();
  expect(rows.map(leftOf)).toEqual([599, 598, 597]);
  expect(rows[0]!.window!.nextInSeconds).toBe(60);
});

test('requests that arrive while two statements run share the next one, also when one of the two hangs', async () => {
  const { key } = await service.createAgency();
  const sent: { readonly members: number; end(): void }[] = [];
  const sql: Sql = {
    query: <Row>(statement: Statement) =>
      new Promise<Row[]>((resolve, reject) => {
        const [members] = statement.values!.at(-1) as number[];
        sent.push({ members: members!, end: () => void service.database.query<Row>(statement).then(resolve, reject) });
      }),
  };
  const admissions = new Admissions(sql);
  const rows: Promise<AdmissionRow | undefined>[] = [];
  const arrive = async (count: number) => {
    for (let index = 0; index < count; index += 1) rows.push(admissions.take(hashApiKey(key), limited('listTags')));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  };
  await arrive(1);
  await arrive(1);
  await arrive(2);
  await arrive(3);
  // Both hang: neither delays the others.
  await vi.waitFor(() => expect(sent.map(({ members }) => members)).toEqual([1, 1, 5]));
  for (const { end } of sent) end();
  await arrive(1);
  await vi.waitFor(() => expect(sent).toHaveLength(4));
  sent[3]!.end();
  expect((await Promise.all(rows)).map(leftOf).sort((a, b) => b! - a!)).toEqual([599, 598, 597, 596, 595, 594, 593, 592]);
});

test('a database failure fails all requests of a batch, and the next batch succeeds', async () => {
  const { key } = await service.createAgency();
  let fails = true;
  const sql: Sql = { query: (statement) => (fails ? Promise.reject(new Error('no database')) : service.database.query(statement)) };
  const admissions = new Admissions(sql);
  const take = () => admissions.take(hashApiKey(key), limited('listOrders'));
  expect((await Promise.allSettled([take(), take(), take()])).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  fails = false;
  expect(leftOf(await take())).toBe(599);
});
