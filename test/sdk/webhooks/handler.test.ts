import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  createWebhookHandler,
  type EventStore,
  memoryStore,
  type UnknownWebhookEvent,
  type WebhookEvent,
  type WebhookHandler,
} from '../../../sdk/src/webhooks.ts';
import { signTestWebhook, testEvent, testSecret } from '../../../sdk/src/webhooks/testing.ts';
import type { Order } from '../../../sdk/src/index.ts';

const secret = testSecret();
const unlogged = { onError: () => undefined };

async function deliver(handler: WebhookHandler, event: { id: string; type: string }, secrets: string | string[] = secret) {
  const { headers, body } = await signTestWebhook(event, secrets);
  return handler.respond(body, headers);
}

const answered = { status: 204, body: '' };

describe('the functions of a handler', () => {
  test('receive the events of their types, and `default` all others', async () => {
    const calls: string[] = [];
    const handler = createWebhookHandler({
      secrets: secret,
      on: {
        'order.created': ({ data }) => calls.push(`created ${data.amount_cents}`),
        default: ({ type }) => calls.push(`default ${type}`),
      },
    });
    await deliver(handler, testEvent('order.created', { data: { amount_cents: 500 } }));
    await deliver(handler, testEvent('ping'));
    await deliver(handler, { id: 'new', type: 'gift.sent' });
    await deliver(handler, { id: 'inherited', type: 'constructor' });
    expect(calls).toEqual(['created 500', 'default ping', 'default gift.sent', 'default constructor']);
  });

  test('are typed by the type of the event', () => {
    createWebhookHandler({
      secrets: secret,
      on: {
        'order.created': (event) => {
          expectTypeOf(event.data).toEqualTypeOf<Order>();
        },
        'assignment.updated': ({ data }) => {
          expectTypeOf(data.assigned_user_id).toEqualTypeOf<string | null>();
        },
        default: (event) => {
          expectTypeOf(event).toEqualTypeOf<WebhookEvent>();
          expectTypeOf<UnknownWebhookEvent>().toExtend<typeof event>();
        },
        // @ts-expect-error -- an event of this type does not exist
        'order.made': () => undefined,
      },
    });
  });

  test('are not necessary: an event without one is accepted', async () => {
    expect(await deliver(createWebhookHandler({ secrets: secret, on: {} }), testEvent('ping'))).toEqual(answered);
  });
});

test('any of several secrets fits, and a function may return them', async () => {
  const [old, other] = [testSecret(), testSecret()];
  let valid: string | string[] = [old, secret];
  for (const secrets of [valid, () => valid, async () => valid]) {
    const handler = createWebhookHandler({ secrets, on: {}, ...unlogged });
    expect(await deliver(handler, testEvent('ping'), old)).toEqual(answered);
    expect(await deliver(handler, testEvent('ping'), [other, secret])).toEqual(answered);
    expect(await deliver(handler, testEvent('ping'), other)).toEqual({ status: 400, body: 'signature_mismatch' });
  }
  const rotating = createWebhookHandler({ secrets: () => valid, on: {}, ...unlogged });
  valid = other;
  expect(await deliver(rotating, testEvent('ping'), old)).toMatchObject({ status: 400 });
  expect(await deliver(rotating, testEvent('ping'), other)).toEqual(answered);
});

test('a wrong setting is answered with 500, so that the service sends the event again', async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  for (const secrets of ['', [], 'svc_whsec_short']) {
    const answer = await deliver(createWebhookHandler({ secrets, on: {}, onError }), testEvent('ping'));
    expect(answer).toEqual({ status: 500, body: expect.stringMatching(/^A secret is/) as string });
  }
  const away = () => Promise.reject(new Error(`the vault with ${secret} is away`));
  expect(await deliver(createWebhookHandler({ secrets: away, on: {}, onError }), testEvent('ping'))).toEqual({
    status: 500,
    body: 'failed',
  });
  expect(errors).toHaveLength(4);
});

test('a delivery that was signed too long ago is refused', async () => {
  const handler = createWebhookHandler({ secrets: secret, on: {}, toleranceSeconds: 60, ...unlogged });
  const { headers, body } = await signTestWebhook(testEvent('ping'), secret, { now: new Date(Date.now() - 61_000) });
  expect(await handler.respond(body, headers)).toEqual({ status: 400, body: 'timestamp_too_old' });
});

