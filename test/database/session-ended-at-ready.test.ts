import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TlsClient } from '../../server/database/client/tls-client.ts';
import { timeoutPool } from '../../server/database/client/timeout-client.ts';
import { SequelizePool } from '../../server/orm/sequelize-pool.ts';

/** A message of PostgreSQL's protocol: its type, its length and its content. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/** A session that is ready, and that an administrator ends in the same packet. */
const readyAndEnded = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', Buffer.from('I')),
  message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')),
]);

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(readyAndEnded));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `postgres://service@127.0.0.1:${(server.address() as AddressInfo).port}/service?target_session_attrs=read-write`;
});
afterAll(() => void server.close());

// An error event without a listener would end the process; here it would fail the run.
test('a session that ends in the packet of its ReadyForQuery fails only the call that opens it', async () => {
  const ended = { code: '57P01' };
  await expect(new TlsClient(url).connect()).rejects.toMatchObject(ended);
  const pool = timeoutPool(new Set(), { connectionString: url });
  // As every pool of the service has it.
  pool.on('error', () => undefined);
  await expect(pool.connect()).rejects.toMatchObject(ended);
  await expect(pool.query('SELECT 1')).rejects.toMatchObject(ended);
  await pool.end();
  const models = new SequelizePool({ url, size: 1, name: 'test' });
  await expect(models.query({ text: 'SELECT 1' })).rejects.toMatchObject(ended);
  await models.close();
});
