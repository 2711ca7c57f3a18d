import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Listener } from '../../server/http/connection/listener.ts';
import { head, RawConnection } from '../support/raw-connection.ts';

const most = 5;
let listener: Listener;
const held: (() => void)[] = [];

beforeAll(async () => {
  const handler: Parameters<typeof listen>[0] = (request, response) => {
    Object.assign(response, { locals: { isAuthenticated: request.url !== '/unauthenticated' } });
    if (request.url === '/held') held.push(() => response.end('held'));
    else response.end('ok');
  };
  listener = await listen(handler, '127.0.0.1', 0, () => '', { maxConnections: most });
});
afterAll(() => listener.close(0));

const open = () => RawConnection.open(`http://127.0.0.1:${listener.port}`);

async function ask(connection: RawConnection, path = '/'): Promise<string> {
  await connection.send(head(`GET ${path}`));
  return (await connection.answer()).text;
}

test('above the limit, the oldest connection without an authenticated request is closed', async () => {
  const connections: RawConnection[] = [];
  while (connections.length < most) connections.push(await open());
  await ask(connections[0]!);
  await ask(connections[1]!, '/unauthenticated');
  const another = await open();
  expect(await ask(another)).toBe('ok');
  await connections[1]!.closed();
  for (const connection of connections.filter((one) => one !== connections[1])) expect(await ask(connection)).toBe('ok');
  for (const connection of [...connections, another]) connection.close();
});

test('if all connections are authenticated, the one that is idle for the longest time is closed', async () => {
  const connections: RawConnection[] = [];
  while (connections.length < most) {
    connections.push(await open());
    await ask(connections.at(-1)!);
  }
  await ask(connections[0]!);
  const another = await open();
  expect(await ask(another)).toBe('ok');
  await connections[1]!.closed();
  for (const connection of connections.filter((one) => one !== connections[1])) expect(await ask(connection)).toBe('ok');
  for (const connection of [...connections, another]) connection.close();
});

test('if all connections have a request in progress, the new one is closed', async () => {
  const connections: RawConnection[] = [];
  while (connections.length < most) connections.push(await open());
  for (const connection of connections) await ask(connection);
  const asked = connections.map((connection) => ask(connection, '/held'));
  await expect.poll(() => held.length).toBe(most);
  const another = await open();
  await another.closed();
  for (const end of held) end();
  expect(await Promise.all(asked)).toEqual(Array(most).fill('held'));
  const later = await open();
  expect(await ask(later)).toBe('ok');
  for (const connection of [...connections, later]) connection.close();
});
