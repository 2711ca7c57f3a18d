import { createServer, type AddressInfo, type Socket } from 'node:net';
import { connectTo } from '../support/database-address.ts';

export interface CuttingProxy {
  /** The database's URL, by way of the proxy. */
  readonly url: string;
  /** Whether the connection was cut. */
  readonly hasCut: boolean;
  close(): Promise<void>;
}

/** Types of messages that end a request: a simple query, and the end of an extended one. */
const endsRequest = new Set(['Q', 'S']);

/** Lengths of the whole requests at the start of `bytes`, which begin with a message that has a type. */
function requestsIn(bytes: Buffer): number[] {
  const lengths: number[] = [];
  let start = 0;
  for (let at = 0; at + 5 <= bytes.length;) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length) break;
    if (endsRequest.has(String.fromCharCode(bytes[at]!))) {
      lengths.push(end - start);
      start = end;
    }
    at = end;
  }
  return lengths;
}

/**
 * Forwards to a database until the request of this number, counted over all connections: the connection ends before the server gets it, or
 * after, so that its response is lost.
 */
export async function startCuttingProxy(targetUrl: string, cutAt: number, when: 'before' | 'after'): Promise<CuttingProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let count = 0;
  let hasCut = false;
  const server = createServer((near) => {
    const far = connectTo(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    far.pipe(near);
    near.on('close', () => far.end());
    far.on('close', () => near.destroy());
    let held = Buffer.alloc(0);
    let hasBegun = false;
    near.on('data', (chunk: Buffer) => {
      if (hasCut) return;
      if (!hasBegun) {
        // The first message of a connection has no type; the client waits for the response to it.
        hasBegun = true;
        far.write(chunk);
        return;
      }
      held = Buffer.concat([held, chunk]);
      // Of the password, nothing is counted.
      if (held[0] === 'p'.charCodeAt(0) || held[0] === 'X'.charCodeAt(0)) {
        far.write(held);
        held = Buffer.alloc(0);
        return;
      }
      for (const length of requestsIn(held)) {
        count += 1;
        hasCut = count === cutAt;
        if (!hasCut || when === 'after') far.write(held.subarray(0, length));
        held = held.subarray(length);
        if (!hasCut) continue;
        near.destroy();
        far.end();
        return;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    get hasCut() {
      return hasCut;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
