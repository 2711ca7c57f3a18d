// Generated from spec/ by `npm run generate`. Do not edit.

/** The message for a text that a pattern of the contract refuses. */
export const patternMessages: Readonly<Record<string, string>> = {
  '^#[0-9a-f]{6}$': "must be a color such as '#0f766e', in lower case",
  '^([1-9]([0-9]{2}|xx)|http_status|timeout|connection_error|tls_error|redirect|destination_forbidden|endpoint_disabled|dns_not_found|destination_not_public|host_unreachable|connection_refused|connection_reset|connection_closed|connect_timeout|response_timeout|tls_certificate_expired|tls_certificate_not_yet_valid|tls_certificate_name|tls_certificate_untrusted|tls_certificate_weak|tls_client_certificate_required|tls_protocol|tls_missing|http2_required|http_malformed|response_headers_too_large)$':
    'must be a status such as 500, a class such as 5xx, an `error` or an `error_detail`',
  '^(\\.{0,2}[^.,]|\\.{3})[^,]*$': 'must contain no comma and not be . or .., because lists and paths could not name it',
  '^(\\.{0,2}[^.]|\\.{3})[\\s\\S]*$': 'must not be . or .., because a path could not name it',
  "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$": 'must be the name of a header',
  '^[!-~]([ -~]*[!-~])?$': 'must be visible ASCII characters, with spaces only between them',
  '^[!-~]+_live_[A-Za-z0-9._~+/=-]{32,64}$': 'must be a prefix that ends in _live_ and 32 to 64 letters, digits or ._~+/=-',
  '^[A-Za-z0-9_.-]+_whsec_[A-Za-z0-9+/_-]{32}$': 'must be one secret, a prefix that ends in _whsec_ and 32 letters, digits or +/_-',
  '^\\d{4}-\\d{2}-\\d{2}([Tt ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?([Zz]|[+-]\\d{2}:?\\d{2}))?$':
    'must be a day such as 2026-01-31, or an instant with its offset (in a query, + is written %2B)',
  '^https?://([a-z0-9.-]+|\\[[0-9a-f:.]+\\])(:[0-9]{1,5})?$':
    'must be an origin such as https://app.example.com, in lower case and without a path',
};
