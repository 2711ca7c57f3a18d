// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A pointer to media on the upstream platform.
 */
export interface Media {
  /** Upstream media id. */
  id: string;
  /** Kind of media, for example `photo` or `video`. The list is open. */
  type: string;
}
