import { describe, expect, it } from 'vitest';
import { publishDuePublications } from '../../../server/resources/publications/publish-due-publications.ts';
import { useService } from '../agency.ts';

describe('publishing what is due', () => {
  const newAgency = useService();

  it('publishes each due publication once, and leaves the others', async () => {
    const agency = await newAgency();
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    for (const text of ['due', 'later']) {
      await agency.call('POST', '/v1/publications', { body: { creator_id: 'c1', text, scheduled_at: scheduledAt } });
    }
    await agency.rows(`UPDATE publications SET scheduled_at = now() WHERE agency_id = $1 AND text = 'due' RETURNING 1`);
    const { database } = agency.service;
    const counts = await Promise.all([publishDuePublications(database), publishDuePublications(database)]);
    expect(counts[0] + counts[1]).toBe(1);
    const { data } = (await agency.get('/v1/publications')).body;
    expect(data.map(({ text, status }: { text: string; status: string }) => [text, status])).toEqual([
      ['later', 'scheduled'],
      ['due', 'published'],
    ]);
    expect(data[1].published_at).not.toBeNull();
  });
});
