import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { Agency, orderRecord, problem } from '../api/webhooks/fixture.ts';
import { invalid } from '../api/agency.ts';
import { clientOf } from '../sdk/clients.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import type { AttemptAnswer } from '../../cli/src/listener-session.ts';
import { Listening } from './listeners.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
const opened = <One extends { close(): unknown }>(one: One): One => {
  open.push(one);
  return one;
};
let service: TestService;
beforeAll(async () => {
  service = await startService({ retryDelaysMs: [5, 5, 5], times: { listenerRenewalMs: 250 } });
});
afterAll(() => service.close());
type Answering = Parameters<typeof Listening.create>[1];
type Wanted = Parameters<typeof Listening.create>[2];
const listening = async (agency: Agency, key = agency.key, answer?: Answering, wanted?: Wanted) =>
  opened(await Listening.create(clientOf(agency.service, key), answer, wanted));
async function becomes<Value>(read: () => Value | Promise<Value>, isMeant: (value: Value) => boolean, timeoutMs = 20_000): Promise<Value> {
  await expect.poll(async () => isMeant(await read()), { timeout: timeoutMs, interval: 50 }).toBe(true);
  return read();
}
const isOpen = (listener: Listening) =>
  becomes(
    () => listener.states.length,
    (count) => count > 0,
  );
const deliveries = async (agency: Agency, id: string): Promise<any[]> =>
  (await agency.call('GET', `/v1/webhooks/${id}/deliveries`)).body.data;
const settled = (agency: Agency, id: string, count = 1) =>
  becomes(
    () => deliveries(agency, id),
    (all) => all.length === count && all.every(({ status }) => status !== 'pending'),
  );

