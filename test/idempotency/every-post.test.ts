import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { sharedService, type TestService } from '../support/service.ts';
import { documentedStorage, effects, partsOf, posts, postOf, retryOf, sampleAgency, storedWithEffect } from './posts.ts';

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const run = (text: string, values: unknown[] = []) => service.database.query({ text, values });
const slugOf = ({ body }: { body: { type?: string } }) => body.type?.split('/').at(-1) ?? '';

describe.each(posts)('%s', (operationId) => {
  const { successStatus } = operations[operationId];

  it('replays the stored response to the same request, and to no other body, operation or caller', async () => {
    const agency = await sampleAgency(service);
    const post = await postOf(service, operationId, agency);
    const key = randomUUID();
    const first = await post.send(key);
    expect(first.status, first.text).toBe(successStatus);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const after = await effects(service);
    const again = await post.send(key);
    expect(partsOf(again)).toEqual(partsOf(first));
    expect(again.headers.get('idempotent-replayed')).toBe('true');

    const other = await post.send(key, { body: post.body === undefined ? '{}' : `${post.body} ` });
    expect([other.status, slugOf(other)]).toEqual([409, 'idempotency_key_reused']);
    const elsewhere = await post.send(key, { path: `${post.path}?another=1` });
    expect([elsewhere.status, slugOf(elsewhere)]).toEqual([409, 'idempotency_key_reused']);
    expect(await effects(service)).toBe(after);

    const isPublic = operations[operationId].access === 'key';
    const tokens = isPublic
      ? [await agency.createKey(), (await service.createAgency()).key]
      : [(await service.operator('POST', '/operator/v1/tokens', { name: `other ${randomUUID()}`, scopes: ['all'] })).body.token as string];
    for (const token of tokens) {
      const byOther = await post.send(key, { token });
      expect(byOther.headers.get('idempotent-replayed')).toBeNull();
      expect(slugOf(byOther)).not.toMatch(/^idempotency/);
    }

    await run(`UPDATE idempotent_answers SET created_at = now() - interval '23 hours 59 minutes'`);
    expect((await post.send(key)).headers.get('idempotent-replayed')).toBe('true');
    await run(`UPDATE idempotent_answers SET created_at = now() - interval '24 hours'`);
    const late = await post.send(key);
    expect(late.headers.get('idempotent-replayed')).toBeNull();
    expect(slugOf(late)).not.toMatch(/^idempotency/);
  });

  it('executes one of several concurrent requests; a request without a key gets the same response and stores nothing', async () => {
    // A claim takes whatever is due.
    await run('DELETE FROM publications');
    const single = await postOf(service, operationId, await sampleAgency(service));
    await run('DELETE FROM idempotent_answers');
    const beforeOne = await effects(service);
    const plain = await single.send(null);
    expect([plain.status, plain.headers.get('idempotent-replayed')]).toEqual([successStatus, null]);
    expect(await run('SELECT 1 AS one FROM idempotent_answers')).toEqual([]);
    const wanted = (await effects(service)) - beforeOne;

    const post = await postOf(service, operationId, await sampleAgency(service));
    const before = await effects(service);
    const key = randomUUID();
    const answers = await Promise.all([post.send(key), post.send(key), post.send(key)]);
    const done = answers.filter(({ status }) => status === successStatus);
    const refused = answers.filter(({ status }) => status !== successStatus);
    expect(done.length).toBeGreaterThan(0);
    for (const answer of done) expect(answer.text).toBe(done[0]!.text);
    for (const answer of refused) {
      expect([answer.status, slugOf(answer), answer.headers.get('retry-after')]).toEqual([409, 'idempotency_key_in_use', '1']);
    }
    expect((await effects(service)) - before).toBe(wanted);
    expect((await post.send(key)).text).toBe(done[0]!.text);
  });
});

describe('a response that cannot be stored', () => {
  beforeAll(() => run('ALTER TABLE idempotent_answers ADD CONSTRAINT nothing CHECK (false) NOT VALID'));
  afterAll(() => run('ALTER TABLE idempotent_answers DROP CONSTRAINT nothing'));

  it.each(storedWithEffect)('leaves nothing of %s', async (operationId) => {
    const post = await postOf(service, operationId, await sampleAgency(service));
    const before = await effects(service);
    expect((await post.send(randomUUID())).status).toBe(500);
    expect(await effects(service)).toBe(before);
    expect((await post.send(null)).status).toBe(operations[operationId].successStatus);
    expect(await effects(service)).toBeGreaterThan(before);
  });
});

it('the documentation says of every POST when its response is stored: with the effect, unless it may be repeated without a key', () => {
  expect([...documentedStorage().keys()].sort()).toEqual(posts.map((id) => operations[id].path).sort());
  for (const id of posts) if (!storedWithEffect.includes(id)) expect([id, retryOf(id)]).toEqual([id, 'safe']);
});
