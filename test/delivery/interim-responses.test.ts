import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AttemptEnd } from '../../server/delivery/send/attempt.ts';
import { DestinationGuard } from '../../server/delivery/send/destination-connector.ts';
import { FinalResponse, maxInterimBytes } from '../../server/delivery/send/final-responses.ts';
import { classify } from '../../server/delivery/send/outcome.ts';
import { Sender } from '../../server/delivery/send/send.ts';
import { parseRanges } from '../../server/entities/destination-ranges.ts';
import { certificate, certificateKey } from './destination-certificate.ts';
import { quickRetries, startRig, type Rig } from './rig.ts';
import { startTcpReceiver, type TcpReceiver } from './tcp-receiver.ts';

/** The deadline of attempts to receivers that do not answer in time; of the others it is the specified one. */
const deadlineMs = 500;
const guard = new DestinationGuard({
  policy: { devRanges: parseRanges(['127.0.0.0/8']) },
  resolve: async () => ['127.0.0.1'],
  ca: certificate,
});
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function receive(answer: (socket: Socket, request: number) => void, scheme = 'http'): Promise<TcpReceiver> {
  const receiver = await startTcpReceiver(answer, scheme === 'https' ? { cert: certificate, key: certificateKey } : undefined);
  closing.push(() => receiver.close());
  return receiver;
}

function openSender(options: { deadlineMs?: number } = {}): (scheme: string, port: number) => Promise<AttemptEnd> {
  const sender = new Sender({ connector: guard.connector, ...options });
  closing.push(() => sender.close());
  return (scheme, port) =>
    new Promise(
      (settle) => void sender.send(`${scheme}://hooks.example.com:${port}/`, { headers: ['x-any', '1'], body: Buffer.from('{}') }, settle),
    );
}

/** Writes the parts one by one, so that each comes in a packet of its own. */
async function writeApart(socket: Socket, parts: readonly string[]): Promise<void> {
  socket.setNoDelay(true);
  for (const part of parts) {
    if (socket.destroyed) return;
    await new Promise((resolve) => socket.write(part, resolve));
    await sleep(4);
  }
}

