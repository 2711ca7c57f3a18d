import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { sharedService, type TestService } from '../support/service.ts';
import { posts, postOf, sampleAgency } from './posts.ts';

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const wellFormed = 'a5c5f2c0-7c0f-4b59-9b66-0d2f6d1f7e11';
const malformed = ['', 'a, b', '"', Buffer.from('clé').toString('latin1'), 'a'.repeat(256)];
const stored = () => service.database.query<{ count: number }>({ text: 'SELECT count(*)::integer AS count FROM idempotent_answers' });

describe.each(posts)('%s with Idempotency-Key', (operationId) => {
  const { successStatus } = operations[operationId];

  it('is executed each time, and stores no response', async () => {
    const post = await postOf(service, operationId, await sampleAgency(service));
    const headers = { 'idempotency-key': wellFormed };
    const [before] = await stored();
    const first = await post.send(null, { headers });
    expect(first.status).toBe(successStatus);
    for (const answer of [first, await post.send(null, { headers }), await post.send(null, { headers, path: `${post.path}?another=1` })]) {
      expect(answer.headers.get('idempotent-replayed')).toBeNull();
      expect(answer.body?.type ?? '').not.toContain('idempotency');
    }
    expect(await stored()).toEqual([before]);
  });

  it('succeeds with every malformed value', async () => {
    const post = await postOf(service, operationId, await sampleAgency(service));
    const repeated = await postOf(service, operationId, await sampleAgency(service));
    for (const value of malformed) {
      const { status } = await post.send(null, { headers: { 'idempotency-key': value } });
      expect([value, status]).toEqual([value, (await repeated.send(null)).status]);
      if (value === malformed[0]) expect(status).toBe(successStatus);
    }
  });
});

it.each(['createPublication', 'createWebhookEndpoint'] as const)('%s creates a resource each time', async (operationId) => {
  const ids = new Set<string>();
  const values = [wellFormed, wellFormed, ...malformed];
  let post = await postOf(service, operationId, await sampleAgency(service));
  for (const [index, value] of values.entries()) {
    // An agency has room for a limited number of endpoints.
    if (index === 4) post = await postOf(service, operationId, await sampleAgency(service));
    const { status, body } = await post.send(null, { headers: { 'idempotency-key': value } });
    expect([value, status]).toEqual([value, 201]);
    ids.add(body.id);
  }
  expect(ids.size).toBe(values.length);
});
