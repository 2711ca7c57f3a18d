import type { AgencyList } from '../../../generated/models/index.ts';
import type { Sql } from '../../database/sql.ts';
import type { Rows } from '../../models/models.ts';
import { presentAgency } from './present.ts';

/** All agencies, oldest first. */
export async function listAgencies({ database }: { readonly database: Sql }): Promise<AgencyList> {
  const rows = await database.query<Rows['agencies']>({ text: 'SELECT * FROM agencies ORDER BY created_at, id' });
  return { data: rows.map(presentAgency) };
}
