// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A tag of the agency, by `id`.
 */
export interface TagRecord {
  type: 'tag';
  /** Tag id. */
  id: string;
  /** Label. */
  name: string;
  /** Colour in the app, when one is set. */
  color: string | null;
  /** Place in the catalogue, lowest first. */
  position: number;
}
