import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobTasks, type TaskDependencies } from '../../server/jobs/tasks.ts';
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

describe('a running service', () => {
  test('knows the schedule of each task that runs by itself', async () => {
    const known = await service.database.query<{ identifier: string }>({
      text: 'SELECT identifier FROM graphile_worker._private_known_crontabs ORDER BY identifier',
    });
    expect(known.map(({ identifier }) => identifier)).toEqual([
      'apply_retention',
      'clean_up',
      'end_links',
      'end_listeners',
      'find_failing',
      'find_orphaned',
      'hold_answers',
      'hold_failures',
      'hold_history',
      'hold_pending',
      'keep_partitions',
      're_encrypt',
      'refresh_projections',
    ]);
    const scheduled = jobTasks({ sql: service.database } as unknown as TaskDependencies).filter(({ cron }) => cron !== undefined);
    expect(Object.fromEntries(scheduled.map(({ name, cron }) => [name, cron]))).toEqual({
      apply_retention: '47 * * * *',
      clean_up: '17 * * * *',
      end_links: '* * * * *',
      end_listeners: '* * * * *',
      find_failing: '* * * * *',
      find_orphaned: '*/5 * * * *',
      hold_answers: '*/10 * * * *',
      hold_failures: '*/10 * * * *',
      hold_history: '* * * * *',
      hold_pending: '* * * * *',
      keep_partitions: '41 * * * *',
      re_encrypt: '31 * * * *',
      refresh_projections: '*/15 * * * *',
    });
  });

  test('refreshes the projections by its schedule', async () => {
    await agency.ingest([send('s1', 'c1')]);
    expect((await get('/v1/sent-messages')).data).toEqual([]);
    await addJob('refresh_projections');
    const isListed = async () =>
      (await service.database.query({ text: 'SELECT FROM sent_messages WHERE agency_id = $1', values: [agency.id] })).length === 1;
    await waitUntil(isListed, 'the refresh', 20_000);
    expect((await get('/v1/sent-messages')).data).toMatchObject([{ id: 's1' }]);
  });

  test('cleans up by its schedule', async () => {
    const { database } = service;
    await database.query({
      text: `INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type) VALUES (uuidv7(), uuidv7(), now() - interval '91 days', 'ping')`,
    });
    await addJob('clean_up');
    const isGone = async () => (await database.query({ text: 'SELECT FROM delivery_minutes' })).length === 0;
    await waitUntil(isGone, 'the end of the old counter', 20_000);
  });
});
