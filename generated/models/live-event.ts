// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * One event of the live stream, by the names of its fields. The stream is a sequence of these: OpenAPI 3.1 has no other way to describe one.
 */
export interface LiveEvent {
  /** `endpoints` describes every endpoint within reach, `deliveries` lists what changed. */
  event: 'endpoints' | 'deliveries';
  /** JSON, a `LiveEndpoints` or a `LiveDeliveries`. */
  data: string;
}
