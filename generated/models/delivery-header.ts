// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A header of a delivery.
 */
export interface DeliveryHeader {
  /** Its name. */
  name: string;
  /** Its value. */
  value: string;
}
