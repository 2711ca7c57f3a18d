import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../../generated/limits.ts';
import { Problem } from '../../problems/problem.ts';
import { requestIdIn, requestIdOf } from '../steps/request-id.ts';
import { originForm } from './request-target.ts';
import { rawProblem } from '../steps/send-problem.ts';

/** The connection stays open this long after a refusal, so that a caller who is still sending can read the response. */
const lingerMs = 1_000;

interface ParserError extends Error {
  code?: string;
  /** The bytes that were read last, and how many of them were parsed. */
  rawPacket?: Buffer;
  bytesParsed?: number;
}

function refusalOf({ code }: ParserError): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large', { detail: `The request line and headers are over ${limits.headBytes / 1_024} KB.` });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('payload_too_large', { detail: 'The chunk extensions of the body are over 16 KB.' });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', { detail: 'The request was not received in time.' });
    default:
      return new Problem('validation_failed', { detail: 'The request is not valid HTTP/1.1.' });
  }
}

interface LastExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The previous response on the same connection. */
  readonly previous: ServerResponse | undefined;
}

/** Runs the action after the response has ended, because responses are sent in the order of their requests. */
function after(response: ServerResponse | undefined, action: () => void): void {
  if (!response || response.closed) action();
  else response.once('close', action);
}

/** Sends a problem for requests that the HTTP parser refuses, and for `CONNECT`, after the responses to earlier requests of the connection. */
export function refuseUnreadable(server: Server, errorsBase: () => string): void {
  const lastExchange = new WeakMap<Socket, LastExchange>();
  const refused = new WeakSet<Socket>();

  const refuse = (socket: Socket, problem: Problem, instance: string, requestId: string) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(rawProblem(problem, errorsBase(), instance, requestId));
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  };

  server.prependListener('request', (request, response) => {
    const { socket } = request;
    lastExchange.set(socket, { request, response, previous: lastExchange.get(socket)?.response });
  });
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    if (socket.destroyed || refused.has(socket)) return;
    refused.add(socket);
    const problem = refusalOf(error);
    const last = lastExchange.get(socket);
    if (!last || last.request.complete) {
      after(last?.response, () => refuse(socket, problem, '', requestIdIn(error.rawPacket, error.bytesParsed)));
    } else if (last.response.headersSent) {
      socket.destroySoon();
    } else {
      const requestId = last.response.getHeader('x-request-id') ?? requestIdOf(last.request);
      after(last.previous, () => refuse(socket, problem, originForm(last.request.url ?? '/'), String(requestId)));
    }
  });
  server.on('connect', (request, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const problem = new Problem('not_found', { detail: 'CONNECT is not supported.' });
    after(lastExchange.get(socket)?.response, () => refuse(socket, problem, '', requestIdOf(request)));
  });
}
