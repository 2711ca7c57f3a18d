import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector, errors } from 'undici';
import type { FinalResponse } from './final-responses.ts';

/** Facts of a connection that are added to its errors. */
export interface ConnectionFacts {
  /** The receiver requested a client certificate, and sent nothing after the handshake. */
  isCertificateRequested?: boolean;
  /** The status of the response. */
  statusCode?: number;
}

/** Shared signature algorithms are known only if the receiver requested a client certificate. */
function requestsCertificate(socket: unknown): boolean {
  return socket instanceof TLSSocket && ((socket.getSharedSigalgs() as string[] | null) ?? []).length > 0;
}

/** undici's connector, with errors that report whether the receiver requested a client certificate. */
export function connectorWithFacts(options: buildConnector.BuildOptions): buildConnector.connector {
  // The types omit the returned socket.
  const connect = buildConnector(options) as unknown as (...given: Parameters<buildConnector.connector>) => Socket;
  return (destination, callback) => {
    const socket = connect(destination, (...[error, connected]) => {
      if (!error) return callback(null, connected);
      if (requestsCertificate(socket)) Object.assign<Error, ConnectionFacts>(error, { isCertificateRequested: true });
      callback(error, null);
    });
  };
}

/** Adds these facts to the errors of an open connection. In TLS 1.3 a receiver refuses a missing certificate only after the handshake. */
export function noteFacts(socket: Socket, answer: FinalResponse): void {
  const isRequested = requestsCertificate(socket);
  // Registered before the transport's listeners, which report the error.
  socket.on('error', (error: Error & ConnectionFacts) => {
    if (isRequested && !answer.hasBegun) error.isCertificateRequested = true;
    if (answer.statusCode !== null) error.statusCode = answer.statusCode;
  });
}

/** The status of a response whose headers were too large; null for other errors. */
export function statusOfLargeHeaders(error: Error): number | null {
  return error instanceof errors.HeadersOverflowError ? ((error as ConnectionFacts).statusCode ?? null) : null;
}
