import { describe, expect, it } from 'vitest';
import { problem, useService, type Agency } from '../agency.ts';

describe('DELETE /v1/publications/{publication_id}', () => {
  const newAgency = useService();
  const unknown = problem(404, 'unknown_publication');

  const publish = async (agency: Agency, creatorId = 'c1') =>
    (await agency.call('POST', '/v1/publications', { body: { creator_id: creatorId, text: 'x' } })).body.id as string;

  it('deletes once; a repeated delete answers 404', async () => {
    const agency = await newAgency();
    const id = await publish(agency);
    const empty = { headers: { 'content-type': 'application/json' } };
    expect(await agency.call('DELETE', `/v1/publications/${id}`, empty)).toMatchObject({ status: 204 });
    expect(await agency.call('DELETE', `/v1/publications/${id}`)).toMatchObject(unknown);
    expect((await agency.get('/v1/publications')).body.data).toEqual([]);
  });

  it('answers 404 for an id that is not a UUID, and for publications out of scope, which stay', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    const [ids, theirs] = [await publish(agency, 'c2'), await publish(other)];
    expect(await agency.call('DELETE', '/v1/publications/not-a-uuid')).toMatchObject(unknown);
    expect(await agency.call('DELETE', `/v1/publications/${theirs}`)).toMatchObject(unknown);
    expect(await agency.call('DELETE', `/v1/publications/${ids}`, { key: agency.restrictedKey })).toMatchObject(unknown);
    expect((await other.get('/v1/publications')).body.data).toHaveLength(1);
    expect((await agency.get('/v1/publications')).body.data).toHaveLength(1);
  });
});
