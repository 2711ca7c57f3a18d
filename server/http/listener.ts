import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { rawProblem } from './send-problem.ts';

const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 65_000;

export interface Listener {
  readonly port: number;
  /** Stops accepting, lets the requests in flight end until the deadline, then closes what is left. */
  close(deadlineMs: number): Promise<void>;
}

interface ParserError extends Error {
  code?: string;
}

function refusalOf({ code }: ParserError): { status: 400 | 408 | 431; detail: string } {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, detail: 'The request line and headers are over 16 KB.' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, detail: 'The request was not complete within 30 seconds.' };
  return { status: 400, detail: 'The request is not valid HTTP/1.1.' };
}

function drain(server: Server, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), deadlineMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Serves `handler` on host and port. Rejects with the system's error, for example for a port in use. */
export function listen(handler: RequestListener, host: string, port: number, errorsBase: string): Promise<Listener> {
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: 1_000,
      noDelay: true,
    },
    handler,
  );
  let stopping = false;
  // Keep-alive connections learn at their next answer that they end here.
  server.prependListener('request', (_request, response) => {
    if (stopping) response.setHeader('connection', 'close');
  });
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const { status, detail } = refusalOf(error);
    socket.end(rawProblem(status, detail, errorsBase, randomUUID()));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({
        port: (server.address() as AddressInfo).port,
        close(deadlineMs) {
          stopping = true;
          return drain(server, deadlineMs);
        },
      });
    });
  });
}
