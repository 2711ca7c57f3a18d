import { createServer, type AddressInfo, type Socket } from 'node:net';
import { connectTo } from '../support/database-address.ts';

export interface DatabaseProxy {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** From now on nothing passes over the connections that are open: they stay open, and no response comes. New ones work. */
  freeze(): void;
  close(): Promise<void>;
}

/** A proxy between a service and its database, like a host that can vanish. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = connectTo(target);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze() {
      for (const socket of open) socket.unpipe().pause();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
