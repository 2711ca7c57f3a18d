import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestService } from '../../support/service.ts';
import { invalid, useService } from '../agency.ts';
import { claim, endLeases, publicationOf, report, textsOf } from './publications.ts';

const path = '/operator/v1/publications/claims';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('POST /operator/v1/publications/claims', () => {
  const newAgency = useService({ delivers: false });
  let service: TestService | undefined;
  beforeAll(async () => {
    ({ service } = await newAgency());
  });
  // Claims are of all agencies: each test begins with nothing due.
  beforeEach(() => service!.database.query({ text: 'DELETE FROM publications' }));
  it('returns due publications, oldest first, with agency and lease, and no future ones', async () => {
    const [one, other] = [await newAgency(), await newAgency()];
    await publicationOf(one, 'future', inAnHour());
    await publicationOf(one, 'at once');
    await publicationOf(other, 'theirs');
    await publicationOf(one, 'past', '2026-01-01T00:00:00Z');
    await one.rows(
      `UPDATE publications SET created_at = now() - interval '1 day', scheduled_at = now() - interval '1 hour' WHERE agency_id = $1 AND text = 'past' RETURNING 1`,
    );
    const claimed = await claim(one);
    expect(textsOf(claimed)).toEqual(['past', 'at once', 'theirs']);
    expect(claimed.map(({ agency_id: id }) => id)).toEqual([one.id, one.id, other.id]);
    expect(new Set(claimed.map(({ lease_id: id }) => id)).size).toBe(3);
    for (const { publication } of claimed) expect(publication).toMatchObject({ creator_id: 'c1', status: 'scheduled', published_at: null });
  });

  it('counts a time that had passed when the publication was made from its making', async () => {
    const one = await newAgency();
    await publicationOf(one, 'first');
    await publicationOf(one, 'second', '2026-01-01T00:00:00Z');
    expect(textsOf(await claim(one))).toEqual(['first', 'second']);
  });

  it('gives a publication to one claimer during its lease, and again in its place when the lease has ended', async () => {
    const one = await newAgency();
    for (const text of ['a', 'b', 'c']) await publicationOf(one, text);
    const [first] = await claim(one, { limit: 1, lease_seconds: 600 });
    expect(textsOf([first!])).toEqual(['a']);
    expect(textsOf(await claim(one, { limit: 1, lease_seconds: 10 }))).toEqual(['b']);
    await endLeases(one);
    // The process that held them was killed: nothing but time gives them back.
    const again = await claim(one);
    expect(textsOf(again)).toEqual(['a', 'b', 'c']);
    expect(again[0]!.lease_id).not.toBe(first!.lease_id);
    expect(await claim(one)).toEqual([]);
  });

  it('lets a lease last for the requested time, by default 60 seconds', async () => {
    const one = await newAgency();
    const held = async () =>
      (
        await one.rows<{ seconds: number }>(
          'SELECT round(extract(epoch FROM leased_until - now()))::int AS seconds FROM publications WHERE agency_id = $1 ORDER BY created_at, id',
        )
      ).map(({ seconds }) => seconds);
    await publicationOf(one, 'a');
    await claim(one, { lease_seconds: 600 });
    await publicationOf(one, 'b');
    await claim(one, {});
    const [a, b] = await held();
    expect(a).toBeGreaterThan(540);
    expect(a).toBeLessThanOrEqual(600);
    expect(b).toBeGreaterThan(30);
    expect(b).toBeLessThanOrEqual(60);
  });

  it('claims the requested number, and 50 by default', async () => {
    const one = await newAgency();
    await one.rows(
      `INSERT INTO publications (agency_id, creator_id, text, status) SELECT $1, 'c1', 'x', 'scheduled' FROM generate_series(1, 300) RETURNING 1`,
    );
    expect(await claim(one)).toHaveLength(50);
    expect(await claim(one, { limit: 7 })).toHaveLength(7);
    expect(await claim(one, { limit: 200 })).toHaveLength(200);
    expect(await claim(one, { limit: 200 })).toHaveLength(43);
  });

  it('never gives a publication to two of many parallel claimers, and none is left', async () => {
    const one = await newAgency();
    await one.rows(
      `INSERT INTO publications (agency_id, creator_id, text, status) SELECT $1, 'c1', 'x', 'scheduled' FROM generate_series(1, 400) RETURNING 1`,
    );
    const taken: string[] = [];
    const work = async () => {
      for (;;) {
        const claimed = await claim(one, { limit: 9 });
        // A claim that found its rows taken by others may come back with none although some are left.
        if (claimed.length === 0 && taken.length >= 400) return;
        taken.push(...claimed.map(({ publication }) => publication.id));
      }
    };
    await Promise.all(Array.from({ length: 12 }, work));
    expect(taken).toHaveLength(400);
    expect(new Set(taken).size).toBe(400);
  });

  it('hands over nothing of an agency whose erasure was requested', async () => {
    const [erased, other] = [await newAgency(), await newAgency()];
    await publicationOf(erased, 'of the erased agency');
    await publicationOf(other, 'theirs');
    const [agency] = await erased.rows<{ name: string }>('SELECT name FROM agencies WHERE id = $1');
    const body = { agency_name: agency!.name };
    expect((await service!.operator('POST', `/operator/v1/agencies/${erased.id}/erasure`, body)).status).toBe(202);
    expect(textsOf(await claim(other))).toEqual(['theirs']);
  });

  it('hands over nothing that was deleted, or whose outcome is known', async () => {
    const one = await newAgency();
    const gone = await publicationOf(one, 'deleted');
    await publicationOf(one, 'reported');
    const held = (await claim(one)).find(({ publication }) => publication.text === 'reported')!;
    await report(one, held.publication.id, { lease_id: held.lease_id, status: 'failed' });
    expect((await one.call('DELETE', `/v1/publications/${gone}`)).status).toBe(204);
    await one.rows(`UPDATE publications SET leased_until = '-infinity' WHERE agency_id = $1 RETURNING 1`);
    expect(await claim(one)).toEqual([]);
  });

  it('does not change publications that an earlier release marked as published', async () => {
    const one = await newAgency();
    await one.rows(
      `INSERT INTO publications (agency_id, creator_id, text, status, published_at) VALUES ($1, 'c1', 'old', 'published', now()) RETURNING 1`,
    );
    expect(await claim(one)).toEqual([]);
    expect((await one.get('/v1/publications')).body.data).toMatchObject([{ text: 'old', status: 'published', failure_reason: null }]);
  });

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 201 }, 'limit'],
    [{ limit: '5' }, 'limit'],
    [{ lease_seconds: 9 }, 'lease_seconds'],
    [{ lease_seconds: 601 }, 'lease_seconds'],
    [{ agency_id: 'x' }, 'agency_id'],
  ])('refuses %j', async (body, place) => {
    expect(await (await newAgency()).service.operator('POST', path, body)).toMatchObject(invalid(place));
  });
});
