import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient, type ClientOptions, type Hooks } from '../../sdk/src/index.ts';
import { startScriptedServer, type ScriptedServer } from './scripted-server.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
  // Of each wait the shortest.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: server.url, apiKey: 'svc_live_secret', timeoutMs: 300, ...options });
const soon = { 'retry-after': '0' };
const unavailable = { status: 503, headers: soon, body: { type: 'x/unavailable', title: 't', status: 503, instance: '/' } };
const order = { status: 200, body: { id: 'o1' } };

describe('hooks', () => {
  it('receive each attempt, its response and each retry', async () => {
    const seen: unknown[] = [];
    const hooks: Hooks = {
      onRequest: (request) => seen.push(request),
      onResponse: ({ headers, durationMs, ...response }) =>
        seen.push({ ...response, type: headers?.get('content-type'), took: durationMs >= 0 }),
      onRetry: ({ status, retriesMade }) => seen.push({ status, retriesMade }),
    };
    server.script(unavailable, 'reset', order);
    await client(hooks).orders.get({ order_id: 'o 1' });
    const call = { operationId: 'getOrder', method: 'GET', path: '/v1/orders/o%201' };
    expect(seen).toEqual([
      { ...call, attempt: 1 },
      { ...call, attempt: 1, status: 503, requestId: 'request-1', type: 'application/problem+json', took: true },
      { status: 503, retriesMade: 0 },
      { ...call, attempt: 2 },
      { ...call, attempt: 2, status: null, requestId: undefined, type: undefined, took: true },
      { status: null, retriesMade: 1 },
      { ...call, attempt: 3 },
      { ...call, attempt: 3, status: 200, requestId: 'request-3', type: 'application/json', took: true },
    ]);
    seen.length = 0;
    server.script(order);
    await client({ onRequest: hooks.onRequest! }).request({ method: 'GET', path: '/v1/orders?creator_ids=c1' });
    expect(seen).toEqual([{ operationId: undefined, method: 'GET', path: '/v1/orders', attempt: 1 }]);
  });

  it('end the call with the error that they throw', async () => {
    server.script(order);
    const onRequest = () => {
      throw new Error('not now');
    };
    await expect(client({ onRequest }).orders.get({ order_id: 'o1' })).rejects.toThrow('not now');
    expect(server.seen).toHaveLength(0);
  });
});

describe('a logger', () => {
  const linesAt = async (logLevel?: Hooks['logLevel']) => {
    const lines: string[] = [];
    const write = (level: string) => (message: string) => void lines.push(`${level} ${message.replace(/\d+ ms/g, 'N ms')}`);
    const logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
    server.script(unavailable);
    const call = client({ logger, maxRetries: 1, ...(logLevel && { logLevel }) }).webhooks.create({
      url: 'https://x.example/?token=private',
      enabled_event_types: ['order.created'],
    });
    await expect(call).rejects.toThrow();
    return lines;
  };

  it('receives the lines of its level and of those before it, without keys, queries and bodies', async () => {
    const create = 'POST /v1/webhooks:';
    expect(await linesAt('off')).toEqual([]);
    expect(await linesAt('error')).toEqual([`error ${create} failed with 503`]);
    expect(await linesAt()).toEqual([`warn ${create} retry 1 in N ms after 503`, `error ${create} failed with 503`]);
    const all = await linesAt('debug');
    expect(all).toEqual([
      `debug ${create} attempt 1`,
      `debug ${create} 503 after N ms, request request-1`,
      `warn ${create} retry 1 in N ms after 503`,
      `debug ${create} attempt 2`,
      `debug ${create} 503 after N ms, request request-2`,
      `error ${create} failed with 503`,
    ]);
    expect(all.join()).not.toMatch(/secret|private/);
  });

  it('and a level are refused where they are none', () => {
    expect(() => client({ logLevel: 'loud' as never })).toThrow('logLevel: accepted are off, error, warn, info, debug');
    expect(() => client({ logger: {} as never })).toThrow('logger: it requires the methods');
    expect(() => client({ onResponse: 'x' as never })).toThrow('onResponse: a function is required');
  });
});

describe('pacing', () => {
  const limited = (r: number, t: number) => ({
    ...order,
    headers: { ratelimit: `"default";r=${r};t=${t}`, 'ratelimit-policy': '"default";q=600;w=60' },
  });
  const timed = async (options: Partial<ClientOptions>, calls: number, ...steps: Parameters<ScriptedServer['script']>) => {
    server.script(...steps);
    const paced = client(options);
    const startedAt = performance.now();
    for (let made = 0; made < calls; made += 1) await paced.orders.get({ order_id: 'o1' });
    return performance.now() - startedAt;
  };

  it('waits for the next place of the operation, and only of that', async () => {
    const infos: string[] = [];
    const logger = { debug: () => undefined, info: (line: string) => void infos.push(line), warn: () => undefined, error: () => undefined };
    expect(await timed({ pacing: true, logger, logLevel: 'info' }, 2, limited(0, 1))).toBeGreaterThan(950);
    expect(infos).toEqual([expect.stringMatching(/^GET \/v1\/orders\/o1: waits \d+ ms for the rate limit$/)]);
    server.script(limited(0, 20));
    const paced = client({ pacing: true });
    const startedAt = performance.now();
    await paced.orders.get({ order_id: 'o1' });
    await paced.creators.get({ creator_id: 'c1' });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('does not wait without the setting, with places left, or longer than the longest wait', async () => {
    expect(await timed({}, 2, limited(0, 20))).toBeLessThan(5_000);
    expect(await timed({ pacing: true }, 3, limited(5, 20))).toBeLessThan(5_000);
    expect(await timed({ pacing: { maxWaitMs: 500 } }, 2, limited(0, 20))).toBeLessThan(5_000);
  });

  it('gives waiting calls one place after the other', async () => {
    server.script(limited(0, 1));
    const paced = client({ pacing: true });
    await paced.orders.get({ order_id: 'o1' });
    const startedAt = performance.now();
    const waits = await Promise.all(
      [1, 2, 3].map(async () => {
        await paced.orders.get({ order_id: 'o1' });
        return performance.now() - startedAt;
      }),
    );
    for (const [index, waited] of waits.sort((a, b) => a - b).entries()) expect(waited).toBeGreaterThan(900 + index * 100);
  });

  it('ends when the call is aborted', async () => {
    server.script(limited(0, 30));
    const paced = client({ pacing: true });
    await paced.orders.get({ order_id: 'o1' });
    const call = paced.orders.get({ order_id: 'o1' }, { signal: AbortSignal.timeout(50) });
    await expect(call).rejects.toMatchObject({ kind: 'aborted', outcomeUnknown: false });
    expect(server.seen).toHaveLength(1);
  });

  it('refuses settings that it does not have', () => {
    expect(() => client({ pacing: { maxWaitMs: -1 } })).toThrow('pacing.maxWaitMs');
    expect(() => client({ pacing: 'yes' as never })).toThrow('arguments');
  });
});
