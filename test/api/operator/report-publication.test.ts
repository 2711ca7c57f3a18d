import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invalid, problem, useService, type Agency } from '../agency.ts';
import { claim, endLeases, publicationOf, report, seen, type Claimed } from './publications.ts';

const ended = problem(409, 'lease_ended');
const reported = problem(409, 'publication_reported');

describe('POST /operator/v1/publications/{publication_id}/outcome', () => {
  const newAgency = useService({ delivers: false });

  /** A publication of a new agency, and the claim that holds it. */
  async function held(): Promise<{ agency: Agency; id: string; lease: string }> {
    const agency = await newAgency();
    const id = await publicationOf(agency, 'text');
    return { agency, id, lease: await leaseOf(agency, id) };
  }

  async function leaseOf(agency: Agency, id: string): Promise<string> {
    const claimed: Claimed[] = await claim(agency, { limit: 200 });
    return claimed.find(({ publication }) => publication.id === id)!.lease_id;
  }

  it('needs the operator token', async () => {
    const { agency, id, lease } = await held();
    const response = await fetch(`${agency.service.operatorUrl}/operator/v1/publications/${id}/outcome`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agency.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ lease_id: lease, status: 'published' }),
    });
    expect({ status: response.status, body: await response.json() }).toMatchObject(problem(401, 'invalid_api_key'));
    expect(await seen(agency, id)).toMatchObject({ status: 'scheduled' });
  });

  it('marks a posted publication as published, now or at the given time', async () => {
    const { agency, id, lease } = await held();
    const answer = await report(agency, id, { lease_id: lease, status: 'published' });
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'published', failure_reason: null } });
    expect(Math.abs(Date.parse(answer.body.published_at) - Date.now())).toBeLessThan(60_000);
    expect(await seen(agency, id)).toEqual(answer.body);

    const other = await held();
    const outcome = { lease_id: other.lease, status: 'published', published_at: '2026-07-18T21:00:00+02:00' };
    expect((await report(other.agency, other.id, outcome)).body.published_at).toBe('2026-07-18T19:00:00.000Z');
  });

  it('marks a refused publication as failed, with the reason if given', async () => {
    const { agency, id, lease } = await held();
    const failed = { status: 'failed', failure_reason: 'The media was refused.', published_at: null };
    expect(await report(agency, id, { lease_id: lease, status: 'failed', reason: 'The media was refused.' })).toMatchObject({
      status: 200,
      body: failed,
    });
    expect(await seen(agency, id)).toMatchObject(failed);
    const other = await held();
    expect((await report(other.agency, other.id, { lease_id: other.lease, status: 'failed' })).body).toMatchObject({
      status: 'failed',
      failure_reason: null,
    });
  });

  it('takes the same report again, also after the lease, and refuses another outcome', async () => {
    const { agency, id, lease } = await held();
    const outcome = { lease_id: lease, status: 'failed', reason: 'Refused.' };
    const first = await report(agency, id, outcome);
    expect(await report(agency, id, outcome)).toMatchObject({ status: 200, body: first.body });
    await agency.rows(`UPDATE publications SET leased_until = now() WHERE agency_id = $1 RETURNING 1`);
    expect(await report(agency, id, { ...outcome, lease_id: lease.toUpperCase() })).toMatchObject({ status: 200, body: first.body });
    for (const other of [
      { lease_id: lease, status: 'published' },
      { lease_id: lease, status: 'failed' },
      { lease_id: lease, status: 'failed', reason: 'Otherwise.' },
    ]) {
      expect(await report(agency, id, other)).toMatchObject(reported);
    }
    expect(await seen(agency, id)).toEqual(first.body);
  });

  it('takes a repeated time of posting, and refuses another one', async () => {
    const { agency, id, lease } = await held();
    const outcome = { lease_id: lease, status: 'published', published_at: '2026-07-18T19:00:00Z' };
    const first = await report(agency, id, outcome);
    expect(await report(agency, id, { ...outcome, published_at: '2026-07-18T21:00:00+02:00' })).toMatchObject({ status: 200 });
    expect(await report(agency, id, { lease_id: lease, status: 'published' })).toMatchObject({ status: 200, body: first.body });
    expect(await report(agency, id, { ...outcome, published_at: '2026-07-18T19:00:01Z' })).toMatchObject(reported);
  });

  it('refuses a lease that has ended, whether or not another program has claimed since', async () => {
    const { agency, id, lease } = await held();
    const outcome = { lease_id: lease, status: 'published' };
    await endLeases(agency);
    expect(await report(agency, id, outcome)).toMatchObject(ended);
    const second = await leaseOf(agency, id);
    expect(await report(agency, id, outcome)).toMatchObject(ended);
    expect(await seen(agency, id)).toMatchObject({ status: 'scheduled' });
    expect(await report(agency, id, { lease_id: second, status: 'failed' })).toMatchObject({ status: 200 });
    for (const status of ['published', 'failed']) expect(await report(agency, id, { lease_id: lease, status })).toMatchObject(ended);
    expect(await seen(agency, id)).toMatchObject({ status: 'failed' });
  });

  it('refuses a lease that was never given, or is another publication’s', async () => {
    const { agency, id, lease } = await held();
    expect(await report(agency, id, { lease_id: randomUUID(), status: 'published' })).toMatchObject(ended);
    const unclaimed = await publicationOf(agency, 'other');
    expect(await report(agency, unclaimed, { lease_id: lease, status: 'published' })).toMatchObject(ended);
    const [old] = await agency.rows<{ id: string }>(
      `INSERT INTO publications (agency_id, creator_id, text, status, published_at) VALUES ($1, 'c1', 'old', 'published', now()) RETURNING id`,
    );
    expect(await report(agency, old!.id, { lease_id: lease, status: 'failed' })).toMatchObject(ended);
    expect(await seen(agency, old!.id)).toMatchObject({ status: 'published' });
  });

  it('answers 404 for a publication that was deleted during its lease, and for an unknown one', async () => {
    const { agency, id, lease } = await held();
    expect((await agency.call('DELETE', `/v1/publications/${id}`)).status).toBe(204);
    const unknown = problem(404, 'unknown_publication');
    for (const each of [id, randomUUID(), 'nothing']) {
      expect(await report(agency, each, { lease_id: lease, status: 'published' })).toMatchObject(unknown);
    }
  });

  it('saves one of many concurrent outcomes, and accepts equal ones', async () => {
    const { agency, id, lease } = await held();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => report(agency, id, { lease_id: lease, status: index % 2 === 0 ? 'published' : 'failed' })),
    );
    const { status } = (await seen(agency, id))!;
    expect(answers.filter((answer) => answer.status === 200).map(({ body }) => body.status)).toEqual(Array(10).fill(status));
    for (const answer of answers.filter((each) => each.status !== 200)) expect(answer).toMatchObject(reported);
  });

  it.each([
    [{ status: 'published' }, 'lease_id'],
    [{ lease_id: 'x', status: 'published' }, 'lease_id'],
    [{ lease_id: randomUUID() }, 'status'],
    [{ lease_id: randomUUID(), status: 'scheduled' }, 'status'],
    [{ lease_id: randomUUID(), status: 'failed', reason: '' }, 'reason'],
    [{ lease_id: randomUUID(), status: 'failed', reason: 'x'.repeat(1001) }, 'reason'],
    [{ lease_id: randomUUID(), status: 'published', reason: 'x' }, 'reason'],
    [{ lease_id: randomUUID(), status: 'published', published_at: '2026-07-18' }, 'published_at'],
    [{ lease_id: randomUUID(), status: 'failed', published_at: '2026-07-18T19:00:00Z' }, 'published_at'],
  ])('refuses %j', async (body, place) => {
    const agency = await newAgency();
    expect(await report(agency, randomUUID(), body)).toMatchObject(invalid(place));
  });
});
