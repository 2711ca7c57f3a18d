import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { startService, type TestService } from '../support/service.ts';
import { documentedStorage, effects, partsOf, posts, postOf, retryOf, sampleAgency, storedWithEffect } from './posts.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ delivers: false });
});
afterAll(() => service.close());

const run = (text: string, values: unknown[] = []) => service.database.query({ text, values });
const slugOf = ({ body }: { body: { type?: string } }) => body.type?.split('/').at(-1) ?? '';

describe.each(posts)('%s', (operationId) => {
  const { successStatus } = operations[operationId];

  it('answers the same request with the same key once, and another body or operation with 409', async () => {
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

    await run(`UPDATE idempotent_answers SET created_at = now() - interval '23 hours 59 minutes'`);
    expect((await post.send(key)).headers.get('idempotent-replayed')).toBe('true');
    await run(`UPDATE idempotent_answers SET created_at = now() - interval '24 hours'`);
    const late = await post.send(key);
    expect(late.headers.get('idempotent-replayed')).toBeNull();
    expect(slugOf(late)).not.toMatch(/^idempotency/);
  });

  it('is executed once of two requests at once', async () => {
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
    const added = (await effects(service)) - before;
    const single = await postOf(service, operationId, await sampleAgency(service));
    const beforeOne = await effects(service);
    await single.send(null);
    expect(added).toBe((await effects(service)) - beforeOne);
    expect((await post.send(key)).text).toBe(done[0]!.text);
  });

  it('does not read the responses of other callers', async () => {
    const [agency, other] = [await sampleAgency(service), await sampleAgency(service)];
    const key = randomUUID();
    const post = await postOf(service, operationId, agency);
    expect((await post.send(key)).status).toBe(successStatus);
    const isPublic = operations[operationId].access === 'key';
    const token = isPublic
      ? await agency.createKey()
      : ((await service.operator('POST', '/operator/v1/tokens', { name: `other ${randomUUID()}`, scopes: ['all'] })).body.token as string);
    const byOther = await post.send(key, { token });
    expect(byOther.headers.get('idempotent-replayed')).toBeNull();
    expect(slugOf(byOther)).not.toMatch(/^idempotency/);
    if (isPublic) {
      const ofOther = await post.send(key, { token: other.key });
      expect(ofOther.headers.get('idempotent-replayed')).toBeNull();
      expect(slugOf(ofOther)).not.toMatch(/^idempotency/);
    }
  });

  it('answers alike without a key each time, and stores nothing', async () => {
    const post = await postOf(service, operationId, await sampleAgency(service));
    await run('DELETE FROM idempotent_answers');
    const first = await post.send(null);
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([successStatus, null]);
    expect(await run('SELECT 1 AS one FROM idempotent_answers')).toEqual([]);
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
