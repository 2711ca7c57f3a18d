import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { certificate, certificateKey } from '../test/delivery/destination-certificate.ts';
import { monotonicMs } from './machine.ts';

/** Messages from and to the parent process. Times are from the monotonic clock, in milliseconds. */
export type ReceiverOrder =
  { readonly kind: 'expect'; readonly count: number; readonly keepsArrivals: boolean } | { readonly kind: 'arrivals' };
export type ReceiverReport =
  | { readonly kind: 'listening'; readonly httpPort: number; readonly httpsPort: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'reached'; readonly firstAt: number; readonly lastAt: number; readonly connections: number }
  | { readonly kind: 'arrivals'; readonly arrivals: readonly Arrival[] };

/** The id of the event's order, and when it arrived. */
export type Arrival = readonly [orderId: string, at: number];

const report = (message: ReceiverReport) => process.send!(message);

const response = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');

let count = 0;
let target = Infinity;
let connections = 0;
let firstAt = 0;
let keepsArrivals = false;
const arrivals: Arrival[] = [];

function orderIdOf(body: Buffer): string {
  const { data } = JSON.parse(body.toString()) as { data: { id: string } };
  return data.id;
}

const headEnd = Buffer.from('\r\n\r\n');
const contentLength = /\r\ncontent-length: *(\d+)/i;

/**
 * A process that responds with 200 at once, and counts. It only detects the end of a request, because the CPU that it uses is missing to
 * the measured services. A connection carries one request at a time, which states the length of its body.
 */
function receive(socket: Socket): void {
  connections++;
  let received: Buffer | undefined;
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    received = received ? Buffer.concat([received, chunk]) : chunk;
    const headLength = received.indexOf(headEnd);
    if (headLength < 0) return;
    const bodyStart = headLength + headEnd.length;
    const [, length] = contentLength.exec(received.toString('latin1', 0, headLength))!;
    if (received.length < bodyStart + Number(length)) return;
    const body = received.subarray(bodyStart);
    received = undefined;
    const at = monotonicMs();
    socket.write(response);
    if (count === 0) firstAt = at;
    if (keepsArrivals) arrivals.push([orderIdOf(body), at]);
    if (++count === target) report({ kind: 'reached', firstAt, lastAt: at, connections });
  });
}

process.on('message', (order: ReceiverOrder) => {
  if (order.kind === 'arrivals') {
    report({ kind: 'arrivals', arrivals });
    return;
  }
  count = 0;
  connections = 0;
  target = order.count;
  keepsArrivals = order.keepsArrivals;
  arrivals.length = 0;
  report({ kind: 'ready' });
});
process.on('disconnect', () => process.exit());

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

const httpPort = await listen(createServer({ noDelay: true }, receive));
const httpsPort = await listen(createTlsServer({ cert: certificate, key: certificateKey, noDelay: true }, receive));
report({ kind: 'listening', httpPort, httpsPort });
