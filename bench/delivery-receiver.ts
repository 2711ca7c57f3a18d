import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver in a process of its own: answers 200 at once and tells its parent how many requests came, and when. */
let count = 0;
let target = Infinity;
const arrivals = new Map<string, number>();
let keepsArrivals = false;

const server = createServer((request, response) => {
  const id = request.headers['service-event-id'] as string | undefined;
  request.on('data', () => undefined);
  request.on('end', () => {
    if (keepsArrivals && id) arrivals.set(id, performance.timeOrigin + performance.now());
    response.writeHead(200, { 'content-length': 2 }).end('ok');
    if (++count === target) process.send?.({ kind: 'reached', at: performance.timeOrigin + performance.now() });
  });
});
server.keepAliveTimeout = 10_000;

process.on('message', (message: { kind: 'expect'; count: number; keepsArrivals?: boolean } | { kind: 'arrivals' }) => {
  if (message.kind === 'arrivals') {
    process.send?.({ kind: 'arrivals', arrivals: [...arrivals.entries()] });
    return;
  }
  count = 0;
  target = message.count;
  keepsArrivals = message.keepsArrivals ?? false;
  arrivals.clear();
  process.send?.({ kind: 'ready' });
});
process.on('disconnect', () => process.exit());

server.listen(0, '127.0.0.1', () => process.send?.({ kind: 'listening', port: (server.address() as AddressInfo).port }));
