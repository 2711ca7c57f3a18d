// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * One try to deliver.
 */
export interface DeliveryAttempt {
  /** When the attempt began. */
  attempted_at: string;
  /** How long it took, in milliseconds. 0 for `destination_forbidden`. */
  duration_ms: number;
  /** HTTP status of the answer. Null without an answer. */
  status_code: number | null;
  /** Why the attempt failed, as in the failure record. Null when it succeeded. */
  error: 'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled' | null;
  /** The beginning of the answer's body, at most 4 KB, or 200 bytes of an answer with a 2xx status. A failure record whose attempts are longer than 2 KB has the first 200 characters of each answer; its delivery has all that was kept. Null without an answer, and once the agency's quota `delivery_history_bytes` removed it. */
  response_excerpt: string | null;
}
