import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { certificate, certificateKey } from '../test/delivery/destination-certificate.ts';
import { monotonicMs } from './machine.ts';

/** What the parent process orders and hears. Times are of the monotonic clock, in milliseconds. */
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

const answer = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');

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

/** Finds the requests in what one HTTP/1.1 connection brings. Each states the length of its body. */
class RequestSplitter {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Of the request that has begun, from its first byte on. Unknown until its head is there. */
  #request: { readonly bodyStart: number; readonly end: number } | undefined;

  /** The bodies of the requests that the chunk completes. */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const bodies: Buffer[] = [];
    for (;;) {
      this.#request ??= this.#readHead();
      if (!this.#request || this.#length < this.#request.end) return bodies;
      const { bodyStart, end } = this.#request;
      const bytes = this.#joined();
      bodies.push(bytes.subarray(bodyStart, end));
      this.#request = undefined;
      this.#length -= end;
      this.#chunks = this.#length > 0 ? [bytes.subarray(end)] : [];
    }
  }

  #joined(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks, this.#length)];
    return this.#chunks[0]!;
  }

  #readHead(): { bodyStart: number; end: number } | undefined {
    if (this.#length === 0) return undefined;
    const bytes = this.#joined();
    const end = bytes.indexOf(headEnd);
    if (end < 0) return undefined;
    const length = contentLength.exec(bytes.toString('latin1', 0, end));
    if (!length) throw new Error('a request does not state the length of its body');
    const bodyStart = end + headEnd.length;
    return { bodyStart, end: bodyStart + Number(length[1]) };
  }
}

/**
 * Answers 200 at once, in a process of its own, and counts. It reads no more of HTTP than where a request ends: what it
 * takes of the machine is missing to those who are measured.
 */
function receive(socket: Socket): void {
  connections++;
  const splitter = new RequestSplitter();
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    for (const body of splitter.push(chunk)) {
      const at = monotonicMs();
      socket.write(answer);
      if (count === 0) firstAt = at;
      if (keepsArrivals) arrivals.push([orderIdOf(body), at]);
      if (++count === target) report({ kind: 'reached', firstAt, lastAt: at, connections });
    }
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
