import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUpTask } from '../../server/jobs/tasks/clean-up.ts';
import { publishPublicationsTask } from '../../server/jobs/tasks/publish-publications.ts';
import { refreshProjectionsTask } from '../../server/jobs/tasks/refresh-projections.ts';
import { creator, send } from '../records/records.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { waitUntil } from './service-process.ts';

let service: TestService;
let agency: TestAgency;

beforeAll(async () => {
  service = await startService();
  agency = await service.createAgency();
  await agency.ingest([creator('c1')]);
});
afterAll(() => service.close());

const addJob = (task: string) => service.database.query({ text: 'SELECT graphile_worker.add_job($1)', values: [task] });

const get = async (path: string) => (await service.request('GET', path)).body;

async function schedule(inMs: number): Promise<string> {
  const body = { creator_id: 'c1', text: 'Hello', scheduled_at: new Date(Date.now() + inMs).toISOString() };
  const answer = await service.request('POST', '/v1/publications', { body });
  expect(answer.body.status).toBe('scheduled');
  return answer.body.id;
}

const publication = async (id: string) => (await get('/v1/publications')).data.find((item: { id: string }) => item.id === id);

const isPublished = (id: string) => async () => (await publication(id)).status === 'published';

describe('a running service', () => {
  test('knows the schedule of each task that runs by itself', async () => {
    const known = await service.database.query<{ identifier: string }>({
      text: 'SELECT identifier FROM graphile_worker._private_known_crontabs ORDER BY identifier',
    });
    expect(known.map(({ identifier }) => identifier)).toEqual(['clean_up', 'publish_publications', 'refresh_projections']);
    const nothing = async () => undefined;
    const tasks = [cleanUpTask(service.database), publishPublicationsTask(nothing), refreshProjectionsTask(nothing)];
    expect(tasks.map(({ name, cron }) => [name, cron])).toEqual([
      ['clean_up', '17 * * * *'],
      ['publish_publications', '* * * * *'],
      ['refresh_projections', '*/15 * * * *'],
    ]);
  });

  test('publishes a publication at its time', async () => {
    const [one, another] = [await schedule(1_500), await schedule(2_000)];
    for (const id of [one, another]) {
      await waitUntil(isPublished(id), 'the publication', 5_000);
      const { scheduled_at: scheduledAt, published_at: publishedAt } = await publication(id);
      const lateMs = Date.parse(publishedAt) - Date.parse(scheduledAt);
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThan(1_000);
    }
  });

  test('leaves a publication that was deleted before its time alone', async () => {
    const id = await schedule(300);
    expect((await service.request('DELETE', `/v1/publications/${id}`)).status).toBe(204);
    const later = await schedule(600);
    await waitUntil(isPublished(later), 'the later publication', 5_000);
    expect(await publication(id)).toBeUndefined();
  });

  test('publishes by its schedule what is due and has lost its job', async () => {
    const id = await schedule(3_600_000);
    await service.database.query({ text: 'UPDATE publications SET scheduled_at = now() WHERE id = $1', values: [id] });
    await addJob('publish_publications');
    await waitUntil(isPublished(id), 'the publication', 5_000);
  });

  test('refreshes the projections by its schedule', async () => {
    await agency.ingest([send('s1', 'c1')]);
    expect((await get('/v1/sent-messages')).data).toEqual([]);
    await addJob('refresh_projections');
    const isListed = async () =>
      (await service.database.query({ text: 'SELECT FROM sent_messages WHERE agency_id = $1', values: [agency.id] })).length === 1;
    await waitUntil(isListed, 'the refresh', 5_000);
    expect((await get('/v1/sent-messages')).data).toMatchObject([{ id: 's1' }]);
  });

  test('cleans up by its schedule', async () => {
    const { database } = service;
    await database.query({
      text: `INSERT INTO delivery_counters (endpoint_id, minute, event_type) VALUES (uuidv7(), now() - interval '91 days', 'ping')`,
    });
    await addJob('clean_up');
    const isGone = async () => (await database.query({ text: 'SELECT FROM delivery_counters' })).length === 0;
    await waitUntil(isGone, 'the end of the old counter', 5_000);
  });
});
