import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newApiKey } from '../../server/access/keys/api-keys.ts';
import { listen, type Listener } from '../../server/http/connection/listener.ts';
import { Throttle } from '../../server/http/fairness/throttle.ts';
import { beginRequest } from '../../server/http/steps/begin-request.ts';
import type { Logger } from '../../server/log/log.ts';
import { noTracing, type Tracing } from '../../server/tracing/tracing.ts';
import { head, RawConnection } from '../support/raw-connection.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

const connections: RawConnection[] = [];
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
});

async function open(url: string): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  connections.push(connection);
  return connection;
}

describe('a request that waits for its turn', () => {
  const waiting: [request: IncomingMessage, response: ServerResponse][] = [];
  const recorded: [operation: string, status: number, durationMs: number][] = [];
  const logged: { status: number; path: string }[] = [];
  let listener: Listener;
  let throttle: Throttle;
  let isStopping = false;

  beforeAll(async () => {
    const app = express().disable('x-powered-by');
    const log = { plain: { info: (line: (typeof logged)[number]) => logged.push(line) }, budget: { allows: () => true } };
    const metrics = {
      observeRequest: (...figures: (typeof recorded)[number]) => recorded.push(figures.slice(0, 3) as (typeof recorded)[number]),
      countRefusal: () => undefined,
    };
    app.use((request, response, next) => {
      waiting.push([request, response]);
      next();
    });
    const tracing: Tracing = {
      ...noTracing,
      begin: (_span, traceparent) => {
        if (traceparent === 'broken') throw new Error('a defect');
        return undefined;
      },
    };
    const options = { log: log as unknown as Logger, metrics, tracing, isStopping: () => isStopping };
    app.use(beginRequest(options, () => throttle));
    app.use((_request, response) => void response.end('served'));
    app.use(
      ((error, _request, response, _next) =>
        void response.status(error.status ?? 500).end(error.slug ?? error.message)) satisfies express.ErrorRequestHandler,
    );
    listener = await listen(app, '127.0.0.1', 0, () => '');
  });
  afterAll(() => listener.close(0));

  async function ask(path: string, headers: Record<string, string> = {}): Promise<RawConnection> {
    waiting.length = recorded.length = logged.length = 0;
    const connection = await open(`http://127.0.0.1:${listener.port}`);
    await connection.send(head(`GET ${path}`, headers));
    await expect.poll(() => waiting.length).toBe(1);
    return connection;
  }

  /** None gets a turn. */
  const closed = () => new Throttle({ perTurn: 0 });

  /** It has this many turns before the next caller's. */
  function busy(turns: number): Throttle {
    const made = new Throttle({ perTurn: 1 });
    for (let turn = 0; turn < turns; turn++) made.enter('127.0.0.1', undefined, () => undefined);
    return made;
  }

  test('has no state, no headers and no id, is served in its turn, and its duration includes the wait', async () => {
    throttle = busy(40);
    const connection = await ask('/later');
    const [, response] = waiting[0]!;
    expect(response.getHeaderNames()).toEqual([]);
    expect(Object.keys((response as express.Response).locals)).toEqual([]);
    const answer = await connection.answer();
    expect([answer.status, answer.headers.has('x-request-id')]).toEqual([200, true]);
    await expect.poll(() => logged).toMatchObject([{ status: 200, path: '/later' }]);
    expect(recorded).toEqual([['none', 200, expect.any(Number)]]);
    expect(recorded[0]![2]).toBeGreaterThan(100);
  });

  test('is logged and counted as 499 where its client is gone, and nothing more runs', async () => {
    throttle = closed();
    const connection = await ask('/gone');
    const [, response] = waiting[0]!;
    connection.close();
    await expect.poll(() => response.destroyed).toBe(true);
    await expect.poll(() => logged).toMatchObject([{ status: 499, path: '/gone' }]);
    expect(recorded).toEqual([['none', 499, expect.any(Number)]]);
    expect(response.writableEnded).toBe(false);
  });

  test('goes to the error handler where a first step fails, and the process continues', async () => {
    throttle = busy(20);
    const answer = await (await ask('/broken', { traceparent: 'broken' })).answer();
    expect([answer.status, answer.text]).toEqual([500, 'a defect']);
    expect((await (await ask('/next')).answer()).text).toBe('served');
  });

  test('is refused where too many wait, with its id', async () => {
    throttle = new Throttle({ perTurn: 0, maxWaiting: 0 });
    const answer = await (await ask('/refused')).answer();
    expect([answer.status, answer.text, answer.headers.has('x-request-id')]).toEqual([503, 'unavailable', true]);
  });

  test('is refused at once where the process stops', async () => {
    throttle = closed();
    isStopping = true;
    const answer = await (await ask('/stopping')).answer();
    isStopping = false;
    expect([answer.status, answer.text]).toEqual([503, 'unavailable']);
  });
});

