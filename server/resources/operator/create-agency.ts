import type { CreateAgencyRequest } from '../../../generated/interfaces/operator.ts';
import type { Agency } from '../../../generated/models/index.ts';
import type { Sql } from '../../database/sql.ts';
import type { Rows } from '../../models/models.ts';
import { presentAgency } from './present.ts';

/** Each call creates another agency. */
export async function createAgency({ database }: { readonly database: Sql }, { body }: CreateAgencyRequest): Promise<Agency> {
  const [row] = await database.query<Rows['agencies']>({
    text: 'INSERT INTO agencies (name) VALUES ($1) RETURNING *',
    values: [body.name],
  });
  return presentAgency(row!);
}
