// Generated from spec/ by `npm run generate`. Do not edit.

/** The title of each code of an attempt's `error_detail`. */
export const attemptErrorTitles = {
  "dns_not_found": "Host not found",
  "destination_not_public": "Host not public",
  "host_unreachable": "Host unreachable",
  "connection_refused": "Connection refused",
  "connection_reset": "Connection reset",
  "connection_closed": "Connection closed",
  "connect_timeout": "Connect timed out",
  "response_timeout": "Response timed out",
  "tls_certificate_expired": "Certificate expired",
  "tls_certificate_not_yet_valid": "Certificate not yet valid",
  "tls_certificate_name": "Certificate of another host",
  "tls_certificate_untrusted": "Certificate not trusted",
  "tls_certificate_weak": "Certificate too weak",
  "tls_client_certificate_required": "Client certificate required",
  "tls_protocol": "TLS handshake failed",
  "tls_missing": "No TLS at the port",
  "http2_required": "HTTP/2 only",
  "http_malformed": "Invalid HTTP",
  "response_headers_too_large": "Headers too large"
} as const;

