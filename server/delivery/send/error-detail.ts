import type { DeliveryAttempt } from '../../../generated/models.ts';
import type { ConnectionFacts } from './connection-facts.ts';
import { DestinationForbidden } from './destination-connector.ts';

/** A code of `spec/attempt-errors.yaml`. */
export type AttemptErrorDetail = NonNullable<DeliveryAttempt['error_detail']>;

const codesOf: Partial<Record<AttemptErrorDetail, readonly string[]>> = {
  // Only for the operators' webhook. For endpoints of agencies, `DestinationForbidden` determines the shown detail.
  dns_not_found: ['ENOTFOUND', 'EAI_AGAIN'],
  // On a machine without IPv6, a connection to an IPv6 address fails with EADDRNOTAVAIL.
  host_unreachable: ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL'],
  connection_refused: ['ECONNREFUSED'],
  connection_reset: ['ECONNRESET', 'EPIPE', 'ECONNABORTED'],
  connect_timeout: ['UND_ERR_CONNECT_TIMEOUT', 'ERR_TLS_HANDSHAKE_TIMEOUT'],
  tls_certificate_expired: ['CERT_HAS_EXPIRED'],
  tls_certificate_not_yet_valid: ['CERT_NOT_YET_VALID'],
  tls_certificate_name: ['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_CERT_ALTNAME_FORMAT', 'HOSTNAME_MISMATCH'],
  tls_certificate_untrusted: [
    'CERT_REVOKED',
    'CERT_UNTRUSTED',
    'CERT_REJECTED',
    'CERT_SIGNATURE_FAILURE',
    'CERT_CHAIN_TOO_LONG',
    'CRL_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'INVALID_CA',
    'INVALID_PURPOSE',
    'PATH_LENGTH_EXCEEDED',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    // Node refused the certificate without a specific reason.
    'UNSPECIFIED',
  ],
  tls_missing: ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_BAD_RECORD_TYPE'],
  tls_protocol: ['EPROTO'],
  http_malformed: ['PROTOCOL_SWITCH', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_ASSERTION'],
  response_headers_too_large: ['UND_ERR_HEADERS_OVERFLOW', 'INTERIM_FLOOD'],
};

const detailByCode = new Map(
  Object.entries(codesOf).flatMap(([detail, codes]) => codes.map((code) => [code, detail as AttemptErrorDetail] as const)),
);

/** A receiver that requires a client certificate closes the connection or sends an alert. */
const isRefusal = (code: string) => /^(ERR_SSL_.*ALERT|UND_ERR_SOCKET|ECONNRESET|EPIPE|ECONNABORTED)/.test(code);

/** The first frame of an HTTP/2 connection: SETTINGS, for the whole connection. */
const settingsFrame = /^\0.{2}\x04.\0{4}/s;

interface Failure extends ConnectionFacts {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly syscall?: unknown;
  /** The part of a response that the parser refused. */
  readonly data?: unknown;
}

function detailOfTls(code: string, message: string): AttemptErrorDetail | undefined {
  if (code === 'UNSPECIFIED' && message.includes('too weak')) return 'tls_certificate_weak';
  if (code.endsWith('ALERT_NO_APPLICATION_PROTOCOL')) return 'http2_required';
  if (code.endsWith('UNRECOGNIZED_NAME')) return 'tls_certificate_name';
  if (code.endsWith('ALERT_CERTIFICATE_REQUIRED')) return 'tls_client_certificate_required';
  return detailByCode.get(code) ?? (code.startsWith('ERR_SSL_') ? 'tls_protocol' : undefined);
}

/** The detail of a failed attempt's error; null if it is unknown. */
export function detailOf(error: unknown): AttemptErrorDetail | null {
  if (error instanceof DestinationForbidden) return error.detail;
  const { name, code: given, message: text, syscall, data, isCertificateRequested } = (error ?? {}) as Failure;
  const [code, message] = [given, text].map((member) => (typeof member === 'string' ? member : '')) as [string, string];
  if (isCertificateRequested && isRefusal(code)) return 'tls_client_certificate_required';
  if (name === 'HTTPParserError') return settingsFrame.test(String(data)) ? 'http2_required' : 'http_malformed';
  if (code === 'UND_ERR_SOCKET') return message.startsWith('bad ') ? 'http_malformed' : 'connection_closed';
  if (code === 'ETIMEDOUT') return syscall === 'connect' ? 'connect_timeout' : 'response_timeout';
  // A close during the TLS handshake has the code of a reset, and no system call.
  if (code === 'ECONNRESET' && syscall === undefined) return 'connection_closed';
  return detailOfTls(code, message) ?? null;
}
