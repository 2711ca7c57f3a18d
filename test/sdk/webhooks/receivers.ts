import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { Request as UndiciRequest } from 'undici';
import {
  forExpress,
  forFastify,
  forHono,
  forLambda,
  forNext,
  forNode,
  type LambdaEvent,
  type WebhookHandler,
} from '../../../sdk/src/webhooks.ts';

export interface RunningReceiver {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a listener on the loopback address. */
export async function serveNode(listener: RequestListener): Promise<RunningReceiver> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Node's request as API Gateway and function URLs pass it to a function. Their documentation shows the members. */
const lambdaEvents = {
  /** REST APIs, payload format 1.0. */
  v1: (request: IncomingMessage, body: Buffer, isBase64Encoded: boolean) => ({
    version: '1.0',
    resource: '/webhooks',
    path: '/webhooks',
    httpMethod: request.method,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [titled(name), String(value)])),
    multiValueHeaders: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [titled(name), [String(value)]])),
    queryStringParameters: null,
    requestContext: { httpMethod: 'POST', protocol: 'HTTP/1.1', stage: 'prod' },
    body: body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  }),
  /** HTTP APIs and function URLs, payload format 2.0. */
  v2: (request: IncomingMessage, body: Buffer, isBase64Encoded: boolean) => ({
    version: '2.0',
    routeKey: 'POST /webhooks',
    rawPath: '/webhooks',
    rawQueryString: '',
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    requestContext: { http: { method: 'POST', path: '/webhooks', protocol: 'HTTP/1.1' } },
    body: body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  }),
};

const titled = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

const lambda = (format: keyof typeof lambdaEvents, isBase64Encoded: boolean) => (handler: WebhookHandler) => {
  const run = forLambda(handler);
  return serveNode((request, response) => {
    void buffer(request).then(async (body) => {
      const event: LambdaEvent = lambdaEvents[format](request, body, isBase64Encoded);
      const { statusCode, body: text } = await run(event);
      response.writeHead(statusCode).end(text);
    });
  });
};

/** How each adapter is used in a program of its framework. */
export const receivers: Readonly<Record<string, (handler: WebhookHandler) => Promise<RunningReceiver>>> = {
  'node:http': (handler) => serveNode((request, response) => void forNode(handler)(request, response)),
  Express: (handler) => serveNode(express().post('/webhooks', forExpress(handler)).use(express.json()) as RequestListener),
  'Express with express.raw()': (handler) =>
    serveNode(express().post('/webhooks', express.raw({ type: '*/*' }), forExpress(handler)) as RequestListener),
  'Express with express.text()': (handler) =>
    serveNode(express().post('/webhooks', express.text({ type: '*/*' }), forExpress(handler)) as RequestListener),
  async Fastify(handler) {
    const app = fastify();
    await app.register(forFastify(handler), { prefix: '/webhooks' });
    app.post('/others', async (request) => request.body);
    return { url: `${await app.listen({ host: '127.0.0.1', port: 0 })}/webhooks`, close: () => app.close() };
  },
  async Hono(handler) {
    const app = new Hono().post('/webhooks', forHono(handler));
    let server: ReturnType<typeof serve>;
    const port = await new Promise<number>((resolve) => {
      server = serve({ overrideGlobalObjects: false, fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (address) =>
        resolve(address.port),
      );
    });
    return { url: `http://127.0.0.1:${port}/webhooks`, close: () => new Promise((resolve) => server.close(() => resolve())) };
  },
  'Next.js': (handler) => {
    const POST = forNext(handler);
    return serveNode((request, response) => {
      const given = { method: 'POST', headers: request.headers as Record<string, string>, body: Readable.toWeb(request), duplex: 'half' };
      const standard = new UndiciRequest(`http://localhost${request.url}`, given as never) as unknown as Request;
      void POST(standard).then(async (answer) => response.writeHead(answer.status).end(await answer.text()));
    });
  },
  'Lambda behind a REST API': lambda('v1', false),
  'Lambda behind a REST API, in base64': lambda('v1', true),
  'Lambda behind an HTTP API or a function URL': lambda('v2', false),
  'Lambda behind a function URL, in base64': lambda('v2', true),
};
