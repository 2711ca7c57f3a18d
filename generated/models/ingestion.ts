// Generated from spec/ by `npm run generate`. Do not edit.

import type { IngestionError } from './ingestion-error.ts';
import type { IngestionOutcome } from './ingestion-outcome.ts';

/**
 * Requests of an agency with records that ended alike within some seconds.
 */
export interface Ingestion {
  /** Entry id. Later entries have greater ids. */
  id: string;
  /** Agency whose records they are. */
  agency_id: string;
  /** When the entry was written. */
  recorded_at: string;
  outcome: IngestionOutcome;
  /** How many requests. */
  request_count: number;
  /** Records that were new. */
  created_count: number;
  /** Records that changed something. */
  updated_count: number;
  /** Records that were already as they say. */
  unchanged_count: number;
  /** The problem that they were answered. Null where they were recorded. */
  slug: string | null;
  /** The beginning of the problem's `detail`. Null where they were recorded, where the problem had none, and where more different ones came than are told apart. */
  detail: string | null;
  /** The first mismatches that the problem named. */
  errors: Array<IngestionError>;
}
