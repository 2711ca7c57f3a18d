import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf } from '../sdk/clients.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
let program: Server;
let port: number;
const received: (IncomingMessage & { readonly text: string })[] = [];

beforeAll(async () => {
  own = await svcWithAgency({ retryDelaysMs: [60_000, 60_000, 60_000] });
  program = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push(Object.assign(request, { text }));
      response.writeHead(202).end('taken');
    });
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  ({ port } = program.address() as AddressInfo);
}, 60_000);
afterAll(async () => {
  program?.close();
  await own?.close();
});

/** Sends one ping to `svc listen`, over a stream or at a port, which forwards it. */
async function forwarded(forward: string, atPort: boolean) {
  const client = clientOf(own.service, own.agency.key);
  const command = own.svc.start(['listen', '--forward', forward, '--count', '1', ...(atPort ? ['--port', '0', '--create-endpoint'] : [])]);
  await command.said(atPort ? 'Listening on' : 'Press Ctrl-C');
  const { data } = await client.webhooks.list();
  const { id } = data.toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0]!;
  received.length = 0;
  await client.webhooks.ping({ endpoint_id: id });
  return command.done;
}

it.each([
  ['localhost:PORT/hooks', 'localhost'],
  ['127.0.0.1:PORT/hooks', '127.0.0.1'],
  ['app.localhost:PORT/hooks', 'app.localhost'],
  ['http://shop.app.localhost:PORT/hooks', 'shop.app.localhost'],
])('svc listen forwards to %s, over a stream and at a port', async (forward, host) => {
  for (const atPort of [false, true]) {
    const { code, json } = await forwarded(forward.replace('PORT', String(port)), atPort);
    expect({ code, answered: json.answered }).toEqual({ code: 0, answered: 202 });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      url: '/hooks',
      method: 'POST',
      headers: { host: `${host}:${port}`, 'service-event-type': 'ping' },
    });
    expect(JSON.parse(received[0]!.text)).toMatchObject({ type: 'ping' });
  }
});

it('svc trigger --to takes the same addresses', async () => {
  received.length = 0;
  const { code } = await own.svc.run('trigger', 'order.created', '--to', `app.localhost:${port}/hooks`);
  expect([code, received.length]).toEqual([0, 1]);
});

it('an https address of a port without TLS is explained in one line', async () => {
  const origin = `https://localhost:${port}`;
  for (const atPort of [false, true]) {
    const { stderr } = await forwarded(`${origin}/hooks`, atPort);
    expect(stderr.split('\n').filter((line) => line.includes('TLS'))).toEqual([`${origin} does not use TLS. Use http:// in --forward.`]);
  }
  const triggered = await own.svc.run('trigger', 'order.created', '--to', `${origin}/hooks`);
  expect(triggered.stderr).toContain(`${origin} does not use TLS. Use http:// in --to.`);
  const { code, stderr } = await own.svc.run('me', '--base-url', own.service.baseUrl.replace('http:', 'https:'));
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'svc: no TLS at this https address. Use http:// in --base-url or --operator-url.\n',
  });
});
