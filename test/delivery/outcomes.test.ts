import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameServerResolver } from '../../server/delivery/send/destination-resolver.ts';
import { attemptTo, type AttemptSettings, type JudgedAttempt } from './attempt-to.ts';
import { certificate, certificateKey } from './destination-certificate.ts';
import { startNameServer, type Reply } from './name-server.ts';
import { startRig, type Rig } from './rig.ts';
import { startTcpReceiver } from './tcp-receiver.ts';

/** The deadline of attempts to receivers that do not answer in time. */
const deadlineMs = 500;

async function answeredWith(
  answer: (socket: Socket, request: number) => void,
  settings: AttemptSettings = {},
): Promise<{ attempt: JudgedAttempt; requestCount: number }> {
  const receiver = await startTcpReceiver(answer);
  const attempt = await attemptTo(`http://127.0.0.1:${receiver.port}/hooks`, settings);
  await receiver.close();
  return { attempt, requestCount: receiver.requests.length };
}

describe('the saved outcome of an attempt', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());
  const noRetries = [600_000, 600_000, 600_000];

  /** Makes one attempt to the URL and returns its record. */
  async function recordOf(url: string, settings: AttemptSettings = {}): Promise<Record<string, unknown>> {
    const endpointId = await rig.addEndpoint({ url });
    const deliverer = rig.deliver({ gatherMs: 5, retrySchedule: noRetries, ...settings });
    await rig.publish();
    const { attempts } = await rig.until(`SELECT attempts FROM all_deliveries WHERE endpoint_id = $1 AND attempts <> '[]'`, [endpointId]);
    await rig.rows('DELETE FROM webhook_endpoints WHERE id = $1', [endpointId]);
    await deliverer.stop();
    return attempts[0];
  }

  test('a kept-alive connection that closes as it is used again fails the attempt and sends nothing twice', async () => {
    const receiver = await startTcpReceiver((socket, request) => {
      if (request === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      else socket.destroy();
    });
    const endpointId = await rig.addEndpoint({ url: `http://127.0.0.1:${receiver.port}/` });
    const deliverer = rig.deliver({ gatherMs: 5, retrySchedule: noRetries });
    await rig.publish();
    await rig.until(`SELECT id FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered'`, [endpointId]);
    await rig.publish();
    const { attempts } = await rig.until(
      `SELECT attempts FROM all_deliveries WHERE endpoint_id = $1 AND status = 'pending' AND attempts <> '[]'`,
      [endpointId],
    );
    expect(attempts).toHaveLength(1);
    expect(attempts[0]).toMatchObject({ error: 'connection_error' });
    expect(receiver.requests).toHaveLength(2);
    await rig.rows('DELETE FROM webhook_endpoints WHERE id = $1', [endpointId]);
    await deliverer.stop();
    await receiver.close();
  });

  test('a name that does not resolve, and one that resolves to a private address → the same destination_forbidden', async () => {
    const replies: Reply[] = ['NXDOMAIN', 'SERVFAIL', 'silence', [], [[10, 0, 0, 7]]];
    for (const A of replies) {
      const { server, close } = await startNameServer({ A, AAAA: Array.isArray(A) ? [] : A });
      const resolve = nameServerResolver({ servers: [server], timeoutMs: 100 });
      const { attempted_at: _, ...shown } = await recordOf('https://inner.example.com/', { resolve, devRanges: [] });
      expect(shown).toEqual({
        error: 'destination_forbidden',
        error_detail: 'dns_not_found',
        duration_ms: 0,
        status_code: null,
        response_excerpt: null,
      });
      await close();
    }
  });

  test('control characters and invalid bytes of a response body are replaced', async () => {
    const receiver = await startTcpReceiver((socket) => {
      const body = Buffer.concat([Buffer.from('a\0b\x1b[31mred\u202e\n'), Buffer.from([0xff, 0xc3])]);
      socket.write(`HTTP/1.1 400 Bad\r\ncontent-length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
    const { response_excerpt } = await recordOf(`http://127.0.0.1:${receiver.port}/hooks`);
    expect(response_excerpt).toBe('a\ufffdb\ufffd[31mred\ufffd\n\ufffd\ufffd');
    await receiver.close();
  });
});

describe('delivered: the status line decides', () => {
  const cases: [string, (socket: Socket) => void, string | null][] = [
    ['200 with a body', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'), 'ok'],
    ['204', (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'), ''],
    ['204 with a body', (socket) => socket.write('HTTP/1.1 204 No Content\r\ncontent-length: 4\r\n\r\nbody'), null],
    ['299', (socket) => socket.write('HTTP/1.1 299 Fine\r\ncontent-length: 0\r\n\r\n'), ''],
    [
      'a body that never ends',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        const drip = setInterval(() => socket.write('1\r\nx\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      },
      null,
    ],
    [
      'a body that floods',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const flood = () => {
          while (!socket.destroyed && socket.write('y'.repeat(65_536)));
        };
        socket.on('drain', flood);
        flood();
      },
      'y'.repeat(200),
    ],
    ['a body that is cut off', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart'), 'part'],
    [
      'a body that is reset',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart');
        setTimeout(() => socket.resetAndDestroy(), 20);
      },
      'part',
    ],
    ['a body of which nothing comes', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n'), ''],
    [
      'an answer after early hints',
      (socket) => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
      '',
    ],
  ];
  test.each(cases)('%s', async (_name, answer, excerpt) => {
    const { attempt } = await answeredWith(answer);
    expect(attempt).toMatchObject({ error: null });
    expect(attempt.status_code).toBeGreaterThanOrEqual(200);
    if (excerpt !== null) expect(attempt.response_excerpt).toBe(excerpt);
  });
});

describe('failed', () => {
  const answer = (text: string) => (socket: Socket) => void socket.write(text);
  const cases: [string, string, number | null, (socket: Socket) => void][] = [
    ['500', 'http_status', 500, answer('HTTP/1.1 500 Oops\r\ncontent-length: 4\r\n\r\noops')],
    ['410', 'http_status', 410, answer('HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n')],
    ['429 with Retry-After', 'http_status', 429, answer('HTTP/1.1 429 Slow\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n')],
    ['999', 'http_status', 999, answer('HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n')],
    ['301', 'redirect', 301, answer('HTTP/1.1 301 Moved\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n')],
    ['304', 'redirect', 304, answer('HTTP/1.1 304 Not Modified\r\n\r\n')],
    ['no answer', 'timeout', null, () => undefined],
    [
      'headers that come too late',
      'timeout',
      null,
      (socket) => setTimeout(() => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'), deadlineMs + 200),
    ],
    [
      'headers that drip',
      'timeout',
      null,
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => socket.write('x-drip: 1\r\n'), 50);
        socket.on('close', () => clearInterval(drip));
      },
    ],
    [
      'a flood of 1xx',
      'timeout',
      null,
      (socket) => {
        const flood = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
        socket.on('close', () => clearInterval(flood));
      },
    ],
    ['101', 'connection_error', null, answer('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')],
    ['a reset', 'connection_error', null, (socket) => void socket.resetAndDestroy()],
    ['a close', 'connection_error', null, (socket) => void socket.end()],
    ['a garbage status line', 'connection_error', null, answer('SSH-2.0-OpenSSH_9.9\r\n\r\n')],
    ['status 099', 'connection_error', null, answer('HTTP/1.1 099 Low\r\ncontent-length: 0\r\n\r\n')],
    ['HTTP/0.9', 'connection_error', null, (socket) => void socket.end('<html>hello</html>')],
  ];
  test.each(cases)('%s → %s', async (_name, error, statusCode, respond) => {
    const { attempt, requestCount } = await answeredWith(respond, error === 'timeout' ? { deadlineMs } : {});
    expect(attempt).toMatchObject({ error, status_code: statusCode });
    expect(requestCount).toBe(1);
    if (error === 'timeout') expect(attempt.duration_ms).toBeGreaterThanOrEqual(deadlineMs - 5);
  });

  test('a URL that no request can be made of → connection_error', async () => {
    expect(await attemptTo('not a URL')).toMatchObject({ error: 'connection_error', status_code: null });
  });

  test.each([
    [302, 'Found'],
    [303, 'See Other'],
    [307, 'Temporary Redirect'],
    [308, 'Permanent Redirect'],
  ])('a redirect is not followed: %i %s', async (status, reason) => {
    const target = await startTcpReceiver((socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
    const { attempt } = await answeredWith(
      (socket) =>
        void socket.write(`HTTP/1.1 ${status} ${reason}\r\nlocation: http://127.0.0.1:${target.port}/\r\ncontent-length: 0\r\n\r\n`),
    );
    expect(attempt).toMatchObject({ error: 'redirect', status_code: status });
    expect(target.requests).toHaveLength(0);
    await target.close();
  });
});

describe('TLS and names', () => {
  const ok = (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  const resolveToLoopback = async () => ['127.0.0.1'];

  async function tlsAttempt(host: string, tls: { cert: string; key: string }, ca?: string): Promise<JudgedAttempt> {
    const receiver = await startTcpReceiver(ok, tls);
    const attempt = await attemptTo(`https://${host}:${receiver.port}/`, { resolve: resolveToLoopback, ca });
    await receiver.close();
    return attempt;
  }

  test('a trusted certificate for the host → delivered', async () => {
    expect(await tlsAttempt('hooks.example.com', { cert: certificate, key: certificateKey }, certificate)).toMatchObject({
      error: null,
      status_code: 200,
    });
  });
  test('a self-signed certificate → tls_error', async () => {
    expect(await tlsAttempt('hooks.example.com', { cert: certificate, key: certificateKey })).toMatchObject({
      error: 'tls_error',
      status_code: null,
    });
  });
  test('a resolution that does not end → timeout, by the deadline', async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    expect((await attemptTo('https://silent.example.com/', { resolve, deadlineMs })).error).toBe('timeout');
  });
  test('a name that resolves to a private address → destination_forbidden, without details', async () => {
    const attempt = await attemptTo('https://inner.example.com/', { resolve: async () => ['203.0.114.9', '10.0.0.7'], devRanges: [] });
    expect(attempt).toMatchObject({ error: 'destination_forbidden', status_code: null, response_excerpt: null });
  });
});

describe('of a compressed body, the excerpt', () => {
  const excerptOf = async (encoding: string, body: Buffer, status = 400) => {
    const { attempt } = await answeredWith((socket) => {
      socket.write(`HTTP/1.1 ${status} Answer\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
    return attempt.response_excerpt;
  };
  const long = Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`).join('');

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('is decoded: %s by %o', async (encoding, compress) => {
    expect(await excerptOf(encoding, compress('the ledger is locked'))).toBe('the ledger is locked');
    expect(await excerptOf(encoding, compress(long.slice(0, 40_000)))).toBe(long.slice(0, 4_096));
    expect(await excerptOf(encoding, compress(long.slice(0, 40_000)), 200)).toBe(long.slice(0, 200));
    expect(await excerptOf(encoding, compress(''))).toBe('');
  });
  test('is the decoded beginning of a body that is cut off', async () => {
    const random = randomBytes(9_000).toString('hex');
    const excerpt = await excerptOf('gzip', gzipSync(random));
    expect(excerpt).toBe(random.slice(0, 4_096));
  });
  test('has its usual length where the body expands a millionfold', async () => {
    const bomb = Buffer.alloc(32 * 1_024 * 1_024, 'a');
    expect(await excerptOf('gzip', gzipSync(bomb, { level: 1 }).subarray(0, 4_096))).toBe('a'.repeat(4_096));
    // A decoder of Brotli would fill 16 MB first.
    const brotli = brotliCompressSync(bomb, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    expect(await excerptOf('br', brotli)).toBe('compressed body (br)');
  });
  test.each([
    ['zstd', zstdCompressSync('text'), 'compressed body (zstd)'],
    ['gzip, gzip', gzipSync(gzipSync('text')), 'compressed body'],
    ['gzip', Buffer.from([0, 1, 2, 3, 255]), 'compressed body (gzip)'],
    ['gzip', Buffer.from('plain text'), 'plain text'],
    ['identity', Buffer.from('plain text'), 'plain text'],
    ['gzip', Buffer.alloc(0), ''],
  ])('says what cannot be decoded, and shows what is not compressed: %s', async (encoding, body, excerpt) => {
    expect(await excerptOf(encoding, body)).toBe(excerpt);
  });
});

describe('of a long answer, the excerpt', () => {
  const excerptOf = async (status: number, body: Buffer) => {
    const { attempt } = await answeredWith((socket) => {
      socket.write(`HTTP/1.1 ${status} Answer\r\ncontent-length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
    return attempt.response_excerpt!;
  };
  // One byte before the characters, so that bounds of 200 and 4,096 bytes fall into one of them.
  const cases: [string, string][] = [
    ['two bytes', '\u00e9'],
    ['three bytes', '\u20ac'],
    ['four bytes', '\u{1f600}'],
  ];
  test.each(cases)(
    'has whole characters of %s alone: at most 200 bytes where the receiver accepted, 4,096 where not',
    async (_name, character) => {
      const text = `a${character.repeat(3_000)}`;
      for (const [status, most] of [
        [200, 200],
        [299, 200],
        [400, 4_096],
        [302, 4_096],
      ] as const) {
        const excerpt = await excerptOf(status, Buffer.from(text));
        expect(text.startsWith(excerpt)).toBe(true);
        const bytes = Buffer.byteLength(excerpt);
        expect(bytes).toBeLessThanOrEqual(most);
        expect(bytes).toBeGreaterThan(most - Buffer.byteLength(character));
      }
    },
  );
  test('takes no more where bytes are replaced, which take three then', async () => {
    expect(await excerptOf(500, Buffer.alloc(5_000, 1))).toBe('\ufffd'.repeat(1_365));
    expect(await excerptOf(200, Buffer.alloc(5_000, 1))).toBe('\ufffd'.repeat(66));
  });
});
