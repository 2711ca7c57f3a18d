import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { attemptErrors } from '../../sdk/src/index.ts';
import { classify } from '../../server/delivery/send/outcome.ts';
import { freePort } from '../support/free-port.ts';
import { makeCertificate } from '../support/make-certificate.ts';
import { attemptTo, type AttemptSettings, type JudgedAttempt } from './attempt-to.ts';

type Code = keyof typeof attemptErrors;

/** The deadline of attempts to receivers that do not answer. */
const deadlineMs = 500;
const host = 'hooks.example.com';

async function attemptAt(server: Server, protocol: 'http' | 'https', settings: AttemptSettings = {}): Promise<JudgedAttempt> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => void sockets.add(socket.on('error', () => undefined)));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const attempt = await attemptTo(`${protocol}://${host}:${(server.address() as AddressInfo).port}/`, {
    resolve: async () => ['127.0.0.1'],
    ...settings,
  });
  for (const socket of sockets) socket.destroy();
  server.close();
  return attempt;
}

/** A receiver that responds to what it receives first. */
const responding = (respond: (socket: Socket) => void) =>
  createServer((socket) => void socket.on('error', () => undefined).once('data', () => respond(socket)));
const writing = (text: string) => responding((socket) => void socket.write(text));
const ok = (socket: Socket) =>
  void socket.on('error', () => undefined).once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));

type Case = readonly [name: string, detail: Code, error: string, make: () => Server];

