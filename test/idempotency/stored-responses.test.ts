import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { placeOfResponse } from '../../server/access/idempotency/idempotent-request.ts';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { reencryptResponses } from '../../server/access/encryption/re-encrypt.ts';
import { StatementWatch } from '../support/statement-watch.ts';
import { createTestDatabase } from '../support/database.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;
beforeAll(async () => {
  service = await startService({ delivers: false });
  agency = await service.createAgency();
  await agency.ingest(['c1', 'c2'].map((id) => ({ type: 'creator', id, name: id, account: { external_id: `a-${id}`, username: null } })));
});
afterAll(() => service.close());

const rows = <Row>(text: string, ...values: unknown[]) => service.database.query<Row>({ text, values });
const endpoint = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };
const create = (key: string, body: object = endpoint, apiKey = agency.key) =>
  service.request('POST', '/v1/webhooks', { key: apiKey, body, headers: { 'service-idempotency-key': key } });

test.each(['', ' ', 'a b', 'clé', 'a'.repeat(256), 'a\tb'])('the key %j is refused', async (key) => {
  const answer = await create(Buffer.from(key).toString('latin1'));
  expect([answer.status, answer.body.type, answer.body.errors?.[0].path]).toEqual([
    400,
    expect.stringMatching(/validation_failed$/),
    'Service-Idempotency-Key',
  ]);
});

test.each(['!', '~', 'a'.repeat(255), '"quoted"'])('the key %j is accepted', async (key) => {
  const answer = await service.request('POST', '/v1/ai-requests/acknowledgements', {
    body: { request_ids: ['r1'] },
    headers: { 'service-idempotency-key': key },
  });
  expect(answer.status).toBe(200);
});

test('a refused request is not stored: the same key is executed when its reason is gone', async () => {
  await rows('DELETE FROM idempotent_answers');
  const key = randomUUID();
  expect((await create(key, { ...endpoint, allowed_creator_ids: ['c3'] })).status).toBe(404);
  expect((await create(key, { ...endpoint, enabled_event_types: [] })).status).toBe(400);
  expect((await create(key, endpoint, await agency.createKey({ scopes: ['read:webhooks'] }))).status).toBe(403);
  expect(await rows('SELECT 1 AS one FROM idempotent_answers WHERE octet_length(answer) > 500')).toEqual([]);
  const done = await create(key);
  expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([201, null]);
});

test('methods other than POST ignore the header', async () => {
  const answer = await service.request('GET', '/v1/me', { headers: { 'service-idempotency-key': ' ' } });
  expect(answer.status).toBe(200);
});

test('a secret is stored encrypted, bound to its row, and not in the audit log', async () => {
  const [key, other] = [randomUUID(), randomUUID()];
  const { body } = await create(key);
  await create(other);
  const secret = body.secret as string;
  const stored = await rows<{ key_hash: Buffer; answer: Buffer }>(
    'SELECT key_hash, answer FROM idempotent_answers ORDER BY created_at DESC LIMIT 2',
  );
  for (const { answer } of stored) expect(answer.includes(secret)).toBe(false);
  const keyring = new Keyring(service.encryptionKey);
  const [second, first] = stored;
  expect(keyring.decrypt(first!.answer, placeOfResponse(first!.key_hash))).toContain(secret);
  expect(() => keyring.decrypt(first!.answer, placeOfResponse(second!.key_hash))).toThrow('cannot be decrypted');
  const [log] = await rows<{ text: string }>(`SELECT string_agg(a::text, ' ') AS text FROM audit_log a`);
  expect(log!.text).not.toContain(secret);
  expect(log!.text).not.toContain(key);
  expect(first!.key_hash.includes(key)).toBe(false);
  await rows('UPDATE idempotent_answers SET answer = $1 WHERE key_hash = $2', first!.answer, second!.key_hash);
  expect((await create(other)).status).toBe(503);
});

test('a key for some creators has its own responses, which the roles of other keys cannot read', async () => {
  const [one, two] = [await agency.createKey({ creatorIds: ['c1'] }), await agency.createKey({ creatorIds: ['c2'] })];
  const key = randomUUID();
  const limited = await create(key, { ...endpoint, allowed_creator_ids: ['c1'] }, one);
  expect(limited.status).toBe(201);
  expect((await create(key, { ...endpoint, allowed_creator_ids: ['c2'] }, two)).headers.get('idempotent-replayed')).toBeNull();
  expect((await create(key, { ...endpoint, allowed_creator_ids: ['c1'] }, one)).body).toEqual(limited.body);
  await create(key);
  const { id: elsewhere } = await service.createAgency();
  const seen = (agencyId: string, creatorIds: readonly string[]) =>
    service.service.database.query<{ creator_ids: string[] }>({
      text: 'SELECT DISTINCT creator_ids FROM idempotent_answers ORDER BY 1',
      rowScope: { agencyId, creatorIds },
    });
  expect(await seen(elsewhere, [])).toEqual([]);
  expect(await seen(elsewhere, ['c1'])).toEqual([]);
  expect(await seen(agency.id, ['c1'])).toEqual([{ creator_ids: ['c1'] }]);
  expect((await seen(agency.id, [])).length).toBe(3);
});

