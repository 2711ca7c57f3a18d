import type { AgencyList } from '../../../../generated/models.ts';
import { presentAgency } from '../../../entities/agency.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';

/** All agencies, oldest first. */
export async function listAgencies({ data }: { readonly data: OperatorModels }): Promise<AgencyList> {
  const agencies = await data.agencies.rows({ where: { erased_at: null }, order: ['created_at', 'id'] });
  return { data: agencies.map((agency) => presentAgency(agency)) };
}
