// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * State of one part of the service.
 */
export interface StatusComponent {
  /** Name of the part, for example `Workers` or `Webhook deliveries`. The list is open. */
  name: string;
  /** State of the part. */
  status: 'operational' | 'degraded' | 'down';
  /** What was measured, for people to read. */
  detail: string;
}
