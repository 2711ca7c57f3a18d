import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AbortError, ConnectionError, createClient, isProblem, ServiceError, TimeoutError } from '../../sdk/src/index.ts';
import { retryDelayMs } from '../../sdk/src/retry.ts';
import { problem, startScriptedServer, type ScriptedServer } from './scripted-server.ts';

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

const soon = { 'retry-after': '0' };
const limited = { status: 429, headers: soon, body: { type: 'x/rate_limited', title: 't', status: 429, instance: '/' } };
const unavailable = { ...limited, status: 503, body: { ...limited.body, type: 'x/unavailable', status: 503 } };
const incomplete = { ...limited, status: 408, body: { ...limited.body, type: 'x/request_timeout', status: 408 } };
const running = { ...limited, status: 409, body: { ...limited.body, type: 'x/idempotency_key_in_use', status: 409 } };
const order = { status: 200, body: { id: 'o1' } };

function client(options = {}) {
  return createClient({ baseUrl: server.url, apiKey: 'svc_live_x', timeoutMs: 300, ...options });
}

describe('retries', () => {
  it('repeats a read after 408, 429, 5xx, a reset and a response that breaks off', async () => {
    for (const first of [incomplete, limited, unavailable, 'reset', 'break off'] as const) {
      server.script(first, order);
      await expect(client().orders.get({ order_id: 'o1' })).resolves.toEqual({ id: 'o1' });
      expect(server.seen).toHaveLength(2);
    }
  });

  it('counts the repetitions in a header, which a first request does not have', async () => {
    server.script('reset', unavailable, limited, order);
    await client({ maxRetries: 3 }).orders.get({ order_id: 'o1' });
    expect(server.seen.map(({ headers }) => headers['x-retry-count'])).toEqual([undefined, '1', '2', '3']);
  });

  it('sends the headers of a call with each attempt', async () => {
    server.script(unavailable, order, unavailable, order);
    const headers = { Traceparent: 'a', 'X-Caller': 'nightly report' };
    await client().orders.get({ order_id: 'o1' }, { headers });
    await client().request({ method: 'GET', path: '/v1/me', headers: { 'x-caller': 'this request' } }, { headers });
    const sent = server.seen.map(({ headers }) => [headers['traceparent'], headers['x-caller'], headers['authorization']]);
    const authorization = 'Bearer svc_live_x';
    expect(sent).toEqual([
      ...Array(2).fill(['a', 'nightly report', authorization]),
      ...Array(2).fill(['a', 'this request', authorization]),
    ]);
  });

  it('asks a function for the key before each attempt', async () => {
    let asked = 0;
    server.script(unavailable, order);
    await client({ apiKey: async () => `key-${++asked}` }).orders.get({ order_id: 'o1' });
    expect(server.seen.map(({ headers }) => headers['authorization'])).toEqual(['Bearer key-1', 'Bearer key-2']);
  });

  it('sends nothing without a key, and says whether an earlier attempt was made', async () => {
    const keys = ['key-1', 'a secret'];
    server.script(unavailable, order);
    const ping = client({ apiKey: () => keys.shift() }).webhooks.ping({ endpoint_id: 'e1' });
    await expect(ping).rejects.toMatchObject({ argument: 'apiKey', outcomeUnknown: true, idempotencyKey: expect.any(String) as string });
    await expect(ping).rejects.not.toThrow('secret');
    const cause = new Error('The vault is sealed');
    const read = client({ apiKey: () => Promise.reject(cause) }).orders.get({ order_id: 'o1' });
    await expect(read).rejects.toMatchObject({ argument: 'apiKey', cause, outcomeUnknown: false });
    expect(server.seen).toHaveLength(1);
  });

  it('repeats a body as it was', async () => {
    server.script(unavailable, { status: 200, body: { id: 'e1' } });
    await client().webhooks.update({ endpoint_id: 'e1', status: 'active' });
    expect(server.seen.map(({ body, method }) => `${method} ${body}`)).toEqual(Array(2).fill('PATCH {"status":"active"}'));
  });

  it('sends an idempotency key with every POST, another one for each call and the same with each attempt', async () => {
    const create = () => client().webhooks.create({ url: 'https://x.example', enabled_event_types: ['order.created'] });
    const keys = new Set<unknown>();
    for (const step of [limited, unavailable, 'hang', 'reset', 'break off', running] as const) {
      server.script(step, { status: 201, body: { id: 'e1' } });
      await expect(create()).resolves.toMatchObject({ id: 'e1' });
      const [first, second] = server.seen.map(({ headers }) => headers['service-idempotency-key']);
      expect(first).toMatch(/^[0-9a-f]{32}$/);
      expect(second).toBe(first);
      keys.add(first);
    }
    expect(keys.size).toBe(6);
    server.script(order);
    await client().orders.get({ order_id: 'o1' });
    expect(server.seen[0]!.headers['service-idempotency-key']).toBeUndefined();
    for (const request of [{}, { headers: { 'Service-Idempotency-Key': 'mine' } }]) {
      server.script(unavailable, order);
      await client().request({ method: 'POST', path: '/v1/anything', ...request }, { idempotencyKey: 'other' });
      expect(server.seen.map(({ headers }) => headers['service-idempotency-key'])).toEqual(
        Array(2).fill(request.headers ? 'mine' : 'other'),
      );
    }
    await expect(client().webhooks.ping({ endpoint_id: 'e1' }, { idempotencyKey: 'a b' })).rejects.toMatchObject({
      argument: 'idempotencyKey',
    });
  });

  it('does not repeat a conflict without Retry-After', async () => {
    server.script(problem('webhook_endpoint_disabled', 409));
    await expect(client().webhooks.ping({ endpoint_id: 'e1' })).rejects.toMatchObject({ slug: 'webhook_endpoint_disabled' });
    expect(server.seen).toHaveLength(1);
  });

  it('does not repeat a DELETE or PATCH of one’s own after 5xx, a timeout or a broken connection', async () => {
    for (const [step, error] of [
      ['hang', 'TimeoutError'],
      ['reset', 'ConnectionError'],
    ] as const) {
      server.script(step);
      await expect(client().request({ method: 'PATCH', path: '/v1/x' })).rejects.toMatchObject({ name: error });
      expect(server.seen).toHaveLength(1);
    }
  });

  it('gives up after maxRetries with the last response, and does not repeat at 0', async () => {
    server.script(unavailable);
    const error = await client({ maxRetries: 3 })
      .orders.get({ order_id: 'o1' })
      .catch((reason: unknown) => reason);
    expect(isProblem(error, 'unavailable')).toBe(true);
    expect(server.seen).toHaveLength(4);
    server.script(unavailable);
    await expect(client().orders.get({ order_id: 'o1' }, { maxRetries: 0 })).rejects.toThrow();
    expect(server.seen).toHaveLength(1);
  });

  it('does not repeat a refused request', async () => {
    server.script(problem('unknown_order', 404));
    await expect(client().orders.get({ order_id: 'o1' })).rejects.toMatchObject({ slug: 'unknown_order' });
    expect(server.seen).toHaveLength(1);
  });

  it('reports the total wait and the number of attempts', async () => {
    server.script('hang');
    const error = await client({ timeoutMs: 50, maxRetries: 1 })
      .orders.get({ order_id: 'o1' })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TimeoutError);
    expect((error as TimeoutError).message).toMatch(/no answer within 50 ms \(2 attempts\)/);
    const closed = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'x', maxRetries: 0 });
    const refused = await closed.orders.list().catch((reason: unknown) => reason);
    expect(refused).toBeInstanceOf(ConnectionError);
    expect((refused as ConnectionError).message).toMatch(/ECONNREFUSED|bad port/);
  });

  it('ends at once when the caller aborts, in an attempt and between two', async () => {
    for (const step of ['hang', { ...unavailable, headers: { 'retry-after': '60' } }] as const) {
      server.script(step);
      const controller = new AbortController();
      const call = client({ timeoutMs: 5_000 }).orders.get({ order_id: 'o1' }, { signal: controller.signal });
      setTimeout(() => controller.abort(new Error('stop')), 60);
      const error = await call.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toBeInstanceOf(AbortError);
      expect(error).toMatchObject({ kind: 'aborted', name: 'AbortError', cause: new Error('stop'), outcomeUnknown: false });
      expect((error as AbortError).message).toMatch(/^GET http:.*\/v1\/orders\/o1: aborted \(stop\)$/);
    }
    const early = { signal: AbortSignal.abort(new Error('early')) };
    await expect(client().orders.list({}, early)).rejects.toMatchObject({ kind: 'aborted', cause: new Error('early') });
    await expect(client().orders.list({}, { signal: AbortSignal.abort('enough') })).rejects.toThrow(/aborted \(enough\)/);
    await expect(client().request({ method: 'GET', path: '/' }, early)).rejects.toMatchObject({ kind: 'aborted' });
  });

  it('shares one listener of a signal with all calls, in attempts and between them, and removes it after the last', async () => {
    const many = (signal: AbortSignal) => Promise.allSettled(Array.from({ length: 30 }, () => client().orders.list({}, { signal })));
    for (const step of ['hang', { ...unavailable, headers: { 'retry-after': '60' } }] as const) {
      server.script(step);
      const controller = new AbortController();
      const calls = many(controller.signal);
      await expect.poll(() => server.seen.length).toBe(30);
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
      controller.abort();
      for (const outcome of await calls) expect(outcome).toMatchObject({ reason: { kind: 'aborted' } });
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    }
    const { signal } = new AbortController();
    server.script({ status: 200, body: { data: [], next_cursor: null } });
    for (const outcome of await many(signal)) expect(outcome.status).toBe('fulfilled');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('shares one listener of a signal with all calls that wait because of pacing', async () => {
    server.script('hang');
    const controller = new AbortController();
    const paced = client({ pacing: true, timeoutMs: 5_000 });
    const calls = Promise.allSettled(Array.from({ length: 50 }, () => paced.orders.list({}, { signal: controller.signal })));
    await expect.poll(() => server.seen.length).toBe(32);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort();
    for (const outcome of await calls) expect(outcome).toMatchObject({ reason: { kind: 'aborted' } });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('reports whether an aborted call may have had an effect', async () => {
    const abortedBy = async (call: (signal: AbortSignal) => Promise<unknown>) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 60);
      return call(controller.signal).catch((reason: unknown) => reason);
    };
    server.script('hang');
    expect(await abortedBy((signal) => client().publications.delete({ publication_id: 'p1' }, { signal }))).toMatchObject({
      kind: 'aborted',
      outcomeUnknown: true,
    });
    server.script({ ...unavailable, headers: { 'retry-after': '60' } });
    expect(await abortedBy((signal) => client().publications.delete({ publication_id: 'p1' }, { signal }))).toMatchObject({
      kind: 'aborted',
      outcomeUnknown: true,
    });
    server.script({ ...limited, headers: { 'retry-after': '60' } });
    expect(await abortedBy((signal) => client().publications.delete({ publication_id: 'p1' }, { signal }))).toMatchObject({
      kind: 'aborted',
      outcomeUnknown: false,
    });
    const before = server.seen.length;
    const unsent = client().publications.delete({ publication_id: 'p1' }, { signal: AbortSignal.abort() });
    await expect(unsent).rejects.toMatchObject({ kind: 'aborted', outcomeUnknown: false });
    expect(server.seen).toHaveLength(before);
  });

  it('ends a whole list before its next item when the caller aborts', async () => {
    server.script({ status: 200, body: { data: [{ id: 'o1' }, { id: 'o2' }, { id: 'o3' }], next_cursor: 'next' } });
    const controller = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { id } of client().sentMessages.listAll({}, { signal: controller.signal })) {
        seen.push(id);
        if (id === 'o2') controller.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toMatchObject({ kind: 'aborted', cause: new Error('enough') });
    expect(seen).toEqual(['o1', 'o2']);
    expect(server.seen.filter(({ url }) => url.startsWith('/v1/sent-messages'))).toHaveLength(1);
  });
});

describe('retryDelayMs', () => {
  const failed = { status: 503, retryAfter: null, retriesMade: 0 };

  it('doubles the wait with each retry, with a random half, up to 8 s', () => {
    const waits = [0, 1, 2, 3, 9].map((retriesMade) => retryDelayMs({ ...failed, retriesMade }, 'safe', 10, 0, () => 1));
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000]);
    expect(retryDelayMs(failed, 'safe', 10, 0, () => 0)).toBe(250);
  });

  it('waits at least as long as Retry-After asks, in seconds or until a date, and never for more than two minutes', () => {
    const after = (retryAfter: string) => retryDelayMs({ ...failed, retryAfter }, 'safe', 10, 0, () => 0);
    expect(after('7')).toBe(7_000);
    expect(after('Thu, 01 Jan 1970 00:00:09 GMT')).toBe(9_000);
    expect(after('120')).toBe(120_000);
    expect(after('121')).toBeNull();
    expect(after('soon')).toBe(250);
  });
});
