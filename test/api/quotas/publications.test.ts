import { describe, expect, it } from 'vitest';
import { problem, useService, type Agency } from '../agency.ts';
import { claim, publicationOf, report } from '../operator/publications.ts';
import { allow, quotasOf } from './quotas.ts';

const path = '/v1/publications';
const make = (agency: Agency, options: { key?: string; creator?: string } = {}) =>
  agency.call('POST', path, {
    body: { creator_id: options.creator ?? 'c1', text: 'Soon', scheduled_at: '2099-01-01T00:00:00Z' },
    ...(options.key && { key: options.key }),
  });
const refusal = (allowed: number) => problem(422, 'quota_reached', { quota: 'scheduled_publications', allowed });

describe('the quota of scheduled publications', () => {
  const newAgency = useService({ delivers: false });
  const use = async (agency: Agency) => (await quotasOf(agency)).scheduled_publications;

  it('is enforced for concurrent requests of all keys, per agency', async () => {
    const [agency, other] = [await newAgency(), await newAgency()];
    await allow(agency, { scheduled_publications: 5 });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => make(agency, index % 2 === 0 ? {} : { key: agency.restrictedKey })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(25);
    for (const answer of refused) expect(answer).toMatchObject(refusal(5));
    expect(refused[0]!.body.detail).toBe('The agency has reached its limit of 5 scheduled publications.');
    expect(await use(agency)).toEqual({ used: 5, allowed: 5 });
    expect((await agency.get(path)).body.data).toHaveLength(5);
    expect((await make(other)).status).toBe(201);
    expect(await use(other)).toEqual({ used: 1, allowed: 100_000 });
  });

  it('excludes deleted, posted and failed publications, but not leased ones', async () => {
    const agency = await newAgency();
    await allow(agency, { scheduled_publications: 3 });
    const [due, failing, later] = [
      await publicationOf(agency, 'a'),
      await publicationOf(agency, 'b'),
      await publicationOf(agency, 'c', '2099-01-01T00:00:00Z'),
    ];
    const claims = (await claim(agency, { limit: 200 })).filter(({ agency_id }) => agency_id === agency.id);
    expect(await make(agency)).toMatchObject(refusal(3));
    const leaseOf = (id: string) => claims.find(({ publication }) => publication.id === id)!.lease_id;
    expect((await report(agency, due, { lease_id: leaseOf(due), status: 'published' })).status).toBe(200);
    expect((await report(agency, failing, { lease_id: leaseOf(failing), status: 'failed' })).status).toBe(200);
    expect(await use(agency)).toEqual({ used: 1, allowed: 3 });
    await agency.call('DELETE', `${path}/${later}`);
    // What was posted was given back already.
    await agency.call('DELETE', `${path}/${due}`);
    expect(await use(agency)).toEqual({ used: 0, allowed: 3 });
    for (let n = 0; n < 3; n++) expect((await make(agency)).status).toBe(201);
    expect(await make(agency)).toMatchObject(refusal(3));
  });

  it('is raised and lowered: below what the agency has, it keeps that and gets no more', async () => {
    const agency = await newAgency();
    await allow(agency, { scheduled_publications: 1 });
    await make(agency);
    expect(await make(agency)).toMatchObject(refusal(1));
    await allow(agency, { scheduled_publications: 2 });
    expect((await make(agency)).status).toBe(201);
    await allow(agency, { scheduled_publications: 0 });
    expect(await make(agency)).toMatchObject(refusal(0));
    expect(await use(agency)).toEqual({ used: 2, allowed: 0 });
    await allow(agency, { scheduled_publications: null });
    expect((await make(agency)).status).toBe(201);
  });

  it('is checked last: an invalid request is refused as invalid even above the quota', async () => {
    const agency = await newAgency();
    await allow(agency, { scheduled_publications: 0 });
    expect(await make(agency, { creator: 'c9' })).toMatchObject(problem(404, 'unknown_creator'));
    expect(await make(agency, { key: agency.restrictedKey, creator: 'c2' })).toMatchObject(problem(404, 'unknown_creator'));
  });

  it('counts whatever is done in one statement, of several agencies too', async () => {
    const [agency, other] = [await newAgency(), await newAgency()];
    for (const each of [agency, other]) for (let n = 0; n < 3; n++) await make(each);
    const both = [agency.id, other.id];
    await agency.rows(`UPDATE publications SET status = 'failed' WHERE $1::uuid IS NOT NULL AND agency_id = ANY ($2) RETURNING id`, both);
    expect([await use(agency), await use(other)]).toMatchObject([{ used: 0 }, { used: 0 }]);
    await agency.rows(`UPDATE publications SET status = 'scheduled' WHERE agency_id = $1 RETURNING id`);
    expect([await use(agency), await use(other)]).toMatchObject([{ used: 3 }, { used: 0 }]);
    await agency.rows('DELETE FROM publications WHERE $1::uuid IS NOT NULL AND agency_id = ANY ($2) RETURNING id', both);
    expect([await use(agency), await use(other)]).toMatchObject([{ used: 0 }, { used: 0 }]);
  });
});

describe('the quota of bytes of publications', () => {
  const newAgency = useService();
  const use = async (agency: Agency) => (await quotasOf(agency)).publication_bytes;
  const each = 384 + 'Soon'.length + '[]'.length;

  it('is enforced for concurrent requests, and counts posted publications until they are deleted', async () => {
    const agency = await newAgency();
    await allow(agency, { publication_bytes: 4 * each + 10 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => make(agency)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    const refused = answers.find(({ status }) => status !== 201)!;
    expect(refused).toMatchObject(problem(422, 'quota_reached', { quota: 'publication_bytes', allowed: 4 * each + 10 }));
    expect(refused.body.detail).toBe(
      `This publication would exceed the agency’s limit of ${(4 * each + 10).toLocaleString('en')} bytes of publications.`,
    );
    await agency.rows(`UPDATE publications SET status = 'published' WHERE agency_id = $1 RETURNING id`);
    expect(await use(agency)).toMatchObject({ used: 4 * each });
    expect((await make(agency)).status).toBe(422);
    const [first] = (await agency.get(path)).body.data;
    expect((await agency.call('DELETE', `${path}/${first.id}`)).status).toBe(204);
    expect((await make(agency)).status).toBe(201);
    expect(await use(agency)).toMatchObject({ used: 4 * each });
  });

  it('counts characters by their bytes, and media', async () => {
    const agency = await newAgency();
    const media = [{ id: 'm1', type: 'photo' }];
    const body = { creator_id: 'c1', text: '\u{1f600}'.repeat(10), media };
    expect((await agency.call('POST', path, { body })).status).toBe(201);
    const { used } = await use(agency);
    expect(used).toBeGreaterThanOrEqual(384 + 40 + JSON.stringify(media).length);
    expect(used).toBeLessThan(384 + 40 + JSON.stringify(media).length + 20);
  });
});
