import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { id: string; type: string; created_at: string; api_version: string; data: Record<string, unknown> };
  readonly receivedAt: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Response to the next requests: a status, or a function that sends it. */
  answer: number | ((request: IncomingMessage, response: ServerResponse, received: Received) => void);
  /** Resolves with the first `count` requests, or rejects if they do not arrive in time. */
  waitFor(count: number, timeoutMs?: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** A real HTTP receiver of webhooks on the loopback address. */
export async function startReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const item: Received = { headers: request.headers, body, event: JSON.parse(body), receivedAt: Date.now() };
      receiver.received.push(item);
      if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end('ok');
      else receiver.answer(request, response, item);
      for (const check of waiting) check();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    answer: 200,
    waitFor: (count, timeoutMs = 15_000) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (receiver.received.length < count) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(receiver.received.slice(0, count));
        };
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`received ${receiver.received.length} of ${count} requests within ${timeoutMs} ms`));
        }, timeoutMs);
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return receiver;
}
