import type { Problems } from '../../generated/problems.ts';
import type { Rows } from '../models/tables.ts';
import { presenting } from './presented.ts';

/** A row of `agencies`. */
export type AgencyRow = Rows['agencies'];

export const presentAgency = presenting(['id', 'name', 'created_at']);

export function noSuchAgency({ problem }: Problems<'not_found'>): Error {
  return problem('not_found', { detail: 'No agency has this id.' });
}
