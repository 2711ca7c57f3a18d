import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClient,
  defaultVersion,
  InvalidArgumentError,
  isProblem,
  operations,
  ServiceError,
  UnexpectedResponseError,
  type AnswerInformation,
  type OperationId,
} from '../../sdk/src/index.ts';
import { createOperatorClient } from '../../sdk/src/operator.ts';
import { sortArguments } from '../../sdk/src/sort-arguments.ts';
import { problem, startScriptedServer, type ScriptedServer } from './scripted-server.ts';

let server: ScriptedServer;
beforeAll(async () => void (server = await startScriptedServer()));
afterAll(() => server.close());

const client = () => createClient({ baseUrl: server.url, apiKey: 'svc_live_x', maxRetries: 0, timeoutMs: 500 });
const operator = () => createOperatorClient({ operatorUrl: server.url, operatorToken: 'svc_operator_x', maxRetries: 0, timeoutMs: 500 });
const page = { status: 200, body: { data: [], next_cursor: null } };

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a call', () => {
  it('carries the key, the version and the id of the request', async () => {
    server.script(page);
    await client().orders.list({}, { requestId: 'mine' });
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer svc_live_x',
      'service-version': defaultVersion,
      'x-request-id': 'mine',
      accept: 'application/json',
    });
    await createClient({ baseUrl: `${server.url}/`, apiKey: 'k', version: 'Amethyste' }).orders.list();
    expect(server.seen[1]).toMatchObject({ url: '/v1/orders', headers: { 'service-version': 'Amethyste' } });
  });

  it('sends lists in one parameter, separated by commas, each value encoded', async () => {
    server.script(page);
    await client().orders.list({ fan_ids: ['a b', 'c&d'], order_types: ['tip', 'push'], limit: 5 });
    expect(server.seen[0]?.url).toBe('/v1/orders?fan_ids=a%20b,c%26d&order_types=tip,push&limit=5');
  });

  it('resolves with its result, and with its response on request', async () => {
    server.script({ status: 200, body: { id: 'order-1' }, headers: { 'x-request-id': 'r1', etag: '"e"' } });
    const seen: number[] = [];
    const call = client().orders.get({ order_id: 'order-1' }, { onAnswer: ({ status }) => seen.push(status) });
    const { data, response } = await call.withResponse();
    expect(data).toEqual({ id: 'order-1' });
    expect({ status: response.status, requestId: response.requestId, etag: response.headers.get('etag') }).toEqual({
      status: 200,
      requestId: 'r1',
      etag: '"e"',
    });
    expect(await call).toBe(data);
    expect({ seen, requests: server.seen.length }).toEqual({ seen: [200], requests: 1 });
    server.script(problem('unknown_order', 404));
    expect(await errorOf(client().orders.get({ order_id: 'x' }).withResponse())).toMatchObject({ slug: 'unknown_order' });
  });

  it('takes settings that are left out from the environment, and none that is undefined', async () => {
    const names = ['SVC_BASE_URL', 'SVC_API_KEY', 'SVC_OPERATOR_URL', 'SVC_OPERATOR_TOKEN'] as const;
    const before = names.map((name) => process.env[name]);
    try {
      for (const name of names) delete process.env[name];
      expect(() => createClient({ baseUrl: server.url })).toThrow('apiKey: it is required: pass it, or set SVC_API_KEY in the environment');
      expect(() => createOperatorClient()).toThrow(/or set SVC_OPERATOR_TOKEN in the environment/);
      for (const name of names) process.env[name] = name.endsWith('URL') ? server.url : 'from-the-environment';
      server.script(page);
      await createClient().orders.list();
      await createClient({ apiKey: 'given' }).orders.list();
      await createOperatorClient().agencies.list();
      expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
        'Bearer from-the-environment',
        'Bearer given',
        'Bearer from-the-environment',
      ]);
      for (const given of [undefined, null, ''] as (undefined | string)[]) {
        for (const [name, create] of Object.entries({
          SVC_API_KEY: () => createClient({ apiKey: given }),
          SVC_BASE_URL: () => createClient({ baseUrl: given }),
          SVC_OPERATOR_TOKEN: () => createOperatorClient({ operatorToken: given }),
          SVC_OPERATOR_URL: () => createOperatorClient({ operatorUrl: given }),
        })) {
          expect(create).toThrow(
            new RegExp(`it is required and was given as .+ Pass a value, or leave it out and set ${name} in the environment`),
          );
        }
      }
    } finally {
      for (const [index, name] of names.entries()) {
        if (before[index] === undefined) delete process.env[name];
        else process.env[name] = before[index];
      }
    }
  });

  it('refuses settings in place of arguments, and names the right parameter', async () => {
    server.script(page);
    const settings = { maxRetries: 0, timeoutMs: 1, requestId: 'r', idempotencyKey: 'k', onAnswer: () => undefined };
    for (const [name, value] of Object.entries(settings)) {
      for (const call of [client().meta.me, client().orders.list, client().publications.create] as ((
        given: object,
      ) => Promise<unknown>)[]) {
        await expect(call({ [name]: value })).rejects.toThrow(`${name}: it is a setting of the call: pass it in the second argument`);
      }
    }
    await expect(client().meta.me({ signal: AbortSignal.abort() } as never)).rejects.toThrow(/^signal: it is a setting of the call/);
    expect(server.seen).toEqual([]);
  });

  it('accepts a date of another realm, as test runners have them', async () => {
    const other = runInNewContext(`new Date('2026-07-19T10:00:00Z')`) as Date;
    server.script(page);
    await client().orders.list({ start: other });
    await client().publications.create({ creator_id: 'c', scheduled_at: other });
    expect(server.seen[0]!.url).toBe('/v1/orders?start=2026-07-19T10%3A00%3A00.000Z');
    expect(JSON.parse(server.seen[1]!.body)).toMatchObject({ scheduled_at: '2026-07-19T10:00:00.000Z' });
    const invalid = runInNewContext(`new Date('never')`) as Date;
    await expect(client().publications.create({ creator_id: 'c', scheduled_at: invalid })).rejects.toMatchObject({
      kind: 'invalid_argument',
    });
  });

  it('writes dates as instants, also inside a body, and refuses one that is not valid', async () => {
    const at = new Date('2026-07-19T10:00:00Z');
    const text = '2026-07-19T10:00:00.000Z';
    server.script({ status: 200, body: {} });
    const operator = createOperatorClient({ operatorUrl: server.url, operatorToken: 't', maxRetries: 0 });
    const ingest = (sentAt: Date) =>
      operator.records.ingest({
        agency_id: 'a',
        records: [
          { type: 'refund', order_id: 'o1', refunded_at: sentAt },
          { type: 'refund', order_id: 'o2', refunded_at: '2026-07-19T12:00:00+02:00' },
        ],
      });
    await ingest(at);
    await client().publications.create({ creator_id: 'c', scheduled_at: at });
    await client().webhooks.recoverEvents({ endpoint_id: 'e', start: at, end: at });
    await client().orders.list({ start: at });
    expect(server.seen.map(({ url, body }) => [url, body === '' ? '' : (JSON.parse(body) as unknown)])).toEqual([
      [
        '/operator/v1/agencies/a/records',
        {
          records: [
            { type: 'refund', order_id: 'o1', refunded_at: text },
            { type: 'refund', order_id: 'o2', refunded_at: '2026-07-19T12:00:00+02:00' },
          ],
        },
      ],
      ['/v1/publications', { creator_id: 'c', scheduled_at: text }],
      ['/v1/webhooks/e/recoveries', { start: text, end: text }],
      ['/v1/orders?start=2026-07-19T10%3A00%3A00.000Z', ''],
    ]);
    expect(await errorOf(ingest(new Date(NaN)))).toMatchObject({
      argument: 'refunded_at',
      message: expect.stringMatching(/date is not valid/),
    });
  });

  it('encodes an id in the path', async () => {
    server.script({ status: 200, body: {} });
    await client().orders.get({ order_id: '../a/b?c' });
    expect(server.seen[0]?.url).toBe('/v1/orders/..%2Fa%2Fb%3Fc');
  });

  it.each(
    Object.entries(operations).flatMap(([id, { parameters }]) =>
      Object.entries(parameters).flatMap(([name, { maxItems }]) => (maxItems === undefined ? [] : [[id, name, maxItems] as const])),
    ),
  )('%s: a longer list of %s than %i is refused before it is sent', (id, name, maxItems) => {
    const operation = operations[id as OperationId];
    const path = { account_id: 'a', endpoint_id: 'e', start: '2026-07-01', end: '2026-07-31' };
    const given = (count: number) => ({ ...path, [name]: Array.from({ length: count }, (_, at) => `v${at}`) });
    const relevant = (all: object) => Object.fromEntries(Object.entries(all).filter(([key]) => Object.hasOwn(operation.parameters, key)));
    expect(sortArguments(operation, relevant(given(maxItems))).query![name]).toHaveLength(maxItems);
    expect(() => sortArguments(operation, relevant(given(maxItems + 1)))).toThrow(`at most ${maxItems} values`);
    const { [name]: parameter, ...others } = operation.parameters;
    const shorter = { ...operation, parameters: { ...others, [name]: { ...parameter!, maxItems: 2 } } };
    expect(() => sortArguments(shorter, relevant(given(3)))).toThrow('at most 2 values');
  });

  it.each([
    ['an empty list', { fan_ids: [] }, 'fan_ids'],
    ['51 values', { fan_ids: Array.from({ length: 51 }, (_, at) => `f${at}`) }, 'fan_ids'],
    ['a value with a comma', { fan_ids: ['a,b'] }, 'fan_ids'],
    ['an empty value', { fan_ids: ['a', ''] }, 'fan_ids'],
    ['null', { fan_ids: null }, 'fan_ids'],
    ['a number that is none', { limit: Number.NaN }, 'limit'],
    ['an unknown argument', { creator_id: 'x' }, 'creator_id'],
  ])('refuses %s before it is sent', async (_case, given, argument) => {
    server.script(page);
    const error = await errorOf(client().orders.list(given as object));
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect((error as InvalidArgumentError).argument).toBe(argument);
    expect(server.seen).toHaveLength(0);
  });

  it.each([
    ['an empty text', ''],
    ['a dot', '.'],
    ['two dots', '..'],
    ['a missing value', undefined],
    ['a number', 7],
  ])('refuses %s as an id in the path', async (_, order_id) => {
    server.script(page);
    expect(await errorOf(client().orders.get({ order_id: order_id as string }))).toBeInstanceOf(InvalidArgumentError);
    expect(server.seen).toHaveLength(0);
  });

  it('sends the body without path parameters, and none where nothing is given', async () => {
    server.script({ status: 200, body: {} });
    await client().webhooks.rotateSecret({ endpoint_id: 'e1', previous_expires_in_seconds: 60 });
    await client().webhooks.rotateSecret({ endpoint_id: 'e1' });
    expect(server.seen[0]).toMatchObject({ body: '{"previous_expires_in_seconds":60}', headers: { 'content-type': 'application/json' } });
    expect(server.seen[1]?.body).toBe('');
    expect(server.seen[1]?.headers['content-type']).toBeUndefined();
  });

  it('answers nothing for 204 and text for a page', async () => {
    server.script({ status: 204 }, { status: 200, headers: { 'content-type': 'text/html' }, text: '<p>' });
    expect(await client().webhooks.delete({ endpoint_id: 'e1' })).toBeUndefined();
    expect(await client().meta.docs()).toBe('<p>');
  });

  it('returns the response’s metadata together with its body', async () => {
    server.script({ ...page, headers: { ratelimit: '"default";r=1;t=2' } });
    let told: AnswerInformation | undefined;
    await client().orders.list({}, { onAnswer: (answer) => void (told = answer) });
    expect(told).toMatchObject({ status: 200, requestId: 'request-1' });
    expect(told?.headers.get('ratelimit')).toBe('"default";r=1;t=2');
  });

  it('sends a raw request and returns any response', async () => {
    server.script(problem('unknown_order', 404));
    const answer = await client().request({ method: 'post', path: '/v1/x?a=1', body: { b: 2 } });
    expect(answer).toMatchObject({ status: 404, requestId: 'request-1' });
    expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/v1/x?a=1', body: '{"b":2}' });
  });
});

