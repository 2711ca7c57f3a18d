import { describe, expect, it } from 'vitest';
import { creator } from '../../records/records.ts';
import { useService } from '../agency.ts';

describe('GET /v1/creators', () => {
  const newAgency = useService();
  it('lists all creators by name, with their accounts', async () => {
    const agency = await newAgency();
    await agency.ingest(
      creator('c0', {
        name: 'Ada',
        account: { external_id: '73120045', username: 'ada', connected_at: '2024-08-02T12:00:00+02:00' },
        created_at: '2024-08-01T15:20:00Z',
      }),
    );
    const { body } = await agency.get('/v1/creators');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['c0', 'c1', 'c2']);
    expect(body.data[0]).toEqual({
      id: 'c0',
      name: 'Ada',
      account: { external_id: '73120045', username: 'ada', connected_at: '2024-08-02T10:00:00.000Z' },
      created_at: '2024-08-01T15:20:00.000Z',
    });
  });

  it('shows a restricted key its own creators alone, and no agency those of another', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    await other.ingest(creator('c9'));
    const idsOf = async (key: string) => (await agency.get('/v1/creators', { key })).body.data.map(({ id }: { id: string }) => id);
    expect(await idsOf(agency.restrictedKey)).toEqual(['c1']);
    expect(await idsOf(agency.key)).toEqual(['c1', 'c2']);
  });

  it('ignores query parameters', async () => {
    const agency = await newAgency();
    expect(await agency.get('/v1/creators?x=1&limit=0')).toMatchObject({ status: 200 });
  });
});
