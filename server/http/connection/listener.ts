import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { limits } from '../../../generated/limits.ts';
import { Problem } from '../../problems/problem.ts';
import { Connections } from './connections.ts';
import { hostRefusal } from './host-header.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { originForm } from './request-target.ts';
import { sendWithoutSteps } from '../steps/send-problem.ts';
import { limitPipelining } from './pipeline-limiter.ts';

const keepAliveTimeoutMs = 65_000;

/** The time for the headers and body of a request. */
export const defaultRequestTimeoutMs = limits.requestSeconds * 1_000;

/** A connection is closed if nothing of a response is read for this long. */
export const defaultUnreadTimeoutMs = 30_000;

export interface Listener {
  readonly port: number;
  /** Each response ends its connection, so that clients open their next one to another process. */
  endConnections(): void;
  /**
   * Stops accepting connections, waits for requests in flight until the deadline, then closes all connections. Idle connections are closed after
   * `lingerMs`: until then, their requests are served with `connection: close`.
   */
  close(deadlineMs: number, lingerMs?: number): Promise<void>;
}

export interface ListenOptions {
  readonly requestTimeoutMs?: number;
  readonly unreadTimeoutMs?: number;
  readonly maxConnections?: number;
  /** Requests for other hosts are refused. */
  readonly isOwnHost?: (request: IncomingMessage) => boolean;
}

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
    // Closing an HTTP server ends idle connections at once, which fails a request that was just sent.
    NetServer.prototype.close.call(server, closed);
    const closeIdle = () => {
      server.closeIdleConnections();
      idle = setTimeout(closeIdle, idleCheckMs);
    };
    idle = setTimeout(closeIdle, lingerMs);
  });
}

/** Rejects with the system's error, for example for a port in use. */
export function listen(
  handler: RequestListener,
  host: string,
  port: number,
  errorsBase: () => string,
  {
    requestTimeoutMs = defaultRequestTimeoutMs,
    unreadTimeoutMs = defaultUnreadTimeoutMs,
    maxConnections = limits.listenerConnections,
    isOwnHost,
  }: ListenOptions = {},
): Promise<Listener> {
  let isEnding = false;
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    if (isEnding) response.setHeader('connection', 'close');
    request.url = originForm(request.url ?? '/');
    const refusal = hostRefusal(request, isOwnHost);
    if (refusal === undefined) handler(request, response);
    else sendWithoutSteps(request, response, errorsBase(), new Problem('validation_failed', { detail: refusal }));
  };
  const connections = new Connections(maxConnections);
  const server = createServer(
    {
      maxHeaderSize: limits.headBytes,
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
      // Node's own refusal has neither a request id nor a problem.
      requireHostHeader: false,
      noDelay: true,
    },
    limitPipelining(serve, unreadTimeoutMs, connections),
  );
  server.on('connection', (socket) => connections.open(socket));
  // The size of the headers is limited. By default, Node silently drops headers above a maximum number.
  server.maxHeadersCount = 0;
  // The step that reads the body responds to `Expect`.
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