describe('a problem', () => {
  it('is narrowed by its slug and has members, errors and the id of the request', async () => {
    server.script(problem('validation_failed', 400, { detail: 'No.', errors: [{ path: 'limit', message: 'must be at most 200' }] }));
    const error = await errorOf(client().orders.list({ limit: 201 }));
    if (!isProblem(error, 'validation_failed')) throw error;
    expect(error.problem.errors?.[0]?.path).toBe('limit');
    expect(error.errors[0]?.message).toBe('must be at most 200');
    expect(error).toMatchObject({ status: 400, requestId: 'request-1', operationId: 'listOrders', slug: 'validation_failed' });
    expect(isProblem(error, 'unknown_order')).toBe(false);
    expect(error).toBeInstanceOf(ServiceError);
  });

  it('of a kind that is not known yet is a problem all the same', async () => {
    server.script(problem('something_new', 418, { extra: 1 }));
    const error = await errorOf(client().orders.list());
    if (!isProblem(error)) throw error;
    expect(error.slug).toBe('something_new');
    expect(error.problem['extra']).toBe(1);
  });
});

describe('a response of something else', () => {
  it.each([
    [
      'a page instead of JSON',
      { status: 200, headers: { 'content-type': 'text/html' }, text: '<h1>Proxy</h1>' },
      /200.*text\/html.*Proxy.*base URL/s,
    ],
    ['JSON that is broken', { status: 200, headers: { 'content-type': 'application/json' }, text: '{"data"' }, /where JSON was expected/],
    [
      'an error page',
      { status: 502, headers: { 'content-type': 'text/html' }, text: 'Bad Gateway' },
      /502.*Bad Gateway.*not come from the service/s,
    ],
    ['a success without a body', { status: 200 }, /200 .*without a body where JSON was expected/],
    ['a success without the expected body', { status: 204 }, /204 .*where JSON was expected/],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' } }, /redirect to https:\/\/elsewhere/],
  ])('is reported as such: %s', async (_case, step, message) => {
    server.script(step);
    const error = await errorOf(client().orders.list());
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect((error as Error).message).toMatch(message);
    expect(server.seen).toHaveLength(1);
  });
});

