import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postDuePublications, refusals } from '../../server/demo/demo-poster.ts';
import { OperatorModels } from '../../server/orm/operator-models.ts';
import { creator } from '../records/records.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let demo: TestAgency;
let other: TestAgency;

beforeAll(async () => {
  service = await startService({ delivers: false });
  [demo, other] = [await service.createAgency(), await service.createAgency()];
  for (const each of [demo, other]) await each.ingest([creator('c1')]);
});
afterAll(() => service.close());

const publish = async ({ key }: TestAgency, members: object = {}) =>
  (await service.request('POST', '/v1/publications', { key, body: { creator_id: 'c1', text: 'Hello', ...members } })).body.id as string;

interface Seen {
  readonly id: string;
  readonly status: string;
  readonly failure_reason: string | null;
  readonly published_at: string | null;
}
const seen = async ({ key }: TestAgency): Promise<Seen[]> =>
  (await service.request('GET', '/v1/publications?limit=200', { key })).body.data;

/** Starts posting; the result stops it. */
function startPosting(): () => Promise<void> {
  const stopping = new AbortController();
  const warn = (fields: object) => expect.fail(JSON.stringify(fields));
  const data = new OperatorModels(service.database);
  const posting = postDuePublications({ data, agencyId: demo.id, log: { warn }, everyMs: 20 }, stopping.signal);
  return () => {
    stopping.abort();
    return posting;
  };
}

describe('the demo agency’s poster', () => {
  test('reports what is due of the demo agency, most of it as published, and leaves the rest alone', async () => {
    for (let count = 0; count < 60; count += 1) await publish(demo);
    const later = await publish(demo, { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() });
    const theirs = await publish(other);
    const stop = startPosting();
    const open = async () => (await seen(demo)).filter(({ status }) => status === 'scheduled').map(({ id }) => id);
    await expect.poll(open, { timeout: 15_000 }).toEqual([later]);
    await stop();
    const over = (await seen(demo)).filter(({ id }) => id !== later);
    const failed = over.filter(({ status }) => status === 'failed');
    expect(failed.length).toBeLessThan(over.length / 3);
    for (const { failure_reason } of failed) expect(refusals).toContain(failure_reason);
    for (const { status, published_at } of over) expect(published_at !== null).toBe(status === 'published');
    expect(await seen(other)).toMatchObject([{ id: theirs, status: 'scheduled' }]);
  });

  test('reports nothing after it was stopped', async () => {
    await startPosting()();
    const id = await publish(demo);
    await sleep(100);
    expect((await seen(demo)).find((each) => each.id === id)).toMatchObject({ status: 'scheduled' });
  });
});