describe('a listener', () => {
  // It is the first one: its attempts in flight end with their deadline, while other tests run.
  it('that hangs under a flood slows no other endpoint', async () => {
    const agency = await Agency.create(service);
    const receiver = opened(await startReceiver());
    const never = new Promise<never>(() => undefined);
    const client = clientOf(service, agency.key);
    const { id, secret } = await client.webhookListeners.create({ enabled_event_types: ['order.created'], allowed_creator_ids: ['ada'] });
    const flooded = new Listening(client, id, secret, () => never);
    await isOpen(flooded);
    await agency.addEndpoint({ url: receiver.url, allowed_creator_ids: ['bea'] });
    for (let batch = 0; batch < 5; batch++) {
      await agency.ingest(Array.from({ length: 100 }, (_, at) => orderRecord(`ada-${batch}-${at}`, null, 'ada')));
    }
    await becomes(
      () => flooded.attempts.length,
      (count) => count > 0,
    );
    await agency.ingest(Array.from({ length: 50 }, (_, at) => orderRecord(`bea-${at}`, null, 'bea')));
    // Before the first of the attempts that hang ends.
    await receiver.waitFor(50, 9_000);
    // As any receiver that hangs, it has a bounded number of attempts in flight.
    expect(new Set(flooded.attempts.map(({ event_id }) => event_id)).size).toBeLessThanOrEqual(64);
    await agency.call('DELETE', `/v1/webhook-listeners/${id}`);
    await flooded.ended;
  });

  it('receives signed deliveries on its stream, and its response is the outcome', async () => {
    const agency = await Agency.create(service);
    const listener = await listening(agency);
    await isOpen(listener);
    await agency.ingest([orderRecord('one', null)]);
    const [delivery] = await settled(agency, listener.id);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status_code: 204, error: null }] });
    const [attempt] = listener.attempts;
    const headers = Object.fromEntries(attempt!.headers.map(({ name, value }) => [name, value]));
    const event = await verifyWebhook(attempt!.body, headers, listener.secret);
    expect(event).toMatchObject({ id: attempt!.event_id, type: 'order.created', data: { id: 'one' } });
    expect(listener.answered).toEqual([{ attempt, counts: true }]);
    expect(delivery.id).toBe(attempt!.delivery_id);
    const endpoint = (await agency.call('GET', `/v1/webhooks/${listener.id}`)).body;
    expect(endpoint).toMatchObject({ url: 'https://listener.invalid/', is_listening: true, status: 'active' });
  });

  it.each([`svc_whsec_${'Ab1+'.repeat(8)}`, `legacy_whsec_${'x'.repeat(32)}`])(
    'signs with the secret %s of its creation, which is encrypted and not shown again',
    async (secret) => {
      const agency = await Agency.create(service);
      const listener = await listening(agency, agency.key, undefined, { secret });
      expect(listener.secret).toBe(secret);
      await agency.ingest([orderRecord('one', null)]);
      await settled(agency, listener.id);
      const [attempt] = listener.attempts;
      const headers = Object.fromEntries(attempt!.headers.map(({ name, value }) => [name, value]));
      expect(await verifyWebhook(attempt!.body, headers, secret)).toMatchObject({ type: 'order.created' });
      const shown = await agency.call('GET', `/v1/webhooks/${listener.id}`);
      expect(secret.startsWith(shown.body.secret_prefix)).toBe(true);
      expect(shown.text).not.toContain(secret);
      const [stored] = await service.database.query({
        text: 'SELECT to_jsonb(e)::text AS row FROM webhook_endpoints e WHERE id = $1',
        values: [listener.id],
      });
      expect(stored!['row']).not.toContain(secret);
      expect(stored!['row']).not.toContain(Buffer.from(secret).toString('hex'));
    },
  );

  it.each([`other_whsec_${'x'.repeat(32)}`, `svc_whsec_${'x'.repeat(31)}`, `svc_whsec_${'x'.repeat(32)},svc_whsec_${'y'.repeat(32)}`])(
    'refuses the secret %s',
    async (secret) => {
      const agency = await Agency.create(service);
      const answer = await agency.call('POST', '/v1/webhook-listeners', { body: { enabled_event_types: ['order.created'], secret } });
      expect(answer).toMatchObject(invalid('secret'));
      expect(answer.text).not.toContain(secret);
    },
  );

  it.each<[string, AttemptAnswer, object]>([
    ['a status', { status_code: 503, body: 'busy' }, { status_code: 503, error: 'http_status', response_excerpt: 'busy' }],
    ['a redirect', { status_code: 302 }, { status_code: 302, error: 'redirect' }],
    ['no connection', {}, { status_code: null, error: 'connection_error', error_detail: null }],
    ['a timeout', { error: 'timeout' }, { status_code: null, error: 'timeout', error_detail: 'response_timeout' }],
    ['an unverified certificate', { error: 'tls_error' }, { status_code: null, error: 'tls_error', error_detail: null }],
  ])('that answers with %s fails the attempt, which is retried under the same event id', async (_what, answer, expected) => {
    const agency = await Agency.create(service);
    const listener = await listening(agency, agency.key, () => answer);
    await isOpen(listener);
    await agency.ingest([orderRecord('one', null)]);
    const [delivery] = await settled(agency, listener.id);
    expect(delivery).toMatchObject({ status: 'failed', attempts: Array(4).fill(expected) });
    expect(new Set(listener.attempts.map(({ event_id }) => event_id)).size).toBe(1);
    expect(new Set(listener.attempts.map(({ id }) => id)).size).toBe(4);
    expect(listener.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    await becomes(
      () => listener.states.at(-1)!.consecutive_failures,
      (count) => count === 1,
      15_000,
    );
  });

  it('that does not respond times out at the ordinary deadline, and a late response does not count', async () => {
    const attemptMs = 1_000;
    const agency = await Agency.create(opened(await startService({ retryDelaysMs: [5, 5, 5], times: { attemptMs } })));
    const late = Promise.withResolvers<void>();
    const listener = await listening(agency, agency.key, async ({ attempt }) => {
      if (attempt === 1) await late.promise;
      return { status_code: 204 };
    });
    await isOpen(listener);
    await agency.ingest([orderRecord('one', null)]);
    const [delivery] = await becomes(
      () => deliveries(agency, listener.id),
      ([one]) => one?.status === 'delivered',
      30_000,
    );
    expect(delivery.attempts[0]).toMatchObject({ error: 'timeout', status_code: null });
    expect(delivery.attempts[0].duration_ms).toBeGreaterThanOrEqual(attemptMs - 50);
    expect(delivery.attempts.at(-1)).toMatchObject({ error: null, status_code: 204 });
    late.resolve();
    const first = await becomes(
      () => listener.answered.find(({ attempt }) => attempt.attempt === 1),
      (answered) => answered !== undefined,
    );
    expect(first!.counts).toBe(false);
    expect(listener.answered.some(({ counts }) => counts)).toBe(true);
  });

  it('without a stream lets deliveries wait, unattempted, and receives them when it opens one', async () => {
    const agency = await Agency.create(service);
    const client = clientOf(agency.service, agency.key);
    const receiver = opened(await startReceiver());
    const { id: other } = await agency.addEndpoint({ url: receiver.url });
    const { id, secret } = await client.webhookListeners.create({ enabled_event_types: ['order.created'] });
    await agency.ingest(Array.from({ length: 40 }, (_, at) => orderRecord(`before-${at}`, null)));
    // It is found by a sweep, which finds whatever is due.
    await agency.makeDue((await agency.addDelivery(other, { status: 'pending' })).id);
    await receiver.waitFor(41, 15_000);
    expect((await deliveries(agency, id)).map(({ status, attempts }) => [status, attempts.length])).toEqual(Array(40).fill(['pending', 0]));
    const listener = opened(new Listening(client, id, secret));
    await settled(agency, id, 40);
    expect(new Set(listener.attempts.map(({ event_id }) => event_id)).size).toBe(40);
    expect(listener.attempts).toHaveLength(40);
    await listener.close();
    await becomes(
      async () => (await agency.call('GET', `/v1/webhooks/${id}`)).body.is_listening as boolean,
      (is) => !is,
    );
    await agency.ingest([orderRecord('between', null)]);
    const again = opened(new Listening(client, id, secret));
    await settled(agency, id, 41);
    expect(again.attempts).toHaveLength(1);
  });

  it('is disabled by the breaker as any endpoint, which its stream shows, and continues when it is enabled', async () => {
    const agency = await Agency.create(service);
    let status = 500;
    const listener = await listening(agency, agency.key, () => ({ status_code: status }));
    await isOpen(listener);
    const begun = limits.breakerFailures - 2;
    const count = 'UPDATE webhook_endpoints SET consecutive_failures = $2 WHERE id = $1';
    await service.database.query({ text: count, values: [listener.id, begun] });
    for (let failure = begun; failure < limits.breakerFailures; failure++) {
      await agency.ingest([orderRecord(`bad-${failure}`, null)]);
      await becomes(
        async () => (await agency.call('GET', `/v1/webhooks/${listener.id}`)).body.consecutive_failures as number,
        (count) => count > failure,
      );
    }
    await becomes(
      () => listener.states.at(-1),
      (state) => state?.disabled_reason === 'auto_breaker',
      15_000,
    );
    status = 204;
    await agency.call('PATCH', `/v1/webhooks/${listener.id}`, { body: { status: 'active' } });
    await agency.ingest([orderRecord('good', null)]);
    await becomes(
      () => listener.answered.length,
      (answered) => answered === 4 * 2 + 1,
    );
  });

  it('has one stream: another one replaces it and receives what the former did not answer, with the same id', async () => {
    const agency = await Agency.create(service);
    const never = new Promise<never>(() => undefined);
    const first = await Listening.create(clientOf(agency.service, agency.key), () => never);
    await isOpen(first);
    await agency.ingest([orderRecord('one', null)]);
    await becomes(
      () => first.attempts.length,
      (count) => count === 1,
    );
    const second = opened(new Listening(first.client, first.id, first.secret));
    await settled(agency, first.id);
    expect(second.attempts.map(({ id }) => id)).toEqual(first.attempts.map(({ id }) => id));
    await becomes(
      () => first.notes,
      (notes) => notes.some((note) => note.includes('Another command')),
      15_000,
    );
  });

  it('through a proxy that restarts misses nothing', { timeout: 60_000 }, async () => {
    const agency = await Agency.create(service);
    const proxy = opened(await startTcpProxy(agency.service.baseUrl));
    const listener = opened(await Listening.create(clientOf({ baseUrl: proxy.url.replace(/\/$/, '') }, agency.key)));
    await isOpen(listener);
    const count = 30;
    for (let number = 0; number < count; number += 10) {
      await agency.ingest(Array.from({ length: 10 }, (_, at) => orderRecord(`order-${number + at}`, null)));
      proxy.set('down');
      await new Promise((resolve) => setTimeout(resolve, 150));
      proxy.set('up');
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    await becomes(
      () => deliveries(agency, listener.id),
      (all) => all.length === count && all.every(({ status }) => status === 'delivered'),
      30_000,
    );
    await becomes(
      () => new Set(listener.attempts.map(({ event_id }) => event_id)).size,
      (seen) => seen === count,
      30_000,
    );
    expect(listener.breaks).toBeGreaterThan(0);
  });

  it('ends when it is deleted, and its stream reports that', async () => {
    const agency = await Agency.create(service);
    const listener = await listening(agency);
    await isOpen(listener);
    await agency.call('DELETE', `/v1/webhook-listeners/${listener.id}`);
    expect(await agency.call('DELETE', `/v1/webhook-listeners/${listener.id}`)).toMatchObject(problem(404, 'unknown_webhook_listener'));
    expect(await listener.ended).toMatchObject({ slug: 'unknown_webhook_listener' });
  });

  it('is deleted with its deliveries 15 minutes after its last stream, with an audit log entry', async () => {
    const agency = await Agency.create(service);
    const client = clientOf(agency.service, agency.key);
    const [gone, alive] = [
      await client.webhookListeners.create({ enabled_event_types: ['order.created'] }),
      await client.webhookListeners.create({ enabled_event_types: ['order.created'] }),
    ];
    await agency.ingest([orderRecord('one', null)]);
    const age = (id: string, seconds: number) =>
      agency.service.database.query({
        text: `UPDATE webhook_endpoints SET listening_until = now() - make_interval(secs => $2) WHERE id = $1`,
        values: [id, seconds],
      });
    await age(gone.id, limits.listenerMinutes * 60 + 1);
    await age(alive.id, limits.listenerMinutes * 60 - 20);
    await agency.service.database.query({ text: `SELECT graphile_worker.add_job('end_listeners')` });
    await becomes(
      async () => (await agency.call('GET', `/v1/webhooks/${gone.id}`)).status,
      (status) => status === 404,
    );
    expect((await agency.call('GET', `/v1/webhooks/${alive.id}`)).status).toBe(200);
    const left = () => agency.service.database.query({ text: 'SELECT FROM delivery_queue WHERE endpoint_id = $1', values: [gone.id] });
    await becomes(left, (rows) => rows.length === 0);
    const { data } = (await agency.call('GET', '/v1/audit')).body;
    expect(data[0]).toMatchObject({ action: 'endpoint.deleted', actor: { kind: 'service' } });
  });
});