const head = (status: string, ...headers: string[]) => `HTTP/1.1 ${status}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
const interims: [string, string][] = [
  ['100', head('100 Continue')],
  ['100 without a reason', head('100')],
  ['100 with an empty reason', head('100 ')],
  ['100 of HTTP/1.0', 'HTTP/1.0 100 Continue\r\n\r\n'],
  [
    '100 with headers',
    head('100 Continue', 'Date: Thu, 16 Jul 2026 10:00:00 GMT', 'Connection: keep-alive', 'X-Big: ' + 'b'.repeat(3_000)),
  ],
  ['100 with a length and an encoding', head('100 Continue', 'Content-Length: 5', 'Transfer-Encoding: chunked')],
  ['100 that asks to close', head('100 Continue', 'Connection: close')],
  ['100 with lines that end without a carriage return', 'HTTP/1.1 100 Continue\nX-Any: 1\n\n'],
  ['100 with a header that reads as an answer', head('100 Continue', 'X-Any: HTTP/1.1 500 Oops')],
  ['100 twice', head('100 Continue').repeat(2)],
  ['100 after an empty line', `\r\n${head('100 Continue')}`],
  ['102', head('102 Processing')],
  ['103 with links', head('103 Early Hints', 'Link: </a>; rel=preload', 'Link: </b>; rel=preload')],
  ['104', head('104 Upload Resumption Supported')],
  ['an unknown 199', head('199 What')],
  ['102 that asks for an upgrade', head('102 Processing', 'Connection: upgrade', 'Upgrade: websocket')],
  ['100, 102 and 103', head('100 Continue') + head('102 Processing') + head('103 Early Hints', 'Link: </a>')],
  ['a thousand of 100', head('100 Continue').repeat(1_000)],
];
const finals: [number, string][] = [
  [200, `${head('200 OK', 'Content-Length: 2')}ok`],
  [204, head('204 No Content')],
  [202, 'HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
  [301, head('301 Moved', 'Location: /', 'Content-Length: 0')],
  [500, `${head('500 Oops', 'Content-Length: 4')}oops`],
];

describe.each(['http', 'https'])('over %s', (scheme) => {
  test.each(interims)('after %s the final status line decides, whatever the packets', async (_name, interim) => {
    const send = openSender();
    // What TLS carries is read in the same way.
    const cases = scheme === 'http' ? finals : finals.slice(0, 1);
    await Promise.all(
      cases.flatMap(([status, final]) =>
        [[interim + final], [interim, final]].map(async (parts) => {
          const { port } = await receive((socket) => void writeApart(socket, parts), scheme);
          expect(await send(scheme, port)).toMatchObject({ kind: 'answered', statusCode: status });
        }),
      ),
    );
  });

  test('an interim response split at any byte changes nothing', async () => {
    const send = openSender();
    const whole = `${head('100 Continue', 'X-A: 1')}${head('103 Early Hints')}${head('204 No Content')}`;
    const ends = await Promise.all(
      [...whole].map(async (_, at) => {
        const { port } = await receive((socket) => void writeApart(socket, [whole.slice(0, at), whole.slice(at)]), scheme);
        return send(scheme, port);
      }),
    );
    expect(ends.map((end) => (end.kind === 'answered' ? end.statusCode : end))).toEqual(ends.map(() => 204));
  });

  test('an interim response and a final one that arrive byte by byte are parsed', async () => {
    const whole = `${head('100 Continue')}${head('200 OK', 'Content-Length: 2')}ok`;
    const { port } = await receive((socket) => void writeApart(socket, [...whole]), scheme);
    expect(await openSender()(scheme, port)).toMatchObject({ kind: 'answered', statusCode: 200, excerpt: 'ok' });
  });

  test('requests that follow each other on a connection each get their own response', async () => {
    const connections = new Set<Socket>();
    const { port } = await receive((socket, request) => {
      connections.add(socket);
      void writeApart(socket, [head('100 Continue'), `${head(`${200 + request} Fine`, 'Content-Length: 0')}`]);
    }, scheme);
    const send = openSender();
    for (let request = 1; request <= 5; request++)
      expect(await send(scheme, port)).toMatchObject({ kind: 'answered', statusCode: 200 + request });
    expect(connections.size).toBeLessThanOrEqual(2);
  });
});

describe('interim responses without a final one', () => {
  const endOf = async (answer: (socket: Socket) => void, options: { deadlineMs?: number }) =>
    classify(await openSender(options)('http', (await receive(answer)).port));
  const failures: [string, string, (socket: Socket) => void][] = [
    ['100 and nothing more', 'timeout', (socket) => void socket.write(head('100 Continue'))],
    ['100 and a close', 'connection_error', (socket) => void socket.end(head('100 Continue'))],
    ['the beginning of 100 and a close', 'connection_error', (socket) => void socket.end('HTTP/1.1 1')],
    ['100 and a reset', 'connection_error', (socket) => void socket.write(head('100 Continue'), () => socket.resetAndDestroy())],
    ['a head of 100 that never ends', 'timeout', (socket) => void socket.write('HTTP/1.1 100 Continue\r\nX-Any: 1\r\n')],
    ['100 and garbage', 'connection_error', (socket) => void socket.write(`${head('100 Continue')}SSH-2.0-OpenSSH_9.9\r\n\r\n`)],
    ['status 1000', 'connection_error', (socket) => void socket.write(`${head('1000 What')}${head('204 No Content')}`)],
    [
      '101 and then 200',
      'connection_error',
      (socket) => void socket.write(head('101 Switching Protocols', 'Upgrade: x', 'Connection: upgrade') + head('204 No Content')),
    ],
    [
      '101 without an upgrade, and then 200',
      'connection_error',
      (socket) => void socket.write(head('101 Switching Protocols') + head('204 No Content')),
    ],
    [
      '100, 101 and then 200',
      'connection_error',
      (socket) => void socket.write(head('100 Continue') + head('101 Switching') + finals[0]![1]),
    ],
    ['a final answer after the deadline', 'timeout', (socket) => void lateAnswer(socket)],
    [
      'a slow flood',
      'timeout',
      (socket) => {
        const flood = setInterval(() => socket.write(head('100 Continue')), 20);
        socket.on('close', () => clearInterval(flood));
      },
    ],
    [
      'a flood that ends too late to count',
      'connection_error',
      (socket) => void socket.write(head('100 Continue').repeat(3_000) + finals[0]![1]),
    ],
    [
      'a header of an interim answer that never ends',
      'connection_error',
      (socket) => void flood(socket, 'HTTP/1.1 103 Early Hints\r\nLink: '),
    ],
    ['empty lines that never end', 'connection_error', (socket) => void flood(socket, '', '\r\n'.repeat(1_000))],
  ];
  test.each(failures)('%s → %s', async (_name, error, answer) => {
    expect(await endOf(answer, error === 'timeout' ? { deadlineMs } : {})).toMatchObject({ by: 'receiver', error, statusCode: null });
  });

  async function lateAnswer(socket: Socket): Promise<void> {
    socket.write(head('100 Continue'));
    await sleep(deadlineMs + 200);
    if (!socket.destroyed) socket.write(finals[0]![1]);
  }

  function flood(socket: Socket, first: string, piece = 'y'.repeat(8_192)): void {
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.write(first);
    socket.on('drain', more);
    more();
  }
});

describe('parsing of a response', () => {
  const readAll = (chunks: readonly string[]) => {
    const answer = new FinalResponse();
    answer.begin();
    return Buffer.concat(chunks.flatMap((chunk) => answer.take(Buffer.from(chunk)) ?? [])).toString();
  };
  const final = `${head('200 OK', 'Content-Length: 24')}HTTP/1.1 100 Continue\r\n\r\n`;

  test.each([...interims, ['nothing', '']] as [string, string][])(
    'after %s is the final answer alone, wherever it is cut',
    (_name, interim) => {
      const whole = interim + final;
      for (let at = 0; at <= Math.min(whole.length, 400); at++) expect(readAll([whole.slice(0, at), whole.slice(at)])).toBe(final);
      expect(readAll([...whole])).toBe(final);
    },
  );

  test.each([
    'SSH-2.0-x\r\n',
    'HTTP/1.1 099 Low\r\n\r\n',
    'HTTP/1.1  100 Two spaces\r\n\r\n',
    'HTTP/1.1 1000 x\r\n\r\n',
    'HTTP/1.1 101 x\r\n\r\n',
    'HTTX',
    'http/1.1 100\r\n\r\n',
  ])('%j reaches the parser unchanged', (text) => {
    expect(readAll([text])).toBe(text);
    expect(readAll([...text])).toBe(text);
  });

  test('an interim response up to the size limit is accepted, and a longer one is refused', () => {
    const begin = 'HTTP/1.1 100 Continue\r\nx: ';
    const interim = (length: number) => `${begin}${'y'.repeat(length - begin.length - 4)}\r\n\r\n`;
    expect(readAll([interim(maxInterimBytes - 16) + final])).toBe(final);
    expect(() => readAll([interim(maxInterimBytes + 1) + final])).toThrow('interim responses');
  });
});

describe('a receiver that writes 100 Continue unasked', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());

  test('gets every event once and stays active', async () => {
    let count = 0;
    const server = createServer((request, response) => {
      response.writeContinue();
      request.resume().on('end', () => {
        response.writeHead(++count % 2 === 0 ? 200 : 204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpointId = await rig.addEndpoint({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
    rig.deliver({ retrySchedule: quickRetries });
    for (let n = 1; n <= 12; n++) {
      await rig.publish();
      await rig.until(`SELECT 1 FROM all_deliveries WHERE endpoint_id = $1 AND status = 'delivered' HAVING count(*) = $2`, [endpointId, n]);
    }
    expect(count).toBe(12);
    expect(await rig.rows('SELECT status, consecutive_failures FROM webhook_endpoints WHERE id = $1', [endpointId])).toEqual([
      { status: 'active', consecutive_failures: 0 },
    ]);
    server.closeAllConnections();
    server.close();
  });
});
