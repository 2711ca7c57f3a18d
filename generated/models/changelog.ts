// Generated from spec/ by `npm run generate`. Do not edit.

import type { ChangelogEntry } from './changelog-entry.ts';
import type { ChangelogRelease } from './changelog-release.ts';

/**
 * Releases and the changes recorded so far.
 */
export interface Changelog {
  /** Every release, newest first. */
  releases: Array<ChangelogRelease>;
  /** Additive changes, newest first. They are available on every release. */
  changes: Array<ChangelogEntry>;
}