describe('the tenant scope of a webhook listener', () => {
  it('limits a listener of a key for some creators to their events', async () => {
    const agency = await Agency.create(service);
    const [ofAda, ofAll] = [await listening(agency, agency.adaKey), await listening(agency)];
    await Promise.all([isOpen(ofAda), isOpen(ofAll)]);
    await agency.ingest([orderRecord('of-bea', null, 'bea'), orderRecord('of-ada', null, 'ada')]);
    await settled(agency, ofAll.id, 2);
    await settled(agency, ofAda.id, 1);
    expect(ofAll.attempts).toHaveLength(2);
    expect(ofAda.attempts.map(({ body }) => JSON.parse(body).data.id)).toEqual(['of-ada']);
    await becomes(
      () => ofAll.answered.length,
      (count) => count === 2,
    );
  });

  it('hides a listener from other agencies, keys without the API scope, and keys without all its creators', async () => {
    const [agency, otherAgency] = [await Agency.create(service), await Agency.create(service)];
    const never = new Promise<never>(() => undefined);
    const { id } = await listening(agency, agency.key, () => never);
    const reader = await agency.createKey({ scopes: ['read:webhooks', 'replay:webhooks'] });
    const body = { attempt_id: randomUUID(), status_code: 204 };
    const requests = [
      ['GET', `/v1/webhook-listeners/${id}/stream`],
      ['POST', `/v1/webhook-listeners/${id}/answers`],
      ['DELETE', `/v1/webhook-listeners/${id}`],
    ] as const;
    for (const [method, path] of requests) {
      const call = (key: string | null) => agency.call(method, path, { key, ...(method === 'POST' && { body }) });
      for (const key of [otherAgency.key, agency.adaKey]) expect(await call(key)).toMatchObject(problem(404, 'unknown_webhook_listener'));
      expect(await call(reader)).toMatchObject(problem(403, 'missing_scope'));
      expect(await call(null)).toMatchObject(problem(401, 'missing_authorization'));
    }
    expect((await agency.call('GET', `/v1/webhooks/${id}`)).status).toBe(200);
  });

  it('answers 404 for an attempt of another listener or agency, or an unknown one, and settles nothing', async () => {
    const [agency, otherAgency] = [await Agency.create(service), await Agency.create(service)];
    const finish = Promise.withResolvers<{ status_code: number }>();
    const listener = await listening(agency, agency.key, () => finish.promise);
    await isOpen(listener);
    await agency.ingest([orderRecord('one', null)]);
    await becomes(
      () => listener.attempts.length,
      (count) => count === 1,
    );
    const own = (await agency.call('POST', '/v1/webhook-listeners', { body: { enabled_event_types: ['order.created'] } })).body.id;
    const ofOtherAgency = (await otherAgency.call('POST', '/v1/webhook-listeners', { body: { enabled_event_types: ['order.created'] } }))
      .body.id;
    const body = { attempt_id: listener.attempts[0]!.id, status_code: 500 };
    const answer = (caller: Agency, id: string, given: object = body) =>
      caller.call('POST', `/v1/webhook-listeners/${id}/answers`, { body: given });
    expect(await answer(otherAgency, ofOtherAgency)).toMatchObject(problem(404, 'unknown_listener_attempt'));
    expect(await answer(otherAgency, listener.id)).toMatchObject(problem(404, 'unknown_webhook_listener'));
    expect(await answer(agency, own)).toMatchObject(problem(404, 'unknown_listener_attempt'));
    expect(await answer(agency, listener.id, { ...body, attempt_id: randomUUID() })).toMatchObject(
      problem(404, 'unknown_listener_attempt'),
    );
    expect(await answer(agency, listener.id, { ...body, body: 'x'.repeat(limits.excerptBytes + 1) })).toMatchObject(
      problem(400, 'validation_failed'),
    );
    finish.resolve({ status_code: 204 });
    expect((await settled(agency, listener.id))[0].attempts).toMatchObject([{ status_code: 204 }]);
    expect(await answer(agency, listener.id)).toMatchObject(problem(404, 'unknown_listener_attempt'));
  });

  it('settles no attempt of another creator after a listener is limited to a key’s creators', async () => {
    const agency = await Agency.create(service);
    const client = clientOf(service, agency.key);
    const { id, secret } = await client.webhookListeners.create({ enabled_event_types: ['order.created'] });
    await agency.ingest([orderRecord('of-bea', null, 'bea'), orderRecord('of-ada', null, 'ada')]);
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { allowed_creator_ids: ['ada'] } });
    const listener = opened(new Listening(clientOf(service, agency.adaKey), id, secret));
    await becomes(
      () => listener.answered.length,
      (count) => count === 1,
    );
    await agency.ingest([orderRecord('later', null, 'bea'), orderRecord('later of ada', null, 'ada')]);
    await becomes(
      () => listener.answered.length,
      (count) => count === 2,
    );
    expect(listener.attempts.map(({ body }) => JSON.parse(body).data.id)).toEqual(['of-ada', 'later of ada']);
  });
});

