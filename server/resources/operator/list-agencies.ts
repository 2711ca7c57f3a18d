import type { AgencyList } from '../../../generated/models/index.ts';
import { presentAgency } from '../../entities/agency.ts';
import type { Models } from '../../models/tables.ts';

/** All agencies, oldest first. */
export async function listAgencies({ models }: { readonly models: Models }): Promise<AgencyList> {
  const agencies = await models.agencies.findAll({ order: ['created_at', 'id'] });
  return { data: agencies.map((agency) => presentAgency(agency.get())) };
}
