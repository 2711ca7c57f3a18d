import type { Agency } from '../../generated/models/index.ts';
import type { Problems } from '../../generated/problems.ts';

/** A row of `agencies`. */
export interface AgencyRow {
  id: string;
  name: string;
  created_at: Date;
}

export function presentAgency(row: AgencyRow): Agency {
  return { id: row.id, name: row.name, created_at: row.created_at.toISOString() };
}

export function noSuchAgency({ problem }: Problems<'not_found'>): Error {
  return problem('not_found', { detail: 'No agency has this id.' });
}
