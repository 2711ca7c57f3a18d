import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { migrate } from '../../server/database/migrate/migrate.ts';
import { openWorkerPool } from '../../server/database/client/worker-pool.ts';
import { openDatabase } from '../../server/orm/database.ts';
import { SequelizePool } from '../../server/orm/sequelize-pool.ts';
import { Replica } from '../../server/database/replica/replica.ts';
import { certificate, certificateKey } from '../delivery/destination-certificate.ts';

const tlsAsked = 80_877_103;

let server: Server;
/** The bytes received over TLS: a trusted server receives user name and password. */
let trusted: number;
beforeEach(async () => {
  trusted = 0;
  const sockets = new Set<Socket>();
  // A PostgreSQL with an unknown certificate: it agrees to TLS, and hangs up on a client that continues.
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', (request) => {
      if (request.readInt32BE(4) !== tlsAsked) return void socket.destroy();
      const secure = new TLSSocket(socket, { isServer: true, cert: certificate, key: certificateKey });
      secure.on('error', () => undefined);
      secure.once('data', () => {
        trusted++;
        secure.destroy();
      });
      socket.write('S');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  };
});
afterEach(() => vi.unstubAllEnvs());

const urlWith = (sslMode: string) => `postgres://user:password@127.0.0.1:${(server.address() as AddressInfo).port}/database?${sslMode}`;

const ways: readonly (readonly [name: string, connect: (url: string) => Promise<unknown>])[] = [
  ['migrations', (url) => migrate(url)],
  [
    'the pool of the API',
    async (url) => {
      const pool = openDatabase(url, [], 1);
      await pool.query({ text: 'SELECT 1' }).finally(() => pool.close());
    },
  ],
  [
    'the pool of a replica',
    async (url) => {
      const replica = new Replica(url, new SequelizePool({ url, size: 1, name: 'api' }));
      await replica.query({ text: 'SELECT 1' }).finally(() => replica.close());
    },
  ],
  [
    'the check of a replica',
    async (url) => {
      const replica = new Replica(url, new SequelizePool({ url, size: 1, name: 'api' }));
      await replica.check().finally(() => replica.close());
    },
  ],
  [
    'the pool of the worker',
    async (url) => {
      const pool = openWorkerPool(url, 1, () => undefined);
      await pool.query({ text: 'SELECT 1' }).finally(() => pool.close());
    },
  ],
];

describe.each(ways)('with NODE_TLS_REJECT_UNAUTHORIZED=0, %s', (_name, connect) => {
  test.each(['sslmode=verify-full&uselibpqcompat=true', 'ssl=true'])('refuse an unknown certificate with %s', async (sslMode) => {
    await expect(connect(urlWith(sslMode))).rejects.toThrow(/self-signed certificate/);
    expect(trusted).toBe(0);
  });

  test.each(['require', 'prefer'])('succeed where the URL does not require a known certificate: %s', async (sslMode) => {
    await expect(connect(urlWith(`sslmode=${sslMode}&uselibpqcompat=true`))).rejects.toThrow();
    expect(trusted).toBe(1);
  });
});

test('sslmode=prefer does not continue without TLS', async () => {
  const requests: Buffer[] = [];
  const withoutTls = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (request) => {
        requests.push(request);
        socket.write('N');
      });
  });
  await new Promise<void>((listening) => withoutTls.listen(0, '127.0.0.1', listening));
  const { port } = withoutTls.address() as AddressInfo;
  const url = `postgres://user:password@127.0.0.1:${port}/database?sslmode=prefer&uselibpqcompat=true`;
  const pool = openWorkerPool(url, 1, () => undefined);
  await expect(pool.query({ text: 'SELECT 1' })).rejects.toThrow(/does not support SSL/);
  await pool.close();
  expect(requests.map((request) => request.readInt32BE(4))).toEqual([tlsAsked]);
  withoutTls.close();
});
