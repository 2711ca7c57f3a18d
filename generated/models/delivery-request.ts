// Generated from spec/ by `npm run generate`. Do not edit.

import type { DeliveryHeader } from './delivery-header.ts';

/**
 * The request of one attempt, made again of what is kept: the event, and the endpoint's URL and secrets as they are now.
 */
export interface DeliveryRequest {
  /** Delivery that the attempt is of. */
  delivery_id: string;
  /** Id of the event. */
  event_id: string;
  /** Number of the attempt among those of the delivery, from 1 on. */
  attempt: number;
  /** When the attempt began. Its whole seconds are the timestamp that is signed. */
  attempted_at: string;
  /** Every delivery is a POST. */
  method: 'POST';
  /** URL of the endpoint now, without user and password. */
  url: string;
  /** The headers in their order, but for those of the connection. Those with signatures are left out where `body` is null. */
  headers: Array<DeliveryHeader>;
  /** The body to the byte, as UTF-8. Null where the key may not read the payload of the event. */
  body: string | null;
  /** Release date of the version that the body is in. */
  api_version: string;
  /** Whether the URL was set since the attempt, so that the request may have gone elsewhere. */
  url_changed: boolean;
  /** Whether a secret was rotated, or one that signed along has stopped, since the attempt: then the signatures are not those that went out. */
  secrets_changed: boolean;
}