describe('the limits of webhook listeners', () => {
  it('are a number for each key and for each agency, apart from the other endpoints', async () => {
    const agency = await Agency.create(service);
    for (let count = 0; count < limits.endpointsOfAgency; count++) await agency.addEndpoint();
    const body = { enabled_event_types: ['order.created'] };
    const create = (key = agency.key) => agency.call('POST', '/v1/webhook-listeners', { key, body });
    const made = [];
    for (let count = 0; count < limits.listenersOfKey; count++) made.push(await create());
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await create()).toMatchObject(problem(422, 'webhook_listener_limit', { detail: 'The key has already created 3 listeners.' }));
    for (const status of [201, 201]) expect((await create(agency.adaKey)).status).toBe(status);
    expect(await create(agency.adaKey)).toMatchObject(
      problem(422, 'webhook_listener_limit', { detail: 'The agency already has 5 listeners.' }),
    );
    await agency.call('DELETE', `/v1/webhook-listeners/${made[0]!.body.id}`);
    expect((await create(agency.adaKey)).status).toBe(201);
  });

  it('are unanswered attempts of an agency: others wait, and are delivered', { timeout: 90_000 }, async () => {
    const agency = await Agency.create(service);
    const hold = Promise.withResolvers<void>();
    const listener = await listening(agency, agency.key, async () => {
      await hold.promise;
      return { status_code: 204 };
    });
    await isOpen(listener);
    const fill = `
      INSERT INTO listener_attempts (agency_id, endpoint_id, id, delivery_id, event_id, event_type, attempt, headers, body, deadline_at)
      SELECT $1, $2, uuidv7(), uuidv7(), uuidv7(), 'ping', 1, '[]', '', now() + interval '1 minute' FROM generate_series(1, $3)`;
    await service.database.query({ text: fill, values: [agency.id, randomUUID(), limits.listenerAttempts - 3] });
    await agency.ingest(Array.from({ length: 10 }, (_, at) => orderRecord(`order-${at}`, null)));
    await becomes(
      () => listener.attempts.length,
      (count) => count === 3,
    );
    const rows = (text: string) => service.database.query({ text, values: [agency.id, listener.id] });
    expect(await rows('SELECT FROM listener_attempts WHERE agency_id = $1 AND endpoint_id = $2')).toHaveLength(3);
    hold.resolve();
    await rows('DELETE FROM listener_attempts WHERE agency_id = $1 AND endpoint_id <> $2');
    const all = await becomes(
      () => deliveries(agency, listener.id),
      (found) => found.length === 10 && found.every(({ status }) => status === 'delivered'),
      40_000,
    );
    expect(all.every(({ attempts }) => attempts.length === 1)).toBe(true);
  });

  it('let a stream that opens receive all that wait, however long they are together', { timeout: 60_000 }, async () => {
    const agency = await Agency.create(service);
    const client = clientOf(service, agency.key);
    const { id, secret } = await client.webhookListeners.create({ enabled_event_types: ['order.created'] });
    const fill = `
      INSERT INTO listener_attempts (agency_id, endpoint_id, id, delivery_id, event_id, event_type, attempt, headers, body, deadline_at)
      SELECT $1, $2, uuidv7(), uuidv7(), uuidv7(), 'ping', 1, '[]', repeat('a', 8000), now() + interval '60 seconds' FROM generate_series(1, $3)`;
    await service.database.query({ text: fill, values: [agency.id, id, limits.listenerAttempts] });
    const never = new Promise<never>(() => undefined);
    const listener = new Listening(client, id, secret, () => never);
    await becomes(
      () => listener.attempts.length,
      (count) => count === limits.listenerAttempts,
    );
    expect(new Set(listener.attempts.map((attempt) => attempt.id)).size).toBe(limits.listenerAttempts);
    expect(listener.breaks).toBe(0);
    await agency.call('DELETE', `/v1/webhook-listeners/${id}`);
    await listener.ended;
  });

  it('leave nothing behind: answered attempts are removed', async () => {
    const agency = await Agency.create(service);
    const listener = await listening(agency);
    await isOpen(listener);
    await agency.ingest([orderRecord('one', null)]);
    await settled(agency, listener.id);
    const rows = await service.database.query({ text: 'SELECT FROM listener_attempts WHERE agency_id = $1', values: [agency.id] });
    expect(rows).toEqual([]);
  });

  it('do not let its URL be changed', async () => {
    const agency = await Agency.create(service);
    const { id } = (await agency.call('POST', '/v1/webhook-listeners', { body: { enabled_event_types: ['order.created'] } })).body;
    expect(await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { url: 'https://hooks.example.com/' } })).toMatchObject(invalid('url'));
    expect((await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { label: 'Laptop' } })).status).toBe(200);
  });
});
