import { createServer, type AddressInfo, type Socket } from 'node:net';
import { connectTo } from './database-address.ts';

export interface TcpProxy {
  /** The target's URL, by way of the proxy. */
  readonly url: string;
  /** `up` forwards; `down` cuts every connection and each new one at once; `mute` keeps connections and forwards nothing. */
  set(mode: 'up' | 'down' | 'mute'): void;
  close(): Promise<void>;
}

/** A proxy between a service and its database, which lets a test cause and end outages. */
export async function startTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = new URL(targetUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  let mode: 'up' | 'down' | 'mute' = 'up';
  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    if (mode === 'down') {
      near.destroy();
      return;
    }
    const far = connectTo(target);
    const pair = [near, far] as const;
    pairs.add(pair);
    far.on('error', () => far.destroy());
    far.on('close', () => near.destroy());
    near.on('close', () => {
      far.destroy();
      pairs.delete(pair);
    });
    near.pipe(far);
    far.pipe(near);
    if (mode === 'mute') silence(pair);
  });
  function silence([near, far]: readonly [Socket, Socket]): void {
    near.unpipe(far);
    far.unpipe(near);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    set(next) {
      const wasMute = mode === 'mute';
      mode = next;
      for (const pair of pairs) {
        if (mode === 'mute') silence(pair);
        else if (mode === 'down' || wasMute) pair[0].destroy();
      }
    },
    close: () =>
      new Promise((resolve) => {
        for (const [near] of pairs) near.destroy();
        server.close(() => resolve());
      }),
  };
}