test('two sessions of one portal link have their own responses', async () => {
  const link = await service.operator('POST', `/operator/v1/agencies/${agency.id}/portal-links`, {
    label: 'Link',
    scopes: ['write:webhooks'],
    uses: 2,
  });
  const { pathname, hash } = new URL(link.body.url as string);
  const openSession = async () => {
    const body = { key: hash.slice('#key='.length) };
    return (await service.request('POST', `${pathname}/session`, { key: null, version: null, body })).body.token as string;
  };
  const [one, two] = [await openSession(), await openSession()];
  const key = randomUUID();
  const first = await create(key, endpoint, one);
  const second = await create(key, endpoint, two);
  expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 201, null]);
  expect(second.body.secret).not.toBe(first.body.secret);
  expect((await create(key, endpoint, one)).body).toEqual(first.body);
  for (const { body } of [first, second]) await service.request('DELETE', `/v1/webhooks/${body.id}`, { key: agency.key });
});

test('a response over the limit is not stored', async () => {
  const publications = Array.from({ length: 12 }, (_, index) => ({ creator_id: 'c1', text: `${index}${'x'.repeat(9_000)}` }));
  for (const body of publications) await service.request('POST', '/v1/publications', { body });
  await rows(
    `INSERT INTO publications (agency_id, creator_id, text, media, status)
     SELECT agency_id, creator_id, text, media, status FROM publications CROSS JOIN generate_series(1, 15) WHERE agency_id = $1`,
    agency.id,
  );
  await rows('DELETE FROM idempotent_answers');
  const claim = async () => {
    const response = await fetch(`${service.operatorUrl}/operator/v1/publications/claims`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'application/json', 'service-idempotency-key': 'large' },
      body: JSON.stringify({ limit: 200 }),
    });
    return { replayed: response.headers.get('idempotent-replayed'), text: await response.text() };
  };
  expect((await claim()).text.length).toBeGreaterThan(limits.idempotentAnswerBytes);
  expect(await rows('SELECT 1 AS one FROM idempotent_answers')).toEqual([]);
  expect((await claim()).replayed).toBeNull();
});

test('responses are encrypted again with the current key', async () => {
  await rows('DELETE FROM idempotent_answers');
  const key = randomUUID();
  const first = await service.request('POST', '/v1/publications', {
    body: { creator_id: 'c1', text: 'a' },
    headers: { 'service-idempotency-key': key },
  });
  const current = new Keyring(Buffer.alloc(32, 7), [service.encryptionKey]);
  const signal = new AbortController().signal;
  expect(await reencryptResponses(service.database, current, signal)).toBe(1);
  expect(await reencryptResponses(service.database, current, signal)).toBe(0);
  const [row] = await rows<{ key_hash: Buffer; answer: Buffer }>('SELECT key_hash, answer FROM idempotent_answers');
  expect(new Keyring(Buffer.alloc(32, 7)).decrypt(row!.answer, placeOfResponse(row!.key_hash))).toContain(first.body.id);
});

test('without the header a POST costs no statement more, with it three: a search, a claim, and the response with the commit', async () => {
  const database = await createTestDatabase();
  const watch = await StatementWatch.over(database.url);
  const watched = await startService({ databaseUrl: database.ownerUrl, delivers: false });
  try {
    const { ingest } = await watched.createAgency();
    await ingest([{ type: 'creator', id: 'c1', name: 'c1', account: { external_id: 'a-c1', username: null } }]);
    const send = (headers = {}) => watched.request('POST', '/v1/publications', { body: { creator_id: 'c1', text: 'a' }, headers });
    await send({ 'service-idempotency-key': randomUUID() });
    const costOf = async (work: () => Promise<unknown>) => {
      await watch.reset();
      await work();
      const parts = await watch.costs(
        'FROM (SELECT',
        'claim_idempotency_key',
        'INSERT INTO idempotent_answers',
        'COMMIT',
        'idempotent_answers',
      );
      return parts.map(({ calls }) => calls);
    };
    const [, ...without] = await costOf(() => send());
    expect(without).toEqual([0, 0, 1, 0]);
    const key = randomUUID();
    const [, ...withKey] = await costOf(() => send({ 'service-idempotency-key': key }));
    expect(withKey).toEqual([1, 1, 1, 2]);
    const [, ...again] = await costOf(() => send({ 'service-idempotency-key': key }));
    expect(again).toEqual([0, 0, 0, 1]);
  } finally {
    await watched.close();
    await watch.close();
    await database.drop();
  }
});
