import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultRequestTimeoutMs } from '../../server/http/connection/listener.ts';
import { aiRequest, creator, fan, order, type AnyRecord } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { slugOf } from '../support/raw-connection.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;
let contract: any;
let operatorContract: any;
beforeAll(async () => {
  service = await startService();
  agency = await service.createAgency();
  await agency.ingest([creator('c1'), fan('account-c1', 'f1'), ...Array.from({ length: 40 }, (_, index) => order(`o${index}`, 'c1'))]);
  contract = (await service.request('GET', '/v1/openapi.json', { key: null, version: null })).body;
  operatorContract = (await service.operator('GET', '/operator/v1/openapi.json')).body;
});
afterAll(() => service.close());

/** Texts are wrapped as their authors like it. */
const flat = (text: string) => text.replace(/\s+/g, ' ');
/** What a contract says of all its requests: the description of its first tag. */
const guideOf = ({ tags: [guide] }: { tags: { description: string }[] }) => guide!.description;
const introduction = () => flat(guideOf(contract));
const schema = (name: string) => contract.components.schemas[name] ?? operatorContract.components.schemas[name];

describe('the introduction says, and the service does:', () => {
  test('a request has 30 seconds to be complete', () => {
    const seconds = defaultRequestTimeoutMs / 1_000;
    expect(introduction()).toContain(`A request that is not complete within ${seconds} seconds fails with 408 \`request_timeout\``);
  });

  test('HEAD works like GET, without the body', async () => {
    expect(introduction()).toContain('`HEAD` works like `GET`, without the body.');
    expect(flat(guideOf(operatorContract))).toContain('`HEAD` works like `GET`.');
    const headers = { 'accept-encoding': 'identity' };
    const got = await service.request('GET', '/v1/orders', { headers });
    const headed = await service.request('HEAD', '/v1/orders', { headers });
    expect([headed.status, headed.text, headed.headers.get('content-length')]).toEqual([200, '', String(Buffer.byteLength(got.text))]);
  });

  test('a response of 1 KB or more is compressed if the caller allows it', async () => {
    expect(introduction()).toContain('A response of 1 KB or more is compressed if `Accept-Encoding` allows `br` or `gzip`.');
    const coded = async (path: string, coding: string) =>
      (await service.request('GET', path, { headers: { 'accept-encoding': coding } })).headers.get('content-encoding');
    expect(await coded('/v1/orders', 'br')).toBe('br');
    expect(await coded('/v1/orders', 'gzip')).toBe('gzip');
    expect(await coded('/v1/orders', 'identity')).toBeNull();
    expect(await coded('/v1/orders?limit=1', 'br')).toBeNull();
  });

  test('text with U+0000 or an unpaired surrogate fails with 400, anywhere in a request', async () => {
    expect(introduction()).toContain('Text with U+0000 or an unpaired surrogate fails with 400, anywhere in a request.');
    const acknowledge = (text: string) =>
      service.request('POST', '/v1/ai-requests/acknowledgements', { body: `{"request_ids":["${text}"]}` });
    for (const answer of [
      await acknowledge('\\u0000'),
      await acknowledge('\\ud800'),
      await service.request('GET', '/v1/orders?fan_ids=a%00b'),
      await service.request('GET', '/v1/orders/a%00b'),
    ]) {
      expect([answer.status, slugOf(answer)]).toEqual([400, 'validation_failed']);
    }
    const record: AnyRecord = creator('c2', { name: 'a\u0000b' });
    expect((await service.operator('POST', `/operator/v1/agencies/${agency.id}/records`, { records: [record] })).status).toBe(400);
  });

  test('in a query, + means a space', async () => {
    expect(introduction()).toContain('In a query, `+` means a space: write a plus as `%2B`, also in an offset.');
    await agency.ingest([order('plus', 'c1', { fan_id: 'a+b' }), order('space', 'c1', { fan_id: 'a b' })]);
    const found = async (query: string) =>
      (await service.request('GET', `/v1/orders?${query}`)).body.data?.map(({ id }: { id: string }) => id);
    expect(await found('fan_ids=a+b')).toEqual(['space']);
    expect(await found('fan_ids=a%2Bb')).toEqual(['plus']);
    const refused = await service.request('GET', '/v1/orders?start=2026-01-01T00:00:00+01:00');
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'start']);
    expect(refused.body.errors[0].message).toContain('%2B');
    expect((await service.request('GET', '/v1/orders?start=2026-01-01T00:00:00%2B01:00')).status).toBe(200);
  });

  test('errors has at most 1,000 mismatches', async () => {
    const sentence = 'lists the mismatches with the schema, at most 1,000 of them';
    expect(introduction()).toContain(sentence);
    expect(flat(schema('Problem400').properties.errors.description)).toContain('at most 1,000 of them');
    const many = await service.request('POST', '/v1/ai-requests/acknowledgements', { body: { request_ids: [], ...manyMembers(3_000) } });
    expect(many.body.errors).toHaveLength(1_000);
    const few = await service.request('POST', '/v1/ai-requests/acknowledgements', { body: { request_ids: ['a'], ...manyMembers(999) } });
    expect(few.body.errors).toHaveLength(999);
  });

  test('a key with write:webhooks receives events whose facts it may not read', async () => {
    expect(introduction()).toContain('**`write:webhooks` lets a key receive events whose facts it may not read.**');
    const types = ['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested'];
    const key = await agency.createKey({ scopes: ['write:webhooks'] });
    for (const path of ['/v1/orders', '/v1/accounts/account-c1/fans', '/v1/ai-requests']) {
      const refused = await service.request('GET', path, { key });
      expect([refused.status, introduction().includes(refused.body.required_scope as string)]).toEqual([403, true]);
    }
    const receiver = await startReceiver();
    try {
      const created = await service.request('POST', '/v1/webhooks', { key, body: { url: receiver.url, enabled_event_types: types } });
      expect(created.status).toBe(201);
      await agency.ingest([order('seen', 'c1'), aiRequest('asked', 'account-c1')]);
      const received = await receiver.waitFor(2);
      expect(received.map(({ event }) => event.type).toSorted()).toEqual(['conversation.ai_control_requested', 'order.created']);
      expect((await service.request('DELETE', `/v1/webhooks/${created.body.id}`)).status).toBe(204);
    } finally {
      await receiver.close();
    }
  });
});

