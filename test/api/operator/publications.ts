import { expect } from 'vitest';
import type { Agency } from '../agency.ts';

export interface Claimed {
  readonly lease_id: string;
  readonly agency_id: string;
  readonly publication: { readonly id: string; readonly status: string; readonly text: string };
}

/** Makes a publication of `c1`. */
export async function publicationOf(agency: Agency, text: string, scheduledAt?: string): Promise<string> {
  const body = { creator_id: 'c1', text, ...(scheduledAt === undefined ? {} : { scheduled_at: scheduledAt }) };
  const answer = await agency.call('POST', '/v1/publications', { body });
  expect(answer).toMatchObject({ status: 201, body: { status: 'scheduled', published_at: null, failure_reason: null } });
  return answer.body.id as string;
}

/** Claims over HTTP. */
export async function claim(agency: Agency, body?: object): Promise<Claimed[]> {
  const answer = await agency.service.operator('POST', '/operator/v1/publications/claims', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as Claimed[];
}

/** Reports over HTTP; `body` has the lease and the outcome. */
export const report = (agency: Agency, id: string, body: object) =>
  agency.service.operator('POST', `/operator/v1/publications/${id}/outcome`, body);

export const textsOf = (claimed: readonly Claimed[]) => claimed.map(({ publication }) => publication.text);

/** Lets every lease that is held end now, as time would. */
export async function endLeases(agency: Agency): Promise<void> {
  const ended = await agency.rows(
    `UPDATE publications SET leased_until = now() WHERE agency_id = $1 AND status = 'scheduled' AND leased_until > now() RETURNING 1`,
  );
  expect(ended.length).toBeGreaterThan(0);
}

/** The publication as its agency sees it. */
export async function seen(agency: Agency, id: string): Promise<Record<string, unknown> | undefined> {
  const { data } = (await agency.get('/v1/publications?limit=200')).body as { data: { id: string }[] };
  return data.find((item) => item.id === id);
}
