// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Why an attempt or a delivery failed. `http_status`: an answer other than 2xx. `timeout`: no answer within 10 seconds. `connection_error`: the connection failed. `tls_error`: no valid certificate. `redirect`: a 3xx, which is not followed. `destination_forbidden`: the host does not resolve to public addresses; whether it does not resolve, or resolves to others, is not told. `endpoint_disabled`: the endpoint was disabled before the delivery could be sent, or its URL is not for events of that creator, because a key that does not reach the creator has set it.
 */
export type DeliveryError =
  'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled';