const manyMembers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));

describe('a description says, and the service does:', () => {
  test('a first week or month that begins before the window has its own beginning', async () => {
    const description = flat(schema('RevenuePeriod').properties.period_start.description);
    expect(description).toContain('Like the last one, it counts only the days in the window');
    const own = await service.createAgency();
    const at = (id: string, day: string) => order(id, 'c1', { amount_cents: 1, created_at: `${day}T12:00:00Z` });
    await own.ingest([creator('c1'), at('a', '2026-07-01'), at('b', '2026-07-02'), at('c', '2026-08-03'), at('d', '2026-08-04')]);
    await service.operator('POST', '/operator/v1/projections/refresh');
    const periods = async (granularity: string) => {
      const query = `start=2026-07-02&end=2026-08-03&granularity=${granularity}`;
      const { body } = await service.request('GET', `/v1/analytics/revenue/timeseries?${query}`, { key: own.key });
      return body.data.map((item: any) => [item.period_start.slice(0, 10), item.revenue_cents]);
    };
    expect(await periods('month')).toEqual([
      ['2026-07-01', 1],
      ['2026-08-01', 1],
    ]);
    const weeks = await periods('week');
    expect([weeks[0], weeks.at(-1)]).toEqual([
      ['2026-06-29', 1],
      ['2026-08-03', 1],
    ]);
  });

  test('If-Match takes a list of tokens with the token of the note, and * is none', async () => {
    const { parameters } = contract.paths['/v1/accounts/{account_id}/fans/{fan_id}/insight'].patch;
    const { description } = parameters.find(({ name }: { name: string }) => name === 'If-Match');
    expect(flat(description)).toContain('`*` stands for any note and is not a token: without another one the edit fails with 428.');
    const path = '/v1/accounts/account-c1/fans/f1/insight';
    const { etag } = (await service.request('GET', path)).body;
    const edit = (token: string) => service.request('PATCH', path, { body: { note: 'x' }, headers: { 'if-match': token } });
    expect(slugOf(await edit('*'))).toBe('precondition_required');
    expect(slugOf(await edit('"another", "other"'))).toBe('precondition_failed');
    expect((await edit(`"other", "${etag}-gzip"`)).status).toBe(200);
  });

  test('an AI request that is changed publishes nothing', async () => {
    expect(flat(schema('AiRequestRecord').description)).toContain('a changed one publishes nothing');
    const receiver = await startReceiver();
    try {
      const body = { url: receiver.url, enabled_event_types: ['conversation.ai_control_requested'] };
      const { id } = (await service.request('POST', '/v1/webhooks', { body })).body;
      await agency.ingest([aiRequest('changed', 'account-c1', { action: 'stop' })]);
      expect(await agency.ingest([aiRequest('changed', 'account-c1', { action: 'relaunch' })])).toMatchObject({ updated: 1 });
      await agency.ingest([aiRequest('next', 'account-c1')]);
      const received = await receiver.waitFor(2);
      expect(received.map(({ event }) => event.data.id).toSorted()).toEqual(['changed', 'next']);
      const events = { text: `SELECT FROM webhook_events WHERE agency_id = $1 AND data ->> 'id' = 'changed'`, values: [agency.id] };
      expect(await service.database.query(events)).toHaveLength(1);
      expect((await service.request('DELETE', `/v1/webhooks/${id}`)).status).toBe(204);
    } finally {
      await receiver.close();
    }
  });

  test.each([
    ['not HTTPS', 'http://hooks.example.com/'],
    ['a private range', 'https://10.0.0.1/'],
    ['`localhost`', 'https://localhost/'],
    ['a single label', 'https://intranet/'],
    ['`.localhost`', 'https://a.localhost/'],
    ['`.local`', 'https://printer.local/'],
    ['`.internal`', 'https://db.internal/'],
    ['`.home.arpa`', 'https://nas.home.arpa/'],
    ['`.onion`', 'https://a.onion/'],
  ])('undeliverable_url: %s', async (reason, url) => {
    const { text } = await service.request('GET', '/errors/undeliverable_url', { key: null, version: null });
    const words = flat(text.replace(/<\/?code>/g, '`').replace(/<[^>]+>/g, ' '));
    expect(words).toContain(reason);
    const refused = await service.request('POST', '/v1/webhooks', { body: { url, enabled_event_types: ['order.created'] } });
    expect([refused.status, slugOf(refused), typeof refused.body.detail]).toEqual([422, 'undeliverable_url', 'string']);
  });
});
