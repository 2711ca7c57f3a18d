import { describe, expect, it } from 'vitest';
import { creator } from '../../records/records.ts';
import { problem, useService } from '../agency.ts';

describe('GET /v1/creators/{creator_id}', () => {
  const newAgency = useService();
  it('returns a creator with any characters in its id', async () => {
    const agency = await newAgency();
    await agency.ingest(creator('a/b c?é'));
    expect(await agency.get(`/v1/creators/${encodeURIComponent('a/b c?é')}`)).toMatchObject({ status: 200, body: { id: 'a/b c?é' } });
  });

  it('answers 404 for an unknown creator, one of another agency, and one out of the key’s scope', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    await other.ingest(creator('c9'));
    const unknown = problem(404, 'unknown_creator');
    expect(await agency.get('/v1/creators/c8')).toMatchObject(unknown);
    expect(await agency.get('/v1/creators/c9')).toMatchObject(unknown);
    expect(await agency.get('/v1/creators/c2', { key: agency.restrictedKey })).toMatchObject(unknown);
    expect(await agency.get('/v1/creators/c1', { key: agency.restrictedKey })).toMatchObject({ status: 200 });
  });
});
