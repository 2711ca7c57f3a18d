import { createHmac, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { verifyWebhook } from '../../../sdk/src/index.ts';
import { createWebhookHandler, forFetch, forLambda, forNode, type NodeRequest, type NodeResponse } from '../../../sdk/src/webhooks.ts';
import { signTestWebhook, testEvent, testSecret } from '../../../sdk/src/webhooks/testing.ts';
import { receivers, type RunningReceiver } from './receivers.ts';

const secrets = [testSecret(), testSecret(), testSecret()];
const newest = secrets.at(-1)!;
const body = JSON.stringify(testEvent('order.created'));
const timestamp = String(Math.trunc(Date.now() / 1000));

/** The digest of the body under a secret, by the scheme of each family of headers. */
const digests = {
  service: (secret: string) => createHmac('sha256', secret).update(`${timestamp}.${body}`).digest(),
  standard: (secret: string) =>
    createHmac('sha256', Buffer.from(secret.replace(/.*whsec_/, ''), 'base64'))
      .update(`e1.${timestamp}.${body}`)
      .digest(),
};
const schemes = {
  'of the service': (entries: readonly Buffer[]) => ({
    'service-signature': entries.map((entry) => `v1=${entry.toString('hex')}`).join(','),
    'service-signature-timestamp': timestamp,
  }),
  'of Standard Webhooks': (entries: readonly Buffer[]) => ({
    'webhook-id': 'e1',
    'webhook-timestamp': timestamp,
    'webhook-signature': entries.map((entry) => `v1,${entry.toString('base64')}`).join(' '),
  }),
};
const times = (count: number, bytes: number) => Array.from({ length: count }, () => randomBytes(bytes));

let computations: MockInstance[];
const counted = () => computations.flatMap(({ mock }) => mock.calls).length;
beforeEach(() => {
  computations = (['sign', 'verify', 'digest'] as const).map((method) => vi.spyOn(crypto.subtle, method));
});
afterEach(() => void vi.restoreAllMocks());

describe.each(Object.entries(schemes))('verifyWebhook with headers %s', (name, headersOf) => {
  const digestOf = name === 'of the service' ? digests.service : digests.standard;

  test.each([
    ['2,600 signatures of one byte', times(2_600, 1)],
    ['2,600 whole signatures', times(2_600, 32)],
    ['one signature', times(1, 32)],
  ])('computes one HMAC for each secret, given %s', async (_what, entries) => {
    for (const given of [secrets, [newest]]) {
      const before = counted();
      await expect(verifyWebhook(body, headersOf(entries), given)).rejects.toMatchObject({ reason: 'signature_mismatch' });
      expect(counted() - before).toBe(given.length);
    }
    const before = counted();
    await expect(verifyWebhook(body, headersOf([digestOf(newest), ...entries]), secrets)).resolves.toMatchObject({ type: 'order.created' });
    expect(counted() - before).toBe(secrets.length);
  });

  test('reads 20 entries of a header and no further one', async () => {
    const right = digestOf(newest);
    await expect(verifyWebhook(body, headersOf([...times(19, 32), right]), secrets)).resolves.toBeDefined();
    await expect(verifyWebhook(body, headersOf([...times(20, 32), right]), secrets)).rejects.toMatchObject({
      reason: 'signature_mismatch',
    });
  });

  test('ignores what begins like the right signature and is shorter or longer', async () => {
    const right = digestOf(newest);
    const entries = [right.subarray(0, 31), Buffer.concat([right, Buffer.of(0)]), right.subarray(0, 1)];
    await expect(verifyWebhook(body, headersOf(entries), newest)).rejects.toMatchObject({ reason: 'signature_mismatch' });
  });
});

const opened: RunningReceiver[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
const unlogged = { onError: () => undefined };

describe.each(Object.entries(receivers))('%s', (_name, start) => {
  test('computes one HMAC for each secret, however many signatures a request has', async () => {
    opened.push(await start(createWebhookHandler({ secrets, on: {}, ...unlogged })));
    for (const headersOf of Object.values(schemes)) {
      const before = counted();
      const headers = { 'content-type': 'application/json', ...headersOf(times(2_000, 1)) };
      const response = await fetch(opened.at(-1)!.url, { method: 'POST', headers, body });
      expect([response.status, await response.text()]).toEqual([400, 'signature_mismatch']);
      expect(counted() - before).toBe(secrets.length);
    }
  });

  test('refuses a body of many bytes in few characters by its bytes, and computes nothing', async () => {
    opened.push(await start(createWebhookHandler({ secrets: newest, on: {}, maxBodyBytes: 4_000, ...unlogged })));
    const signed = await signTestWebhook(testEvent('order.created', { data: { fan_username: '€'.repeat(1_500) } }), newest);
    const before = counted();
    expect((await fetch(opened.at(-1)!.url, signed)).status).toBe(413);
    expect(counted() - before).toBe(0);
  });
});

/** A request of node:http that counts how much of its body was read. */
function requestOf(headers: Record<string, string>) {
  const read = { chunks: 0 };
  const request: NodeRequest = {
    headers,
    readableDidRead: false,
    async *iterator() {
      for (let chunk = 0; chunk < 1_000; chunk++) {
        read.chunks += 1;
        yield new Uint8Array(1_000);
      }
    },
  };
  const answered: number[] = [];
  const response: NodeResponse = { writeHead: (status) => (answered.push(status), { end: () => undefined }) };
  return { read, request, response, answered };
}

const bounded = (maxBodyBytes: number) => createWebhookHandler({ secrets, on: {}, maxBodyBytes, ...unlogged });

test('node:http reads nothing of a body that is announced as too long, and of another one what is allowed', async () => {
  const announced = requestOf({ 'content-length': '1000000' });
  await forNode(bounded(10_000))(announced.request, announced.response);
  expect([announced.answered, announced.read.chunks]).toEqual([[413], 0]);
  const chunked = requestOf({});
  await forNode(bounded(10_000))(chunked.request, chunked.response);
  expect([chunked.answered, chunked.read.chunks]).toEqual([[413], 11]);
});

test('a Request is read as far as allowed, and not at all where its length is announced', async () => {
  for (const [headers, most] of [
    [{ 'content-length': '1000000' }, 1],
    [{}, 13],
  ] as const) {
    let chunks = 0;
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => (chunks++, controller.enqueue(new Uint8Array(1_000))),
      cancel: () => void (cancelled = true),
    });
    const request = new Request('http://localhost/', { method: 'POST', headers, body: stream, duplex: 'half' });
    expect((await forFetch(bounded(10_000))(request)).status).toBe(413);
    expect(chunks).toBeLessThanOrEqual(most);
    expect(cancelled).toBe(most > 1);
  }
});

