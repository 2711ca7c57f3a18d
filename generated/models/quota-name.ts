// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What an agency has a quota of. New ones may be added without a new version.
 */
export type QuotaName =
  | 'insight_history_bytes'
  | 'scheduled_publications'
  | 'publication_bytes'
  | 'pending_deliveries'
  | 'failure_records'
  | 'delivery_history_bytes'
  | 'api_keys'
  | 'portal_links';
