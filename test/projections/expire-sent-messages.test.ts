import { describe, expect, it } from 'vitest';
import { updateProjections } from '../../server/projections/refresh-projections.ts';
import { useProjections, type ProjectionFixture } from './fixture.ts';

const addOld = ({ pool, agencyId }: ProjectionFixture, source: string, count: number) =>
  pool.query({
    text: `
      INSERT INTO sent_messages (agency_id, id, sent_at, source, creator_id, is_private_media, media)
      SELECT $1, $2 || i, now() - interval '25 months' - i * interval '1 minute', $2, 'c1', false, '[]' FROM generate_series(1, $3::int) i`,
    values: [agencyId, source, count],
  });

describe('the refresh of the sent messages', () => {
  const newFixture = useProjections();

  it('removes all messages older than 24 months, of every agency and source', async () => {
    const [first, second] = [await newFixture(), await newFixture()];
    await addOld(first, 'messaging', 5_500);
    await addOld(first, 'script', 3_000);
    await addOld(second, 'messaging', 100);
    await addOld(second, 'script', 50);
    await first.addSends(first.pool, 's', 3, new Date(Date.now() - 86_400_000).toISOString());
    await updateProjections(first.pool);
    expect(await first.projectedIds()).toEqual(['s00000000', 's00000001', 's00000002']);
    expect(await second.projectedIds()).toEqual([]);
  });
});