test('Lambda does not decode a body in Base64 that is too long', async () => {
  const decode = vi.spyOn(globalThis, 'atob');
  const event = { headers: {}, body: 'A'.repeat(20_000), isBase64Encoded: true };
  expect(await forLambda(bounded(10_000))(event)).toEqual({ statusCode: 413, body: 'too_large' });
  expect(decode).not.toHaveBeenCalled();
  expect(await forLambda(bounded(15_000))(event)).toMatchObject({ statusCode: 400 });
});

test('a body that a middleware stored is bounded as one that is read', async () => {
  for (const rawBody of ['x'.repeat(10_001), Buffer.alloc(10_001), new DataView(new ArrayBuffer(10_001))]) {
    const { request, response, answered } = requestOf({});
    await forNode(bounded(10_000))({ ...request, rawBody }, response);
    expect(answered).toEqual([413]);
  }
});

test('by default a body of 512 KiB is accepted, and one of more than 1 MiB refused', async () => {
  const handler = createWebhookHandler({ secrets: newest, on: {} });
  for (const [length, status] of [
    [524_288, 204],
    [1_048_577, 413],
  ] as const) {
    const event = JSON.stringify({ id: `e${length}`, type: 'later' });
    const { headers, body: text } = await signTestWebhook(event + ' '.repeat(length - event.length), newest);
    expect(await handler.respond(text, headers)).toMatchObject({ status });
  }
});

test('a limit that is not a number of bytes is refused', () => {
  for (const maxBodyBytes of [Number.NaN, 0, -1]) {
    expect(() => bounded(maxBodyBytes)).toThrow(/maxBodyBytes/);
  }
});

test('a client that announces 100 MB is answered although it sends none of them', async () => {
  opened.push(await receivers['node:http']!(bounded(10_000)));
  const socket = connect(Number(new URL(opened.at(-1)!.url).port), '127.0.0.1');
  socket.write('POST /webhooks HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n');
  const answer = await new Promise<string>((resolve) => socket.once('data', (bytes: Buffer) => resolve(bytes.toString())));
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});