const plainCases: readonly Case[] = [
  ['a reset', 'connection_reset', 'connection_error', () => responding((socket) => void socket.resetAndDestroy())],
  ['a close', 'connection_closed', 'connection_error', () => responding((socket) => void socket.end())],
  [
    'a close within the headers',
    'connection_closed',
    'connection_error',
    () => responding((socket) => void socket.end('HTTP/1.1 200 OK\r\nx-a: ')),
  ],
  ['no response', 'response_timeout', 'timeout', () => createServer()],
  ['HTTP/2 in plain text', 'http2_required', 'connection_error', () => createHttp2Server()],
  ['lines that end with LF', 'http_malformed', 'connection_error', () => writing('HTTP/1.1 200 OK\ncontent-length: 0\n\n')],
  ['a folded header', 'http_malformed', 'connection_error', () => writing('HTTP/1.1 200 OK\r\nx: a\r\n b\r\ncontent-length: 0\r\n\r\n')],
  [
    'two lengths',
    'http_malformed',
    'connection_error',
    () => writing('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
  ],
  [
    'a length with chunks',
    'http_malformed',
    'connection_error',
    () => writing('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
  ],
  ['another protocol', 'http_malformed', 'connection_error', () => writing('SSH-2.0-OpenSSH_9.9\r\n\r\n')],
  ['status 099', 'http_malformed', 'connection_error', () => writing('HTTP/1.1 099 Low\r\ncontent-length: 0\r\n\r\n')],
  [
    'a switch of protocols',
    'http_malformed',
    'connection_error',
    () => writing('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
  ],
  [
    'interim responses over 64 KB',
    'response_headers_too_large',
    'connection_error',
    () => writing('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(2_000)),
  ],
];

const authority = makeCertificate({ host: 'Test Authority' });
const trusted = makeCertificate({ host, issuer: authority });
const intermediate = makeCertificate({ host: 'Intermediate', issuer: authority });
/** Old ciphers and short keys need it, on the receiver's side. */
const lax = { ciphers: 'DEFAULT@SECLEVEL=0' };
const tls = (options: TlsOptions) => createTlsServer({ cert: trusted.cert, key: trusted.key, ...options }, ok);
const withCertificate = ({ cert, key }: { cert: string; key: string }, options: TlsOptions = {}) => tls({ cert, key, ...options });

const tlsCases: readonly Case[] = [
  [
    'an expired certificate',
    'tls_certificate_expired',
    'tls_error',
    () => withCertificate(makeCertificate({ host, issuer: authority, days: [-9, -1] })),
  ],
  [
    'a certificate of tomorrow',
    'tls_certificate_not_yet_valid',
    'tls_error',
    () => withCertificate(makeCertificate({ host, issuer: authority, days: [1, 9] })),
  ],
  [
    'a certificate of another host',
    'tls_certificate_name',
    'tls_error',
    () => withCertificate(makeCertificate({ host: 'other.example.com', issuer: authority })),
  ],
  ['a self-signed certificate', 'tls_certificate_untrusted', 'tls_error', () => withCertificate(makeCertificate({ host }))],
  [
    'a chain without its intermediate certificate',
    'tls_certificate_untrusted',
    'tls_error',
    () => withCertificate(makeCertificate({ host, issuer: intermediate })),
  ],
  [
    'a key of 1,024 bits',
    'tls_certificate_weak',
    'tls_error',
    () => withCertificate(makeCertificate({ host, issuer: authority, keyType: 'rsa-1024' }), lax),
  ],
  [
    'a request for a client certificate in TLS 1.2',
    'tls_client_certificate_required',
    'tls_error',
    () => tls({ requestCert: true, maxVersion: 'TLSv1.2' }),
  ],
  [
    'a request for a client certificate in TLS 1.3',
    'tls_client_certificate_required',
    'tls_error',
    () => tls({ requestCert: true, minVersion: 'TLSv1.3' }),
  ],
  ['TLS 1.1 only', 'tls_protocol', 'tls_error', () => tls({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ...lax })],
  ['no cipher in common', 'tls_protocol', 'tls_error', () => tls({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' })],
  ['HTTP/2 only', 'http2_required', 'tls_error', () => createSecureServer({ cert: trusted.cert, key: trusted.key })],
  ['a port without TLS', 'tls_missing', 'tls_error', () => createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))],
  ['a close in the handshake', 'connection_closed', 'connection_error', () => createServer((socket) => void socket.end())],
  ['a handshake that stalls', 'connect_timeout', 'timeout', () => createServer()],
];

/** A busy machine may take longer than that to answer. */
const within = (error: string) => (error === 'timeout' ? { deadlineMs } : {});

describe('an attempt without TLS has the detail', () => {
  test.each(plainCases)('%s → %s', async (_name, detail, error, make) => {
    expect(await attemptAt(make(), 'http', within(error))).toMatchObject({ error, error_detail: detail, status_code: null });
  });

  test('a closed port → connection_refused', async () => {
    expect(await attemptTo(`http://127.0.0.1:${await freePort()}/`)).toMatchObject({
      error: 'connection_error',
      error_detail: 'connection_refused',
    });
  });

  test('of several addresses, one that refuses says more than one that no route leads to', () => {
    const failed = (code: string) => Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' });
    const outcome = (...codes: string[]) => classify({ kind: 'failed', durationMs: 1, error: new AggregateError(codes.map(failed)) });
    expect(outcome('ENETUNREACH', 'ECONNREFUSED')).toMatchObject({ error: 'connection_error', errorDetail: 'connection_refused' });
    expect(outcome('ENETUNREACH', 'EHOSTUNREACH')).toMatchObject({ error: 'connection_error', errorDetail: 'host_unreachable' });
  });
});

describe('the status decides, however large the headers are', () => {
  const head = (status: string, bytes: number) =>
    `HTTP/1.1 ${status}\r\n${`x-filler: ${'b'.repeat(990)}\r\n`.repeat(bytes / 1_000)}content-length: 2\r\n\r\nok`;

  test.each([
    ['200 with 60 KB', '200 OK', 60_000, { error: null, error_detail: null, status_code: 200, response_excerpt: 'ok' }],
    [
      '200 with more than 64 KB',
      '200 OK',
      200_000,
      { error: null, error_detail: 'response_headers_too_large', status_code: 200, response_excerpt: '' },
    ],
    [
      '500 with more than 64 KB',
      '500 Oops',
      200_000,
      { error: 'http_status', error_detail: 'response_headers_too_large', status_code: 500, response_excerpt: '' },
    ],
  ])('%s', async (_name, status, bytes, expected) => {
    expect(await attemptAt(writing(head(status, bytes)), 'http')).toMatchObject(expected);
  });

  test('also where the status arrives byte by byte', async () => {
    const [first, ...rest] = head('202 Accepted', 200_000).split(/(?<=^HTTP\/1\.1 202)/);
    const server = responding((socket) => {
      socket.setNoDelay(true);
      const bytes = [...first!];
      const next = setInterval(() => {
        const byte = bytes.shift();
        if (byte !== undefined) return void socket.write(byte);
        clearInterval(next);
        socket.write(rest.join(''));
      }, 2);
    });
    expect(await attemptAt(server, 'http')).toMatchObject({ error: null, status_code: 202, error_detail: 'response_headers_too_large' });
  });
});

describe('an attempt with TLS has the detail', () => {
  test('none with a certificate of an authority', async () => {
    expect(await attemptAt(tls({}), 'https', { ca: authority.cert })).toMatchObject({ error: null, error_detail: null, status_code: 200 });
  });

  test.each(tlsCases)('%s → %s', async (_name, detail, error, make) => {
    const settings = { ca: authority.cert, ...within(error) };
    expect(await attemptAt(make(), 'https', settings)).toMatchObject({ error, error_detail: detail, status_code: null });
  });

  test('a certificate signed with SHA-1 → tls_certificate_weak', async () => {
    const old = makeCertificate({ host: 'Old Authority', keyType: 'rsa-2048' });
    const weak = makeCertificate({ host, issuer: old, keyType: 'rsa-2048', hash: 'sha1' });
    expect(await attemptAt(withCertificate(weak, lax), 'https', { ca: old.cert })).toMatchObject({
      error: 'tls_error',
      error_detail: 'tls_certificate_weak',
    });
  });

  test('an optional client certificate does not fail an attempt', async () => {
    const server = tls({ requestCert: true, rejectUnauthorized: false });
    expect(await attemptAt(server, 'https', { ca: authority.cert })).toMatchObject({ error: null, error_detail: null });
  });
});

test('a name that leads nowhere has the same detail as one that leads to a private address', async () => {
  const resolves: NonNullable<AttemptSettings['resolve']>[] = [
    () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
    () => Promise.reject(Object.assign(new Error('timed out'), { code: 'ETIMEOUT' })),
    async () => ['10.0.0.7'],
  ];
  for (const resolve of resolves) {
    expect(await attemptTo('https://inner.example.com/', { resolve, devRanges: [] })).toMatchObject({
      error: 'destination_forbidden',
      error_detail: 'dns_not_found',
    });
  }
});

test('an address that is not public → destination_not_public', async () => {
  expect(await attemptTo('https://127.0.0.1:9/', { devRanges: [] })).toMatchObject({
    error: 'destination_forbidden',
    error_detail: 'destination_not_public',
  });
});

test('each code of the contract has a test', () => {
  const others: Code[] = ['connection_refused', 'host_unreachable', 'dns_not_found', 'destination_not_public'];
  const tested = new Set([...[...plainCases, ...tlsCases].map(([, code]) => code), ...others]);
  expect([...tested].sort()).toEqual(Object.keys(attemptErrors).sort());
});
