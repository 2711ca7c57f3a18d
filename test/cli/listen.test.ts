import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signTestWebhook, testEvent, testSecret } from '../../sdk/src/webhooks/testing.ts';
import { CommandLine } from './run-svc.ts';

let svc: CommandLine;
beforeAll(async () => {
  svc = await CommandLine.create();
});
afterAll(() => svc?.close());

/** Starts a receiver of one delivery, and returns its address. */
async function listen(...options: string[]) {
  const command = svc.start(['listen', '--port', '0', '--count', '1', ...options]);
  const [, url] = /Listening on (\S+);/.exec(await command.said('Listening on')) ?? [];
  return { command, url: url! };
}

describe('svc listen --port', () => {
  it('verifies a delivery with the secret, and answers one of another secret with 401', async () => {
    const secret = testSecret();
    for (const [given, answered, verified] of [
      [secret, 204, true],
      [testSecret(), 401, false],
    ] as const) {
      const { command, url } = await listen('--secret', secret);
      expect((await fetch(url, await signTestWebhook(testEvent('ping'), given))).status).toBe(answered);
      expect((await command.done).json).toMatchObject({ verified, answered, event: { type: 'ping' } });
    }
  });

  it('answers a body of more than 4 MiB with 413, and receives the next one', async () => {
    const { command, url } = await listen();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4200000\r\n\r\n');
    socket.write(Buffer.alloc(4_200_000));
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    await fetch(url, await signTestWebhook(testEvent('ping'), testSecret()));
    expect((await command.done).json).toMatchObject({ verified: null, event: { type: 'ping' } });
  });
});