describe('the same event at the same time', () => {
  test('runs its function once, and every delivery is answered when it ends', async () => {
    let calls = 0;
    const handler = createWebhookHandler({ secrets: secret, on: { default: () => sleep(50).then(() => calls++) } });
    const event = testEvent('ping');
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(handler, event)));
    expect(answers).toEqual(Array.from({ length: 20 }, () => answered));
    expect(calls).toBe(1);
  });

  test('in two processes: the second delivery is answered with 503 until the function of the first has ended', async () => {
    let end!: () => void;
    let calls = 0;
    const on = { default: () => new Promise<void>((resolve) => ((end = resolve), calls++)) };
    const deduplicate = memoryStore();
    const [one, other] = [0, 0].map(() => createWebhookHandler({ secrets: secret, on, deduplicate }));
    const event = testEvent('ping');
    const first = deliver(one!, event);
    await expect.poll(() => calls).toBe(1);
    expect(await deliver(other!, event)).toEqual({ status: 503, body: 'running' });
    end();
    expect(await first).toEqual(answered);
    expect(await deliver(other!, event)).toEqual(answered);
    expect(calls).toBe(1);
  });

  test('runs each time without a store', async () => {
    let calls = 0;
    const handler = createWebhookHandler({ secrets: secret, on: { default: () => calls++ }, deduplicate: false });
    const event = testEvent('ping');
    await Promise.all([deliver(handler, event), deliver(handler, event)]);
    expect(calls).toBe(2);
  });
});

test('a function that takes long is answered with 503 in time, continues, and does not run again', async () => {
  let end!: () => void;
  let calls = 0;
  const on = { default: () => new Promise<void>((resolve) => ((end = resolve), calls++)) };
  const handler = createWebhookHandler({ secrets: secret, on, answerWithinMs: 30 });
  const event = testEvent('ping');
  expect(await deliver(handler, event)).toEqual({ status: 503, body: 'running' });
  expect(await deliver(handler, event)).toEqual({ status: 503, body: 'running' });
  end();
  await expect.poll(() => deliver(handler, event)).toEqual(answered);
  expect(calls).toBe(1);
});

test('a function that fails after the response releases its claim', async () => {
  let fail!: (error: Error) => void;
  const on = { default: () => new Promise<void>((_resolve, reject) => (fail = reject)) };
  const errors: unknown[] = [];
  const handler = createWebhookHandler({ secrets: secret, on, answerWithinMs: 10, onError: (error) => errors.push(error) });
  const event = testEvent('ping');
  expect(await deliver(handler, event)).toEqual({ status: 503, body: 'running' });
  fail(new Error('too late'));
  await expect.poll(() => errors).toEqual([new Error('too late')]);
  const retried = createWebhookHandler({ secrets: secret, on: {}, ...unlogged });
  expect(await deliver(retried, event)).toEqual(answered);
});

test('a claim whose process ended expires, and the event runs again', async () => {
  const deduplicate = memoryStore();
  const event = testEvent('ping');
  await deduplicate.claim(event.id, 'a process that ended', 50);
  let calls = 0;
  const handler = createWebhookHandler({ secrets: secret, on: { ping: () => calls++ }, deduplicate });
  expect(await deliver(handler, event)).toEqual({ status: 503, body: 'running' });
  await sleep(60);
  expect(await deliver(handler, event)).toEqual(answered);
  expect(calls).toBe(1);
});

describe('a store that fails', () => {
  const failing = (...methods: (keyof EventStore)[]): EventStore => ({
    ...memoryStore(),
    ...Object.fromEntries(methods.map((name) => [name, () => Promise.reject(new Error(`${name} failed`))])),
  });

  test('at the claim runs nothing and is answered with 500', async () => {
    const errors: string[] = [];
    const onError = (error: unknown) => errors.push((error as Error).message);
    let calls = 0;
    const on = { ping: () => calls++ };
    const handler = createWebhookHandler({ secrets: secret, on, deduplicate: failing('claim', 'release'), onError });
    expect(await deliver(handler, testEvent('ping'))).toEqual({ status: 500, body: 'store_failed' });
    expect([calls, errors]).toEqual([0, ['claim failed', 'release failed']]);
  });

  test('after the function is answered with 204, because the event was handled', async () => {
    const errors: unknown[] = [];
    const handler = createWebhookHandler({
      secrets: secret,
      on: { ping: () => undefined },
      deduplicate: failing('complete'),
      onError: (error) => {
        errors.push(error);
        throw new Error('the log fails, too');
      },
    });
    expect(await deliver(handler, testEvent('ping'))).toEqual(answered);
    expect(errors).toEqual([new Error('complete failed')]);
  });
});
