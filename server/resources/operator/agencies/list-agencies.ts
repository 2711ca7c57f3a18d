import { presentAgency } from '../../../entities/agency.ts';
import type { Handler } from '../../handler.ts';

export const listAgencies: Handler<'listAgencies'> = async (_request, { data }) => {
  const agencies = await data.agencies.rows({ where: { erased_at: null }, order: ['created_at', 'id'] });
  return { data: agencies.map((agency) => presentAgency(agency)) };
};
