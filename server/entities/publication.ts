import type { Rows } from '../models/tables.ts';
import { presenting } from './presented.ts';

/** The columns that are shown. */
export const shownOfPublication = [
  'id',
  'creator_id',
  'text',
  'media',
  'status',
  'failure_reason',
  'scheduled_at',
  'published_at',
  'created_at',
] as const;

/** The shown columns of a row of `publications`. */
export type PublicationRow = Pick<Rows['publications'], (typeof shownOfPublication)[number]>;

/** The columns of `PublicationRow`. */
export const publicationColumns = shownOfPublication.join(', ');

export const presentPublication = presenting(shownOfPublication);
