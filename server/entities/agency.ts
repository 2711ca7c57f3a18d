import type { Agency } from '../../generated/models.ts';
import type { Problems } from '../../generated/problems.ts';
import type { Rows } from '../models/tables.ts';

/** A row of `agencies`. */
export type AgencyRow = Rows['agencies'];

export function presentAgency(row: AgencyRow): Agency {
  return { id: row.id, name: row.name, created_at: row.created_at.toISOString() };
}

export function noSuchAgency({ problem }: Problems<'not_found'>): Error {
  return problem('not_found', { detail: 'No agency has this id.' });
}
