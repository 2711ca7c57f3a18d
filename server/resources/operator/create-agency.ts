import type { CreateAgencyRequest } from '../../../generated/interfaces/operator.ts';
import type { Agency } from '../../../generated/models/index.ts';
import { presentAgency } from '../../entities/agency.ts';
import type { Models } from '../../models/models.ts';

/** Each call creates another agency. */
export async function createAgency({ models }: { readonly models: Models }, { body }: CreateAgencyRequest): Promise<Agency> {
  const agency = await models.agencies.create({ name: body.name });
  return presentAgency(agency.get());
}
