import { connect } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createWebhookHandler,
  forExpress,
  forFastify,
  forFetch,
  forHono,
  forLambda,
  type WebhookEvent,
  type WebhookHandlerOptions,
} from '../../../sdk/src/webhooks.ts';
import { signTestWebhook, testEvent, testSecret } from '../../../sdk/src/webhooks/testing.ts';
import { receivers, serveNode, type RunningReceiver } from './receivers.ts';

const secret = testSecret();
const opened: RunningReceiver[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
const open = async (receiver: Promise<RunningReceiver>) => {
  opened.push(await receiver);
  return opened.at(-1)!.url;
};

/** A handler that collects its events. */
function collecting(options: Partial<WebhookHandlerOptions> = {}) {
  const events: WebhookEvent[] = [];
  const errors: unknown[] = [];
  const on = { default: (event: WebhookEvent) => void events.push(event) };
  return { events, errors, handler: createWebhookHandler({ secrets: secret, on, onError: (error) => errors.push(error), ...options }) };
}

const order = () => testEvent('order.created', { data: { fan_username: 'é€😀' } });

describe.each(Object.entries(receivers))('%s', (_name, start) => {
  test('passes an event to its function once, also if it arrives twice', async () => {
    const { events, handler } = collecting();
    const url = await open(start(handler));
    const event = order();
    for (let delivery = 0; delivery < 2; delivery++) {
      const response = await fetch(url, await signTestWebhook(event, secret));
      expect([response.status, await response.text()]).toEqual([204, '']);
    }
    expect(events).toEqual([event]);
  });

  test('verifies the bytes as they were sent', async () => {
    const { events, handler } = collecting();
    const url = await open(start(handler));
    const event = order();
    const spaced = `${JSON.stringify(event, null, 2)}\r\n`;
    expect((await fetch(url, await signTestWebhook(spaced, secret))).status).toBe(204);
    const signed = await signTestWebhook(order(), secret);
    const response = await fetch(url, { ...signed, body: `${signed.body} ` });
    expect([response.status, await response.text()]).toEqual([400, 'signature_mismatch']);
    expect(events).toEqual([event]);
  });

  test('answers 500 if the function fails, and passes the event again', async () => {
    let calls = 0;
    const on = {
      default: async () => {
        if (calls++ === 0) throw new Error('the database is away');
      },
    };
    const { errors, handler } = collecting({ on });
    const url = await open(start(handler));
    const event = order();
    const first = await fetch(url, await signTestWebhook(event, secret));
    expect([first.status, await first.text()]).toEqual([500, 'handler_failed']);
    expect(errors).toEqual([new Error('the database is away')]);
    expect((await fetch(url, await signTestWebhook(event, secret))).status).toBe(204);
    expect(calls).toBe(2);
  });

  test('refuses a body that is longer than allowed', async () => {
    const { events, handler } = collecting({ maxBodyBytes: 2_000 });
    const url = await open(start(handler));
    expect((await fetch(url, await signTestWebhook(order(), secret))).status).toBe(204);
    const long = testEvent('order.created', { data: { fan_username: 'x'.repeat(5_000) } });
    expect((await fetch(url, await signTestWebhook(long, secret))).status).toBe(413);
    expect(events).toHaveLength(1);
  });
});

describe('a body that a parser has consumed is refused with words', () => {
  const words = /^The body must be the text or bytes as received\. Read it before a parser does\.$/;

  test('in Express after express.json()', async () => {
    const { errors, events, handler } = collecting();
    const url = await open(serveNode(express().use(express.json()).post('/webhooks', forExpress(handler)) as RequestListener));
    const response = await fetch(url, await signTestWebhook(order(), secret));
    expect([response.status, await response.text()]).toEqual([500, expect.stringMatching(words)]);
    expect([errors.length, events.length]).toEqual([1, 0]);
  });

  test('in Express after a middleware that read the request', async () => {
    const { handler } = collecting();
    const app = express()
      .use((request, _response, next) => void request.resume().on('end', next))
      .post('/webhooks', forExpress(handler));
    const response = await fetch(await open(serveNode(app as RequestListener)), await signTestWebhook(order(), secret));
    expect([response.status, await response.text()]).toEqual([500, expect.stringMatching(words)]);
  });

  test('in Hono after c.req.json()', async () => {
    const { handler } = collecting();
    const app = new Hono()
      .use(async (context, next) => {
        await context.req.json();
        await next();
      })
      .post('/webhooks', forHono(handler));
    const response = await app.request('/webhooks', await signTestWebhook(order(), secret));
    expect([response.status, await response.text()]).toEqual([500, expect.stringMatching(words)]);
  });

  test('in a route that has read its Request', async () => {
    const request = new Request('http://localhost/webhooks', await signTestWebhook(order(), secret));
    await request.json();
    const response = await forFetch(collecting().handler)(request);
    expect([response.status, await response.text()]).toEqual([500, expect.stringMatching(words)]);
  });

  test('in Lambda behind a middleware that parses JSON', async () => {
    const { headers, body } = await signTestWebhook(order(), secret);
    const answer = await forLambda(collecting().handler)({ headers, body: JSON.parse(body) as string });
    expect(answer).toEqual({ statusCode: 500, body: expect.stringMatching(words) as string });
  });
});

test('express.json() takes the bytes along as rawBody where its verify stores them', async () => {
  const { events, handler } = collecting();
  const parser = express.json({ verify: (request, _response, bytes) => Object.assign(request, { rawBody: bytes }) });
  const url = await open(serveNode(express().use(parser).post('/webhooks', forExpress(handler)) as RequestListener));
  expect((await fetch(url, await signTestWebhook(order(), secret))).status).toBe(204);
  expect(events).toHaveLength(1);
});

test('the other routes of a Fastify application parse JSON as before', async () => {
  const app = fastify();
  await app.register(forFastify(collecting().handler), { prefix: '/webhooks' });
  app.post('/others', async (request) => request.body);
  const answer = await app.inject({ method: 'POST', url: '/others', payload: { a: 1 } });
  expect(answer.json()).toEqual({ a: 1 });
  await app.close();
});

test('Lambda reads headers of a load balancer, and requests without headers or a body', async () => {
  const { handler } = collecting();
  const { headers, body } = await signTestWebhook(order(), secret);
  const many = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  expect(await forLambda(handler)({ multiValueHeaders: many, headers: null, body })).toEqual({ statusCode: 204, body: '' });
  expect(await forLambda(handler)({ headers: null, body: null })).toEqual({ statusCode: 400, body: 'missing_header' });
});

test('a client that sends an endless body is answered after the bound, and its connection is closed', async () => {
  const url = new URL(await open(receivers['node:http']!(collecting({ maxBodyBytes: 10_000 }).handler)));
  const socket = connect(Number(url.port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST /webhooks HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n');
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
  let sent = 0;
  while (!socket.destroyed && sent < 50_000_000) {
    sent += 65_536;
    await new Promise((resolve) => socket.write(Buffer.alloc(65_536), resolve));
  }
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(sent).toBeLessThan(50_000_000);
});

test('a client that ends in the middle of its body harms nothing', async () => {
  const { events, handler } = collecting();
  const url = new URL(await open(receivers['node:http']!(handler)));
  const socket = connect(Number(url.port), '127.0.0.1');
  socket.write('POST /webhooks HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"id"');
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  expect((await fetch(url, await signTestWebhook(order(), secret))).status).toBe(204);
  expect(events).toHaveLength(1);
});
