import { presentAgency } from '../../../entities/agency.ts';
import { openContainments, type OpenContainmentRow } from '../service/receivers.ts';
import { presentOpenContainment } from '../service/list-incidents.ts';
import type { Handler } from '../../handler.ts';
import { requireAgency } from './require-agency.ts';

const ofAgency = openContainments('c.agency_id = $1');

export const getAgency: Handler<'getAgency'> = async ({ agency_id: agencyId }, context) => {
  const agency = await requireAgency(context.data, agencyId, context);
  const containments = await context.data.query<OpenContainmentRow>({ text: ofAgency, values: [agency.id] });
  return { ...presentAgency(agency), containments: containments.map(presentOpenContainment) };
};
