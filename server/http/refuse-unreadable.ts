import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../problems/problem.ts';
import { rawProblem } from './send-problem.ts';

/** After its last answer a connection stays open this long, so that the caller can read it while still sending. */
const lingerMs = 1_000;

interface ParserError extends Error {
  code?: string;
}

interface Refusal {
  readonly status: 400 | 404 | 408 | 413 | 431;
  readonly problem: Problem;
}

const invalid = (detail: string) => new Problem('validation_failed', { detail });

function refusalOf({ code }: ParserError): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, problem: invalid('The request line and headers are over 16 KB.') };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, problem: new Problem('payload_too_large', { detail: 'The chunk extensions of the body are over 16 KB.' }) };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, problem: invalid('The request was not complete in time.') };
    default:
      return { status: 400, problem: invalid('The request is not valid HTTP/1.1.') };
  }
}

/**
 * Answers what the HTTP parser refuses, and what never becomes a request. Answers to requests that came before on the
 * same connection are not overtaken.
 */
export function refuseUnreadable(server: Server, errorsBase: () => string): void {
  const lastExchange = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  const refused = new WeakSet<Socket>();

  const refuse = (socket: Socket, { status, problem }: Refusal, requestId: string) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(rawProblem(problem, status, errorsBase(), requestId));
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  };

  server.prependListener('request', (request, response) => lastExchange.set(request.socket, { request, response }));
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    if (socket.destroyed || refused.has(socket)) return;
    refused.add(socket);
    const refusal = refusalOf(error);
    const last = lastExchange.get(socket);
    if (!last || (last.request.complete && last.response.writableFinished)) {
      refuse(socket, refusal, randomUUID());
    } else if (last.request.complete) {
      last.response.once('close', () => refuse(socket, refusal, randomUUID()));
    } else if (last.response.headersSent) {
      socket.destroySoon();
    } else {
      refuse(socket, refusal, String(last.response.getHeader('x-request-id') ?? randomUUID()));
    }
  });
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    refuse(socket, { status: 404, problem: new Problem('not_found', { detail: 'This is no proxy.' }) }, randomUUID());
  });
}
