import { expect } from 'vitest';
import type { AgencyQuotasChange, Me } from '../../../generated/models.ts';
import type { Agency } from '../agency.ts';

/** Lets the operator decide what the agency is allowed. */
export async function allow({ service, id }: Pick<Agency, 'service' | 'id'>, change: AgencyQuotasChange): Promise<void> {
  const answer = await service.operator('PATCH', `/operator/v1/agencies/${id}/quotas`, change);
  expect(answer.status, answer.text).toBe(200);
}

/** The use and limits of the agency, as a key sees them. */
export async function quotasOf(agency: Agency, key = agency.key): Promise<Me['quotas']> {
  return (await agency.get('/v1/me', { key })).body.quotas as Me['quotas'];
}
