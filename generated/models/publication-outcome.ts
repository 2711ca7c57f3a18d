// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What became of a publication on the upstream platform.
 */
export interface PublicationOutcome {
  /** The lease under which the publication was claimed. */
  lease_id: string;
  /** Whether it was posted. */
  status: 'published' | 'failed';
  /** Why it was not posted; the publication's `failure_reason`. Only with `failed`. */
  reason?: string;
  /** When it was posted. Only with `published`; left out, the time of the report. */
  published_at?: string;
}