describe('every error', () => {
  it('carries the headers of its response, and how long that asks to wait', async () => {
    server.script(problem('rate_limited', 429, {}, { 'retry-after': '7', ratelimit: '"default";r=0;t=7' }));
    const limited = await errorOf(client().orders.list());
    expect(limited).toMatchObject({ slug: 'rate_limited', retryAfterMs: 7_000, requestId: 'request-1', outcomeUnknown: false });
    expect((limited as ServiceError).headers?.get('ratelimit')).toBe('"default";r=0;t=7');
    server.script({ status: 503, headers: { 'content-type': 'text/html', 'retry-after': '2' }, text: 'Down' });
    expect(await errorOf(client().orders.list())).toMatchObject({ name: 'UnexpectedResponseError', retryAfterMs: 2_000 });
    server.script(problem('unknown_order', 404));
    expect(await errorOf(client().orders.get({ order_id: 'o1' }))).toMatchObject({ retryAfterMs: undefined });
    server.script('reset');
    expect(await errorOf(client().orders.list())).toMatchObject({ headers: undefined, retryAfterMs: undefined });
  });

  it.each([
    ['a change that was answered with 500', problem('internal_error', 500), true],
    ['a change that was refused', problem('unknown_webhook_endpoint', 404), false],
    ['a change that a page of a proxy answered', { status: 504, headers: { 'content-type': 'text/html' }, text: 'Timeout' }, true],
    ['a change without an answer', 'reset' as const, true],
  ])('says of %s whether its outcome is unknown', async (_case, step, outcomeUnknown) => {
    server.script(step);
    const error = await errorOf(client().webhooks.ping({ endpoint_id: 'e1' }));
    expect(error).toMatchObject({ outcomeUnknown });
    expect(/The outcome is unknown/.test((error as Error).message)).toBe(outcomeUnknown);
  });

  it.each([
    ['the replay of failures', () => client().webhooks.replayFailures({ endpoint_id: 'e1', dry_run: true })],
    ['a resend', () => client().webhooks.resendDeliveries({ endpoint_id: 'e1', start: '2026-07-01T00:00:00Z', dry_run: true })],
    ['a recovery', () => client().webhooks.recoverEvents({ endpoint_id: 'e1', start: '2026-07-01T00:00:00Z', dry_run: true })],
    ['the erasure of an agency', () => operator().agencies.erase({ agency_id: 'a1', agency_name: 'A', dry_run: true })],
    ['the erasure of a fan', () => operator().fans.erase({ agency_id: 'a1', fan_id: 'f1', dry_run: true })],
    ['any request', () => client().request({ method: 'POST', path: '/v1/anything', body: { dry_run: true } })],
    ['a check of signatures', () => client().webhooks.checkSignature({ endpoint_id: 'e1', headers: {}, body: '{}' })],
  ])('says of a dry run, and of a POST that reads, that it changed nothing, however it failed: %s', async (_case, call) => {
    for (const step of [problem('unavailable', 503), problem('internal_error', 500), 'reset', 'hang'] as const) {
      server.script(step);
      const error = await errorOf(call());
      // A raw request resolves with every response.
      if (error === undefined) continue;
      expect(error).toMatchObject({ outcomeUnknown: false });
      expect((error as Error).message).not.toMatch(/outcome/i);
    }
    expect(server.seen).toHaveLength(1);
  });

  const secret = 'svc_live_S3CR3T';
  const make = (apiKey: unknown, options = {}) => createClient({ baseUrl: server.url, apiKey: apiKey as string, ...options });
  const circle: { self?: unknown } = {};
  circle.self = circle;
  it.each<[string, () => unknown]>([
    ['a key with a line break', () => make(`${secret}\n`).orders.list()],
    ['a key with a space', () => make(` ${secret}`).orders.list()],
    ['a key with a letter that no header holds', () => make(`${secret}é€`).orders.list()],
    ['a key that is none', () => make({ secret }).orders.list()],
    ['an operator token with a line break', () => createOperatorClient({ operatorUrl: server.url, operatorToken: `${secret}\r\n` })],
    ['a password in the address', () => make('k', { baseUrl: `http://user:${secret}@127.0.0.1` })],
    ['no settings', () => createClient(undefined as never)],
    ['a version with a line break', () => make('k', { version: 'a\nb' })],
    ['a name of the client that no header holds', () => make('k', { userAgent: '€' })],
    ['a time that is not a number', () => make('k', { timeoutMs: Number.NaN })],
    ['a time below 0', () => make('k').orders.list({}, { timeoutMs: -1 })],
    ['retries in words', () => make('k').orders.list({}, { maxRetries: 'two' as never })],
    ['a request id with a line break', () => make('k').orders.list({}, { requestId: 'a\nb' })],
    ['headers of a call that are none', () => make('k').orders.list({}, { headers: 'a: b' as never })],
    ['a header of a call that cannot be sent', () => make('k').orders.list({}, { headers: { a: `${secret}\n` } })],
    ...[
      'Authorization',
      'service-version',
      'Service-Idempotency-Key',
      'Idempotency-Key',
      'X-Request-Id',
      'content-type',
      'X-Retry-Count',
    ].map((name): [string, () => unknown] => [`${name} of a call`, () => make('k').orders.list({}, { headers: { [name]: secret } })]),
    [
      'a header of a request that the client sends itself',
      () => make('k').request({ method: 'GET', path: '/v1/me' }, { headers: { Host: 'a' } }),
    ],
    ['arguments that are none', () => make('k').orders.list(null as never)],
    ['arguments of all pages that are none', () => make('k').orders.listAll(null as never)],
    ['half of a character in a path', () => make('k').orders.get({ order_id: '\ud800' })],
    ['half of a character in a list', () => make('k').orders.list({ fan_ids: ['\udc00'] })],
    ['a body with a circle', () => make('k').webhooks.update({ endpoint_id: 'e1', label: circle as never })],
    ['a body with a bigint', () => make('k').webhooks.update({ endpoint_id: 'e1', label: 1n as never })],
    ['a request without a method', () => make('k').request({ path: '/v1/me' } as never)],
    ['a method that cannot be sent', () => make('k').request({ method: 'TRACE', path: '/v1/me' })],
    ['a header that cannot be sent', () => make('k').request({ method: 'GET', path: '/v1/me', headers: { a: `${secret}\n` } })],
    ['a body of a GET', () => make('k').request({ method: 'GET', path: '/v1/me', body: {} })],
  ])('is of this package, and shows no secret: %s', async (_case, call) => {
    server.script(page);
    let error: unknown;
    try {
      const outcome = call();
      if (outcome instanceof Promise) await outcome;
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(inspect(error, { depth: 5 })).not.toContain(secret);
    expect(server.seen).toHaveLength(0);
  });
});

describe('a time of Infinity', () => {
  it('does not limit the client or a call', async () => {
    server.script({ ...page, delayMs: 300 });
    await expect(createClient({ baseUrl: server.url, apiKey: 'k', timeoutMs: Infinity }).orders.list()).resolves.toBeDefined();
    const hasty = createClient({ baseUrl: server.url, apiKey: 'k', timeoutMs: 50, maxRetries: 0 });
    await expect(hasty.orders.list({}, { timeoutMs: Infinity })).resolves.toBeDefined();
    await expect(hasty.orders.list()).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('pages', () => {
  it.each([
    ['orders', 200, () => client().orders.listAll()],
    ['fans', 200, () => client().fans.listAll({ account_id: 'a', limit: undefined })],
    ['failures', 100, () => client().webhooks.listAllFailures({ endpoint_id: 'e' })],
    ['deliveries', 200, () => client().webhooks.listAllDeliveries({ endpoint_id: 'e' })],
  ])('of %s are as long as the contract allows', async (_name, longest, all) => {
    server.script(page);
    for await (const _item of all()) throw new Error('there is none');
    expect(new URL(server.seen[0]!.url, server.url).searchParams.get('limit')).toBe(String(longest));
  });

  it('are read one after the other with the same filters', async () => {
    server.script(
      { status: 200, body: { data: [{ id: 'a' }, { id: 'b' }], next_cursor: 'c1' } },
      { status: 200, body: { data: [{ id: 'c' }], next_cursor: null } },
    );
    const ids: string[] = [];
    for await (const order of client().orders.listAll({ order_types: ['tip'], limit: 2 })) ids.push(order.id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/orders?order_types=tip&limit=2',
      '/v1/orders?order_types=tip&cursor=c1&limit=2',
    ]);
  });

  it('are not read further than they are iterated', async () => {
    server.script({ status: 200, body: { data: [{ id: 'a' }], next_cursor: 'c1' } });
    for await (const order of client().orders.listAll()) {
      expect(order.id).toBe('a');
      break;
    }
    expect(server.seen).toHaveLength(1);
    for await (const { next_cursor } of client().orders.listAll().pages()) {
      expect(next_cursor).toBe('c1');
      break;
    }
  });
});

describe('settings', () => {
  it.each([
    ['not-an-url', /baseUrl: an http or https address/],
    ['https://api.example.com/v1', /ends before \/v1/],
    ['https://api.example.com/?a=1', /no query/],
  ])('refuse the base URL %s', (baseUrl, message) => {
    expect(() => createClient({ baseUrl, apiKey: 'k' })).toThrow(message);
  });

  it('refuse a missing key or token', () => {
    expect(() => createClient({ baseUrl: server.url, apiKey: '' })).toThrow(/apiKey/);
    expect(() => createOperatorClient({ operatorUrl: server.url, operatorToken: '' })).toThrow(/operatorToken/);
  });
});
