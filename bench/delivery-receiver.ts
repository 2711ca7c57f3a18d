import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the parent process orders and hears. Times are milliseconds since the epoch, with fractions. */
export type ReceiverOrder =
  { readonly kind: 'expect'; readonly count: number; readonly keepsArrivals: boolean } | { readonly kind: 'arrivals' };
export type ReceiverReport =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'reached'; readonly at: number }
  | { readonly kind: 'arrivals'; readonly arrivals: readonly (readonly [string, number])[] };

const report = (message: ReceiverReport) => process.send!(message);
const now = () => performance.timeOrigin + performance.now();

let count = 0;
let target = Infinity;
let keepsArrivals = false;
/** First arrival by the id of the order that the event tells of. */
const arrivals = new Map<string, number>();

/** Answers 200 at once, in a process of its own, and counts. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => {
    if (keepsArrivals) chunks.push(chunk);
  });
  request.on('end', () => {
    const at = now();
    response.writeHead(200, { 'content-length': 2 }).end('ok');
    if (keepsArrivals) {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } };
      if (!arrivals.has(data.id)) arrivals.set(data.id, at);
    }
    if (++count === target) report({ kind: 'reached', at });
  });
});
server.keepAliveTimeout = 10_000;

process.on('message', (order: ReceiverOrder) => {
  if (order.kind === 'arrivals') {
    report({ kind: 'arrivals', arrivals: [...arrivals] });
    return;
  }
  count = 0;
  target = order.count;
  keepsArrivals = order.keepsArrivals;
  arrivals.clear();
  report({ kind: 'ready' });
});
process.on('disconnect', () => process.exit());

server.listen(0, '127.0.0.1', () => report({ kind: 'listening', port: (server.address() as AddressInfo).port }));
