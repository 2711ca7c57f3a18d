import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signTestWebhook, testEvent, testSecret } from '../../sdk/src/webhooks/testing.ts';
import { clientOf } from '../sdk/clients.ts';
import { makeCertificate } from '../support/make-certificate.ts';
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
async function forwarded(forward: string, atPort: boolean, ...options: string[]) {
  const command = own.svc.start(['listen', '--forward', forward, ...options, '--count', '1', ...(atPort ? ['--port', '0'] : [])]);
  received.length = 0;
  if (atPort) {
    const [, url] = /Listening on (\S+);/.exec(await command.said('Listening on')) ?? [];
    await fetch(url!, await signTestWebhook(testEvent('ping'), testSecret()));
    return command.done;
  }
  await command.said('Press Ctrl-C');
  const client = clientOf(own.service, own.agency.key);
  const { data } = await client.webhooks.list();
  const { id } = data.toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0]!;
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

it('svc listen adds the headers of --header to what it forwards, over a stream and at a port', async () => {
  const headers = ['-H', 'Authorization: Bearer local', '--header', 'x-tenant:north:1'];
  for (const atPort of [false, true]) {
    expect((await forwarded(`localhost:${port}`, atPort, ...headers)).code).toBe(0);
    expect(received[0]!.headers).toMatchObject({ authorization: 'Bearer local', 'x-tenant': 'north:1', 'service-event-type': 'ping' });
  }
});

it.each([
  [['no-colon'], /NAME:VALUE/],
  [['a b: c'], /NAME:VALUE/],
  [['x-a:'], /NAME:VALUE/],
  [['x-a: caf\u00e9'], /NAME:VALUE/],
  [['x-a: 1\r\nx-b: 2'], /NAME:VALUE/],
  [['Webhook-Signature: v1,x'], /only the service sends/],
  [['content-type: text/plain'], /only the service sends/],
  [['Host: shop.example'], /only the service sends/],
  [['x-a: 1', 'X-A: 2'], /each header once/],
])('svc listen refuses --header %j', async (headers, message) => {
  const { code, stderr } = await own.svc.run('listen', '--forward', `localhost:${port}`, ...headers.flatMap((text) => ['-H', text]));
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
});

it('svc listen refuses --header without --forward', async () => {
  expect(await own.svc.run('listen', '-H', 'x-a: 1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--header needs --forward'),
  });
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

const answering = (text: string) =>
  createTcpServer((socket) => void socket.on('error', () => undefined).once('data', () => socket.end(text)));
const head = (bytes: number) => `HTTP/1.1 200 OK\r\n${`x-filler: ${'b'.repeat(990)}\r\n`.repeat(bytes / 1_000)}content-length: 0\r\n\r\n`;
const { cert, key } = makeCertificate({ host: 'localhost' });

async function triggeredAt(server: TcpServer, protocol: 'http' | 'https') {
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const outcome = await own.svc.run('trigger', 'ping', '--to', `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  server.close();
  return outcome;
}

it.each<[string, 'http' | 'https', () => TcpServer, string, RegExp]>([
  ['closes the connection', 'http', () => answering(''), 'connection_error', /closed the connection without a response/],
  ['sends invalid HTTP', 'http', () => answering('HTTP/1.1 200 OK\ncontent-length: 0\n\n'), 'connection_error', /is not valid HTTP: /],
  ['sends 200 KB of headers', 'http', () => answering(head(200_000)), 'connection_error', /headers of the response of .* exceed 64 KB/],
  [
    'accepts only TLS 1.1',
    'https',
    () => createTlsServer({ cert, key, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    'tls_error',
    /the TLS handshake with .* failed \(tlsv1 alert protocol version\)/,
  ],
  [
    'has a certificate of no known authority',
    'https',
    () => createTlsServer({ cert, key }),
    'tls_error',
    /the certificate of .* is not valid here .* or set NODE_EXTRA_CA_CERTS/,
  ],
])('svc trigger --to explains in one line that a program %s', async (_what, protocol, make, error, message) => {
  const { code, json, stderr } = await triggeredAt(make(), protocol);
  expect({ code, json }).toMatchObject({ code: 1, json: { status_code: null, error } });
  expect(stderr.split('\n').filter((line) => message.test(line))).toHaveLength(1);
});

it('a response with 60 KB of headers counts as one', async () => {
  expect(await triggeredAt(answering(head(60_000)), 'http')).toMatchObject({ code: 0, json: { status_code: 200 } });
});

it.each([
  ['gzip', gzipSync('welcome'), 'welcome'],
  ['deflate', deflateSync('welcome'), 'welcome'],
  ['br', brotliCompressSync('welcome'), 'welcome'],
  ['gzip', Buffer.from('welcome'), 'compressed body'],
  ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'compressed body'],
])('a body in %s is shown as text', async (encoding, body, shown) => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-encoding': encoding }).end(body);
  });
  expect(await triggeredAt(server, 'http')).toMatchObject({ code: 0, json: { status_code: 200, response_excerpt: shown } });
});

it('the status of a response whose body breaks off counts', async () => {
  const server = answering('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
  expect(await triggeredAt(server, 'http')).toMatchObject({ code: 0, json: { status_code: 200, response_excerpt: 'half' } });
});
