import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { TlsClient } from '../../server/database/client/tls-client.ts';
import { migrate } from '../../server/database/migrate/migrate.ts';
import { openWorkerPool } from '../../server/database/client/worker-pool.ts';
import { openDatabase } from '../../server/orm/database.ts';
import { certificate, certificateKey } from '../delivery/destination-certificate.ts';

const password = 'hunter2-of-the-owner';
const asksForClearText = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
const tlsAsked = 80_877_103;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server on the port of a database. It asks for the password and stores received data. */
async function thief(where: number | string, { tls = false } = {}): Promise<{ server: Server; heard: () => string }> {
  const sockets = new Set<Socket>();
  let heard = '';
  const talk = (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(asksForClearText));
    socket.on('data', (bytes) => (heard += bytes.toString('latin1')));
  };
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    if (!tls) return talk(socket);
    socket.once('data', (request) => {
      expect(request.readInt32BE(4)).toBe(tlsAsked);
      talk(new TLSSocket(socket, { isServer: true, cert: certificate, key: certificateKey }));
      socket.write('S');
    });
  });
  await new Promise<void>((listening) =>
    typeof where === 'string' ? server.listen(where, listening) : server.listen(where, '127.0.0.1', listening),
  );
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });
  return { server, heard: () => heard };
}

const urlOf = (server: Server, query = '') =>
  `postgres://owner:${password}@127.0.0.1:${(server.address() as AddressInfo).port}/database${query}`;

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
    'transactions',
    async (url) => {
      const pool = openDatabase(url, [], 1);
      await pool.transaction((sql) => sql.query({ text: 'SELECT 1' })).finally(() => pool.close());
    },
  ],
  [
    'the pool of the worker',
    async (url) => {
      const pool = openWorkerPool(url, 1, () => undefined);
      await pool.query({ text: 'SELECT 1' }).finally(() => pool.close());
    },
  ],
  [
    'the models',
    async (url) => {
      const pool = openDatabase(url, [], 1);
      await pool.models.models.agencies.findAll().finally(() => pool.close());
    },
  ],
];

describe('a password in clear text', () => {
  test.each(ways)('is not sent over TCP without TLS, by %s', async (_name, connect) => {
    const { server, heard } = await thief(0);
    await expect(connect(urlOf(server))).rejects.toThrow('the server requests a clear-text password over a connection without TLS');
    expect(heard()).toContain('owner');
    expect(heard()).not.toContain(password);
  });

  test('is sent over TLS, as the URL allows', async () => {
    const { server, heard } = await thief(0, { tls: true });
    const client = new TlsClient({ connectionString: urlOf(server, '?sslmode=no-verify'), connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    await expect(client.connect()).rejects.toThrow();
    expect(heard()).toContain(password);
  });

  test('is sent over a Unix socket', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'agency-service-socket-'));
    closing.push(async () => rmSync(directory, { recursive: true, force: true }));
    const { heard } = await thief(join(directory, '.s.PGSQL.5432'));
    const url = `postgres://owner:${password}@${encodeURIComponent(directory)}:5432/database`;
    const client = new TlsClient({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    await expect(client.connect()).rejects.toThrow();
    expect(heard()).toContain(password);
  });
});
