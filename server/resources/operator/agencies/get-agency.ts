import type { GetAgencyRequest } from '../../../../generated/interfaces/operator.ts';
import type { AgencyDetails } from '../../../../generated/models.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { presentAgency } from '../../../entities/agency.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { openContainments, type OpenContainmentRow } from '../service/receivers.ts';
import { presentOpenContainment } from '../service/list-incidents.ts';
import { requireAgency } from './require-agency.ts';

const ofAgency = openContainments('c.agency_id = $1');

/** An agency, and what of it is contained. */
export async function getAgency(
  { data }: { readonly data: OperatorModels },
  { agency_id: agencyId }: GetAgencyRequest,
  context: ContextOf<'getAgency'>,
): Promise<AgencyDetails> {
  const agency = await requireAgency(data, agencyId, context);
  const containments = await data.query<OpenContainmentRow>({ text: ofAgency, values: [agency.id] });
  return { ...presentAgency(agency), containments: containments.map(presentOpenContainment) };
}
