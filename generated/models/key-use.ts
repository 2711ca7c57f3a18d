// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What one key did with one operation.
 */
export interface KeyUse {
  /** The key. */
  key_id: string;
  /** `operationId` of the operation, of this contract or the public one. */
  operation_id: string;
  /** Requests that were answered with success. */
  request_count: number;
  /** Items that their answers listed; an answer that is no list counts as one. */
  item_count: number;
  /** Beginning of the first hour with such requests. */
  first_hour: string;
  /** Beginning of the last hour with such requests. */
  last_hour: string;
}
