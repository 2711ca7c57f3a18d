import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { limits } from '../../../generated/limits.ts';
import { Problem } from '../../problems/problem.ts';
import { Connections } from './connections.ts';
import { hostComplaint } from './host-header.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { originForm } from './request-target.ts';
import { sendWithoutService } from '../steps/send-problem.ts';
import { limitPipelining } from './pipeline-limiter.ts';

const keepAliveTimeoutMs = 65_000;

/** A request that is not complete by then ends: its headers and its body. */
export const defaultRequestTimeoutMs = limits.requestSeconds * 1_000;

/** An answer of which nothing more is read for this long ends with its connection. */
export const defaultUnreadTimeoutMs = 30_000;

export interface Listener {
  readonly port: number;
  /** From here on, each response ends its connection, so that clients open their next one elsewhere. */
  endConnections(): void;
  /**
   * Stops accepting, lets the requests in flight end until the deadline, then closes what is left. Idle connections are closed after `lingerMs`: until
   * then a request on one is served, and its response says that the connection ends.
   */
  close(deadlineMs: number, lingerMs?: number): Promise<void>;
}

export interface ListenOptions {
  readonly requestTimeoutMs?: number;
  readonly unreadTimeoutMs?: number;
  readonly mostConnections?: number;
  /** Requests for another host are refused; any host is served unless given. */
  readonly isOwnHost?: (request: IncomingMessage) => boolean;
}

/** From one check for connections that became idle to the next. */
const idleCheckMs = 100;

function drain(server: Server, deadlineMs: number, lingerMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), deadlineMs);
    let idle: NodeJS.Timeout | undefined;
    const closed = () => {
      clearTimeout(timer);
      clearTimeout(idle);
      resolve();
    };
    if (lingerMs === 0) {
      server.close(closed);
      server.closeIdleConnections();
      return;
    }
    // The close of HTTP servers ends idle connections at once: a request that is on its way would fail.
    NetServer.prototype.close.call(server, closed);
    const closeIdle = () => {
      server.closeIdleConnections();
      idle = setTimeout(closeIdle, idleCheckMs);
    };
    idle = setTimeout(closeIdle, lingerMs);
  });
}

/** Serves `handler` on host and port. Rejects with the system's error, for example for a port in use. */
export function listen(
  handler: RequestListener,
  host: string,
  port: number,
  errorsBase: () => string,
  {
    requestTimeoutMs = defaultRequestTimeoutMs,
    unreadTimeoutMs = defaultUnreadTimeoutMs,
    mostConnections = limits.listenerConnections,
    isOwnHost,
  }: ListenOptions = {},
): Promise<Listener> {
  let isEnding = false;
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    // Keep-alive connections learn at their next answer that they end here.
    if (isEnding) response.setHeader('connection', 'close');
    request.url = originForm(request.url ?? '/');
    const complaint = hostComplaint(request, isOwnHost);
    if (complaint === undefined) handler(request, response);
    else sendWithoutService(request, response, errorsBase(), new Problem('validation_failed', { detail: complaint }));
  };
  const connections = new Connections(mostConnections);
  const server = createServer(
    {
      maxHeaderSize: limits.headBytes,
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
      // Node's own refusal would have neither a request id nor a problem.
      requireHostHeader: false,
      noDelay: true,
    },
    limitPipelining(serve, unreadTimeoutMs, connections),
  );
  server.on('connection', (socket) => connections.opened(socket));
  // Their size is bounded, so that their number need not be: Node silently drops those over its limit.
  server.maxHeadersCount = 0;
  // An expectation is a request like any other. The step that reads the body asks for it.
  const asRequest: RequestListener = (request, response) => void server.emit('request', request, response);
  server.on('checkContinue', asRequest).on('checkExpectation', asRequest);
  refuseUnreadable(server, errorsBase);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({
        port: (server.address() as AddressInfo).port,
        endConnections() {
          isEnding = true;
        },
        close(deadlineMs, lingerMs = 0) {
          isEnding = true;
          return drain(server, deadlineMs, lingerMs);
        },
      });
    });
  });
}
