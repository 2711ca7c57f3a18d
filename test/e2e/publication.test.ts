import { expect, test } from 'vitest';
import { isProblem } from '../../sdk/src/index.ts';
import { creator } from '../records/records.ts';
import { useIntegration } from '../support/integration.ts';

const integration = useIntegration([creator('c1')]);

test('a publication is scheduled, taken over at its time, posted and reported, and deleted', async () => {
  const { agency, service } = integration();
  const { operator } = agency;
  const { publications } = agency.client;
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const media = [{ id: '660192837', type: 'photo' }];

  const evening = await publications.create({ creator_id: 'c1', text: 'New set on Friday.', media, scheduled_at: scheduledAt });
  expect(evening).toMatchObject({ status: 'scheduled', scheduled_at: scheduledAt, published_at: null, media });
  const tomorrow = await publications.create({ creator_id: 'c1', text: 'Thank you.', scheduled_at: later });
  const atOnce = await publications.create({ creator_id: 'c1', media });
  expect(atOnce).toMatchObject({ status: 'scheduled', text: null, scheduled_at: null, published_at: null, failure_reason: null });
  expect((await publications.list()).data.map(({ id }) => id)).toEqual([atOnce.id, tomorrow.id, evening.id]);

  const [now, ...others] = (await operator.publications.claim({ limit: 10 })).data;
  expect(others).toEqual([]);
  expect(now).toMatchObject({ agency_id: agency.id, publication: atOnce });
  const refused = { publication_id: atOnce.id, lease_id: now!.lease_id, status: 'failed', reason: 'The media was refused.' } as const;
  expect(await operator.publications.report(refused)).toMatchObject({ status: 'failed', failure_reason: 'The media was refused.' });
  const otherwise = await operator.publications
    .report({ ...refused, status: 'published', reason: undefined })
    .catch((error: unknown) => error);
  expect(isProblem(otherwise) && otherwise.slug).toBe('publication_reported');

  let claimed = (await operator.publications.claim({})).data;
  expect(claimed).toEqual([]);
  // An hour passes.
  const [moved] = await service.database.query<{ scheduled_at: Date }>({
    text: `UPDATE publications SET scheduled_at = now() + interval '200 milliseconds' WHERE id = $1 RETURNING scheduled_at`,
    values: [evening.id],
  });
  await expect.poll(async () => (claimed = (await operator.publications.claim({})).data), { timeout: 15_000 }).toHaveLength(1);
  expect(Date.now()).toBeGreaterThanOrEqual(moved!.scheduled_at.getTime());
  const report = { publication_id: evening.id, lease_id: claimed[0]!.lease_id, status: 'published' } as const;
  const published = await operator.publications.report(report);
  expect(await operator.publications.report(report)).toEqual(published);
  expect(Date.parse(published.published_at!)).toBeGreaterThanOrEqual(moved!.scheduled_at.getTime());
  const statuses = async () => Object.fromEntries((await publications.list()).data.map(({ id, status }) => [id, status]));
  expect(await statuses()).toEqual({ [evening.id]: 'published', [tomorrow.id]: 'scheduled', [atOnce.id]: 'failed' });

  await publications.delete({ publication_id: tomorrow.id });
  const again = await publications.delete({ publication_id: tomorrow.id }).catch((error: unknown) => error);
  expect(isProblem(again, 'unknown_publication')).toBe(true);
  expect(Object.keys(await statuses()).sort()).toEqual([evening.id, atOnce.id].sort());
});
