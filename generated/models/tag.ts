// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A tag that fans can carry.
 */
export interface Tag {
  /** Tag id. */
  id: string;
  /** Label. */
  name: string;
  /** Colour in the agency's app, when one is set, for example `#7a5cff`. */
  color: string | null;
}