describe('of the public API', () => {
  let service: TestService;
  let agency: TestAgency;
  beforeAll(async () => {
    service = await sharedService();
    agency = await service.createAgency();
  });
  afterAll(() => service.close());

  const crowdSize = 120;

  /** Of a crowd without a key, which asked before, how many were answered before each of these requests. */
  async function answeredBefore(probes: readonly [target: string, authorization?: string][]): Promise<[target: string, before: number][]> {
    const [crowd, own] = await Promise.all(
      [crowdSize, probes.length].map((length) => Promise.all(Array.from({ length }, () => open(service.baseUrl)))),
    );
    let answered = 0;
    await Promise.all(crowd!.map((connection) => connection.send(head('GET /v1/orders'))));
    const answers = crowd!.map((connection) => connection.answer({ timeoutMs: 20_000 }).then(() => answered++));
    const before = probes.map(async ([target, authorization], index): Promise<[string, number]> => {
      const probe = own![index]!;
      await probe.send(head(target, { 'service-version': 'Amethyste', ...(authorization !== undefined && { authorization }) }));
      await probe.answer({ timeoutMs: 20_000, toHead: target.startsWith('HEAD') });
      return [`${target} ${authorization?.slice(0, 6)}`, answered];
    });
    const found = await Promise.all(before);
    await Promise.all(answers);
    return found;
  }

  const openPaths = [
    '/docs',
    '/docs/no-such-page',
    '/changelog',
    '/errors/not_found',
    '/status',
    '/portal/link',
    '/openapi.json',
    '/',
    '/nothing',
    '/v1/openapi.json',
  ];

  test('open operations and requests without authorization wait in the queue of unauthenticated requests', async () => {
    const bearer = `Bearer ${agency.key}`;
    const waits = await answeredBefore([
      ...openPaths.flatMap((path): [string, string?][] => [[`GET ${path}`], [`GET ${path}`, bearer]]),
      ['POST /portal/link/session'],
      ['GET /v1/orders'],
      ['HEAD /v1/orders'],
      ['POST /v1/webhooks'],
      ['GET /v1/no-such-operation'],
      ['DELETE /v1/_health'],
    ]);
    expect(waits.filter(([, before]) => before <= crowdSize * 0.8)).toEqual([]);
  });

  test('requests with any authorization and health checks do not wait there', async () => {
    const bearer = `Bearer ${agency.key}`;
    const passes = await answeredBefore([
      ['GET /v1/orders', bearer],
      ['HEAD /v1/orders', bearer],
      ['GET /v1/no-such-operation', bearer],
      ['DELETE /v1/orders', bearer],
      ['GET /v1/orders', `Bearer ${newApiKey()}`],
      ['GET /v1/orders', 'Basic YTpi'],
      ['GET /v1/_health'],
      ['GET /v1/_health', bearer],
      ['HEAD /v1/_health'],
    ]);
    expect(passes.filter(([, before]) => before >= crowdSize * 0.5)).toEqual([]);
  });
});
