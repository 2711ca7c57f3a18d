/** What OpenSSL reports where the other side answers without TLS. */
const withoutTls = /WRONG_VERSION_NUMBER|wrong version number|PACKET_LENGTH_TOO_LONG|packet length too long|HTTP_REQUEST|http request/;

/** Codes of errors of TLS, most of them about certificates. */
export const tlsCode = /CERT|TLS|SSL|SIGNATURE|EPROTO/;

/** Whether an https address leads to a port without TLS: of an error or any of its causes. */
export function isWithoutTls(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return withoutTls.test(`${String((error as NodeJS.ErrnoException).code)} ${error.message}`) || isWithoutTls(error.cause);
}
