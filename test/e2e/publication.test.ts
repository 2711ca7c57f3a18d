import { afterAll, beforeAll, expect, test } from 'vitest';
import { isProblem } from '../../sdk/src/index.ts';
import { creator } from '../records/records.ts';
import { startService, type TestService } from '../support/service.ts';
import { openAgency, type OpenedAgency } from './open-agency.ts';

let service: TestService;
let agency: OpenedAgency;

beforeAll(async () => {
  service = await startService();
  agency = await openAgency(service);
  await agency.ingest(creator('c1'));
});
afterAll(() => service.close());

test('a publication is scheduled, published at its time and deleted', async () => {
  const { publications } = agency.client;
  const scheduledAt = new Date(Date.now() + 2_000).toISOString();
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const media = [{ id: '660192837', type: 'photo' }];

  const evening = await publications.create({ creator_id: 'c1', text: 'New set on Friday.', media, scheduled_at: scheduledAt });
  expect(evening).toMatchObject({ status: 'scheduled', scheduled_at: scheduledAt, published_at: null, media });
  const tomorrow = await publications.create({ creator_id: 'c1', text: 'Thank you.', scheduled_at: later });
  const atOnce = await publications.create({ creator_id: 'c1', media });
  expect(atOnce).toMatchObject({ status: 'published', text: null, scheduled_at: null, published_at: atOnce.created_at });
  expect((await publications.list()).data.map(({ id }) => id)).toEqual([atOnce.id, tomorrow.id, evening.id]);

  const statuses = async () => Object.fromEntries((await publications.list()).data.map(({ id, status }) => [id, status]));
  await expect
    .poll(statuses, { timeout: 15_000, interval: 200 })
    .toEqual({ [evening.id]: 'published', [tomorrow.id]: 'scheduled', [atOnce.id]: 'published' });
  const published = (await publications.list()).data.find(({ id }) => id === evening.id);
  expect(Date.parse(published!.published_at!)).toBeGreaterThanOrEqual(Date.parse(scheduledAt));

  await publications.delete({ publication_id: tomorrow.id });
  const again = await publications.delete({ publication_id: tomorrow.id }).catch((error: unknown) => error);
  expect(isProblem(again, 'unknown_publication')).toBe(true);
  expect(Object.keys(await statuses()).sort()).toEqual([evening.id, atOnce.id].sort());
});
