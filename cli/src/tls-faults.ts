/** Errors of OpenSSL if the peer does not use TLS. */
const withoutTls = /WRONG_VERSION_NUMBER|wrong version number|PACKET_LENGTH_TOO_LONG|packet length too long|HTTP_REQUEST|http request/;

/** True if the error or one of its causes shows that the port of an https URL does not use TLS. */
export function isWithoutTls(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return withoutTls.test(`${String((error as NodeJS.ErrnoException).code)} ${error.message}`) || isWithoutTls(error.cause);
}

/** The cause of a TLS failure. `authority`: this machine does not trust the issuer of the certificate. */
export interface TlsFault {
  readonly fault: 'handshake' | 'certificate' | 'authority';
  readonly reason: string;
}

const handshake = /^(ERR_SSL_|EPROTO$)/;
const authority = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_UNTRUSTED$)/;
const certificate = /CERT|TLS|SIGNATURE|^(INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|UNSPECIFIED)$/;

/** Null for an error with another cause. If a receiver requires a client certificate, the handshake fails. */
export function tlsFault(error: unknown): TlsFault | null {
  const { code = '', message = '', reason } = Object(error) as { code?: string; message?: string; reason?: string };
  // OpenSSL reports a line such as "write EPROTO 40835E14:error:0A000410:SSL routines:ssl3_read_bytes:ssl/tls alert handshake failure:…".
  if (handshake.test(code)) return { fault: 'handshake', reason: reason ?? /SSL routines:[^:]*:([^:]+)/.exec(message)?.[1] ?? code };
  if (authority.test(code)) return { fault: 'authority', reason: message };
  return certificate.test(code) ? { fault: 'certificate', reason: message } : null;
}
