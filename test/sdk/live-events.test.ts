import { getEventListeners } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConnectionError, createClient } from '../../sdk/src/index.ts';

/** What the server does with a stream once its first event is out. */
let then: (response: ServerResponse) => void;
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('event: deliveries\ndata: {"count":1}\n\nevent: deliveries\ndata: {"count":2}\n\n');
  then(response);
});
beforeAll(async () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
);
const client = () => createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'svc_live_x' });

/** Reads a stream to its end; the signal's owner ends it at the event of a number. */
async function read(abortAt?: number): Promise<{ events: number; error: unknown }> {
  const controller = new AbortController();
  let events = 0;
  try {
    for await (const { event } of client().webhooks.watch({}, { signal: controller.signal })) {
      expect(event).toBe('deliveries');
      events += 1;
      if (events === abortAt) controller.abort(new Error('enough'));
    }
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}

test('an abort ends a stream before its next event', async () => {
  then = () => undefined;
  expect(await read(1)).toEqual({ events: 1, error: expect.objectContaining({ kind: 'aborted', cause: new Error('enough') }) as unknown });
});

test('an abort ends a stream that says nothing', async () => {
  then = () => undefined;
  expect(await read(2)).toEqual({ events: 2, error: expect.objectContaining({ kind: 'aborted' }) as unknown });
});

test('a stream that breaks off is a ConnectionError, and one that ends is none', async () => {
  then = (response) => void setTimeout(() => response.destroy(), 50);
  expect(await read()).toEqual({ events: 2, error: expect.any(ConnectionError) as unknown });
  then = (response) => void response.end();
  expect(await read()).toEqual({ events: 2, error: undefined });
});

test('the fetch of another package, whose responses are of its own class, reads streams', async () => {
  then = (response) => void response.end();
  const fetch = undiciFetch as unknown as typeof globalThis.fetch;
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const events: string[] = [];
  for await (const { event } of createClient({ baseUrl, apiKey: 'svc_live_x', fetch }).webhooks.watch()) events.push(event);
  expect(events).toEqual(['deliveries', 'deliveries']);
});

test('a signal that outlives its streams keeps none of their listeners, however they end', async () => {
  const { signal } = new AbortController();
  for (const end of [
    (response: ServerResponse) => void response.end(),
    (response: ServerResponse) => void setTimeout(() => response.destroy(), 50),
  ]) {
    then = end;
    for (let stream = 0; stream < 3; stream += 1) {
      try {
        for await (const { event } of client().webhooks.watch({}, { signal })) expect(event).toBe('deliveries');
      } catch (error) {
        expect(error).toBeInstanceOf(ConnectionError);
      }
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  }
  then = () => undefined;
  for await (const { event } of client().webhooks.watch({}, { signal })) {
    expect(event).toBe('deliveries');
    break;
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
