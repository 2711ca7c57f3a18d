import { Temporal } from 'temporal-polyfill';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type OperationId } from '../../generated/operations.ts';
import { readInstant } from '../../generated/validators/instants.ts';
import { slugOf } from '../support/raw-connection.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { startService, type Answer, type TestService } from '../support/service.ts';
import { withoutRateLimits } from '../support/without-rate-limits.ts';

/** What programs print, and the instant that they mean. */
const accepted = [
  ['JavaScript toISOString', '2026-07-01T10:30:00.000Z', '2026-07-01T10:30:00.000Z'],
  ['Python isoformat in UTC', '2026-07-01T10:30:00+00:00', '2026-07-01T10:30:00.000Z'],
  ['Python isoformat with microseconds', '2026-07-01T12:30:00.123456+02:00', '2026-07-01T10:30:00.123Z'],
  ['Python strftime %z, PHP DATE_ISO8601', '2026-07-01T10:30:00+0000', '2026-07-01T10:30:00.000Z'],
  ['Python strftime %z west of UTC', '2026-07-01T06:45:00-0345', '2026-07-01T10:30:00.000Z'],
  ['Python str', '2026-07-01 10:30:00.000001+00:00', '2026-07-01T10:30:00.000Z'],
  ['Go RFC3339', '2026-07-01T12:30:00+02:00', '2026-07-01T10:30:00.000Z'],
  ['Go RFC3339Nano', '2026-07-01T10:30:00.123456789Z', '2026-07-01T10:30:00.123Z'],
  ['Go RFC3339Nano without trailing zeros', '2026-07-01T10:30:00.1Z', '2026-07-01T10:30:00.100Z'],
  ['Java Instant', '2026-07-01T10:30:00Z', '2026-07-01T10:30:00.000Z'],
  ['Java OffsetDateTime at a whole minute', '2026-07-01T10:30Z', '2026-07-01T10:30:00.000Z'],
  ['Java OffsetDateTime at a whole minute, with an offset', '2026-07-01T12:30+02:00', '2026-07-01T10:30:00.000Z'],
  ['.NET round-trip', '2026-07-01T10:30:00.9999999+00:00', '2026-07-01T10:30:00.999Z'],
  ['picoseconds', '2026-07-01T10:30:00.123456789012Z', '2026-07-01T10:30:00.123Z'],
  ['lower case', '2026-07-01t10:30:00z', '2026-07-01T10:30:00.000Z'],
  ['an unknown local offset', '2026-07-01T10:30:00-00:00', '2026-07-01T10:30:00.000Z'],
  ['a leap second', '2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['a leap second with an offset', '2017-01-01T01:59:60.5+02:00', '2017-01-01T00:00:00.500Z'],
  ['a far offset', '2026-07-02T09:30:00+23:00', '2026-07-01T10:30:00.000Z'],
] as const;

const refused = [
  ['a day', '2026-07-01'],
  ['Python isoformat without a zone', '2026-07-01T10:30:00'],
  ['Python isoformat of a local mean time', '2026-07-01T10:30:00+00:09:21'],
  ['Go String', '2026-07-01 10:30:00 +0000 UTC'],
  ['Ruby to_s', '2026-07-01 10:30:00 +0000'],
  ['PostgreSQL text', '2026-07-01 10:30:00+00'],
  ['Java ZonedDateTime', '2026-07-01T12:30+02:00[Europe/Paris]'],
  ['ISO 8601 basic', '20260701T103000Z'],
  ['a comma before the fraction', '2026-07-01T10:30:00,5Z'],
  ['a fraction without digits', '2026-07-01T10:30:00.Z'],
  ['seconds since 1970', '1782901800'],
  ['the end of a day as hour 24', '2026-07-01T24:00:00Z'],
  ['a day that does not exist', '2026-02-30T00:00:00Z'],
  ['29 February of no leap year', '2025-02-29T00:00:00Z'],
  ['minute 60', '2026-07-01T10:60:00Z'],
  ['second 60 within a day', '2026-07-01T10:30:60Z'],
  ['second 60 at midnight of another zone', '2016-12-31T23:59:60+01:00'],
  ['second 61', '2016-12-31T23:59:61Z'],
  ['an offset of a day', '2026-07-01T10:30:00+24:00'],
  ['year 0', '0000-07-01T10:30:00Z'],
  ['before year 1 in UTC', '0001-01-01T00:30:00+01:00'],
  ['after year 9999 in UTC', '9999-12-31T23:30:00-01:00'],
  ['a year of six digits', '+012026-07-01T10:30:00Z'],
] as const;

let service: TestService;
let agency: SampleAgency;

beforeAll(async () => {
  service = await startService({ delivers: false });
  await withoutRateLimits(service);
  agency = await createSampleAgency(service, 'Northlight');
});
afterAll(() => service.close());

const get = (path: string) => service.request('GET', path, { key: agency.key });
const records = (...given: object[]) => service.operator('POST', `/operator/v1/agencies/${agency.id}/records`, { records: given });
const order = (id: string, createdAt: string) => ({
  ...{ type: 'order', id, order_type: 'tip', creator_id: 'creator-1', fan_id: null, user_id: null, message_id: null },
  ...{ amount_cents: 1, created_at: createdAt },
});

/** Every input of a caller's instant, and the response to it. */
const ways: Readonly<Record<string, (text: string) => Promise<Answer>>> = {
  'the start of a list': (text) => get(`/v1/orders?start=${encodeURIComponent(text)}`),
  'the end of counters': (text) =>
    get(`/v1/webhooks/${agency.ids.endpoint_id}/stats?start=2000-01-01T00:00:00Z&end=${encodeURIComponent(text)}`),
  'a filter of fans': (text) => get(`/v1/accounts/account-1/fans?last_purchase_after=${encodeURIComponent(text)}`),
  'a record': (text) => records(order('probe', text)),
  'a member of a record': (text) => {
    const account = { external_id: 'account-1', username: null, connected_at: text };
    return records({ type: 'creator', id: 'creator-1', name: 'Northlight 1', account });
  },
  'the body of a replay': (text) =>
    service.request('POST', `/v1/webhooks/${agency.ids.endpoint_id}/failures/replay`, { key: agency.key, body: { start: text } }),
};

describe.each(accepted)('%s', (_program, text, meant) => {
  test.each(Object.keys(ways))('is read in %s', async (way) => {
    const answer = await ways[way]!(text);
    expect(answer.status, answer.text).toBeLessThan(300);
  });

  test('is stored as the instant that it means, to the millisecond', async () => {
    expect((await records(order(`kept ${text}`, text))).status).toBe(200);
    const path = `/v1/orders/${encodeURIComponent(`kept ${text}`)}`;
    expect((await get(path)).body.created_at).toBe(meant);
    expect((await records(order(`kept ${text}`, meant))).body).toMatchObject({ unchanged: 1 });
  });

  test('is the same bound of a list as what it means', async () => {
    const idsFrom = async (start: string) => (await get(`/v1/orders?limit=200&start=${encodeURIComponent(start)}`)).body.data;
    expect(await idsFrom(text)).toEqual(await idsFrom(meant));
  });

  test('stands for its day in analytics', async () => {
    const answer = await get(`/v1/analytics/revenue?start=${encodeURIComponent(text)}&end=${meant.slice(0, 10)}`);
    expect([answer.status, answer.body.start]).toEqual([200, meant.slice(0, 10)]);
  });
});

describe.each(refused)('%s', (name, text) => {
  test.each(Object.keys(ways))('is refused in %s', async (way) => {
    const answer = await ways[way]!(text);
    expect([answer.status, slugOf(answer)]).toEqual([400, 'validation_failed']);
    expect(answer.body.errors[0].message).toContain('2026-01-31T08:00:00Z');
  });

  const inAnalytics = name === 'a day' ? undefined : test;
  inAnalytics?.('is refused in analytics', async () => {
    const answer = await get(`/v1/analytics/revenue?start=${encodeURIComponent(text)}&end=2026-07-01`);
    expect([answer.status, slugOf(answer)]).toEqual([400, 'validation_failed']);
  });
});

test('a plus that arrives as a space is refused with a word about it', async () => {
  for (const text of ['2026-07-01T10:30:00+02:00', '2026-07-01T10:30:00+0200']) {
    const answer = await get(`/v1/orders?start=${text}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain('in a query, write + as %2B');
  }
});

test('scheduled_at and expires_at are answered in one form', async () => {
  const body = { creator_id: 'creator-1', text: 'x', scheduled_at: '2099-07-01 12:30+0200' };
  const publication = await service.request('POST', '/v1/publications', { key: agency.key, body });
  expect([publication.status, publication.body.scheduled_at]).toEqual([201, '2099-07-01T10:30:00.000Z']);
  const key = { label: 'x', scopes: ['read:orders'], expires_at: '2099-07-01t12:30:00.99999+0200' };
  const made = await service.operator('POST', `/operator/v1/agencies/${agency.id}/keys`, key);
  expect([made.status, made.body.expires_at]).toEqual([201, '2099-07-01T10:30:00.999Z']);
});

test('every operation that takes an instant is known to read it', () => {
  const taking = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].instants.length > 0);
  expect(taking).toEqual(
    expect.arrayContaining(['listOrders', 'ingestRecords', 'createPublication', 'createApiKey', 'replayWebhookFailures']),
  );
  expect(operations.ingestRecords.instants).toEqual(
    expect.arrayContaining(['created_at', 'sent_at', 'connected_at', 'refunded_at', 'related_at', 'requested_at']),
  );
});

test('an instant of any year and offset is what Temporal reads, cut to milliseconds', () => {
  const instants = fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true });
  const offsets = fc.integer({ min: -1_439, max: 1_439 });
  const fractions = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 0, maxLength: 12 });
  fc.assert(
    fc.property(instants, offsets, fractions, (date, offsetMinutes, fraction) => {
      const pad = (value: number) => String(Math.abs(value)).padStart(2, '0');
      const offset = `${offsetMinutes < 0 ? '-' : '+'}${pad(Math.trunc(offsetMinutes / 60))}:${pad(offsetMinutes % 60)}`;
      const text = `${date.toISOString().slice(0, 19)}${fraction && `.${fraction}`}${offset}`;
      const judged = Temporal.Instant.from(text.replace(/(\.\d{9})\d+/, '$1')).epochMilliseconds;
      expect(readInstant(text)).toBe(judged);
      expect(readInstant(text.replace(/:(\d\d)$/, '$1').toLowerCase())).toBe(judged);
    }),
  );
});
