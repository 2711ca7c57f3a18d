import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operations, type OperationId, type ParameterDefinition } from '../../generated/operations.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { keyedOperationIds, openOperationIds, operatorOperationIds, sampleRequest, targetOf } from '../support/sample-request.ts';
import { startService, type Answer, type TestService } from '../support/service.ts';
import { withoutRateLimits } from '../support/without-rate-limits.ts';

let service: TestService;
let agency: SampleAgency;

beforeAll(async () => {
  service = await startService({ delivers: false });
  agency = await createSampleAgency(service);
  await withoutRateLimits(service);
});
afterAll(() => service.close());
afterEach(async () => {
  expect((await service.request('GET', '/v1/me')).status).toBe(200);
});

/** Ids and free texts that break what is built without care. */
const texts = [
  ' ',
  'a'.repeat(129),
  "'); DROP TABLE orders; --",
  '$1',
  '{orders}',
  '%',
  '\\',
  '{1,2}',
  'null',
  '__proto__',
  ',',
  '\r\nx-injected: 1',
  '\u{1F600}',
  '\uffff',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
];
const numbers = ['', '-0', '-1', '0', '1e309', 'NaN', '2147483648', '999999999999999', '9223372036854775808'];
const instants = [
  '',
  '2026-07-01',
  '2026-02-30',
  '0000-01-01T00:00:00Z',
  '0001-01-01',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+15:59',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-15:59',
  '2016-12-31T23:59:60Z',
  '2026-07-01T00:00:00',
  '2026-07-01T24:00:00Z',
  '2026-07-01T00:00:00+99:99',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '1970-01-01T00:00:00.1234567890123Z',
  'infinity',
  'now',
];
const zones = ['', 'UTC', 'europe/paris', 'Etc/GMT+12', 'Africa/Monrovia', 'posix/UTC', '+02:00', '../UTC', 'Europe/Paris\u0000'];

const isInstant = (name: string) => /^(start|end|.*_(after|before|at))$/.test(name);

function textsFor(name: string, kind: ParameterDefinition['kind']): readonly string[] {
  if (kind === 'integer') return numbers;
  if (isInstant(name)) return [...instants, ...texts.slice(0, 3)];
  return name === 'timezone' ? [...zones, ...texts] : texts;
}

/** Every fourth value, beginning with another one for each place: all of them come up, and each place sees some. */
const share = 4;
let places = 0;
function someOf<Value>(values: readonly Value[]): Value[] {
  const first = places++ % share;
  return values.filter((_, index) => index % share === first);
}

const slowMs = 5_000;
const abreast = 4;

/** Does the work on every item, a few at a time. */
async function forEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: abreast }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
}

async function expectHandled(place: string, request: () => Promise<Answer>): Promise<void> {
  const startedAt = performance.now();
  const answer = await request();
  expect(answer.status, `${place}: ${answer.text}`).toBeLessThan(500);
  expect(performance.now() - startedAt, `${place} took long`).toBeLessThan(slowMs);
}

interface Sent {
  readonly key?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

function send(
  operationId: OperationId,
  path: string,
  query: Readonly<Record<string, string>>,
  { key = agency.key, headers, body }: Sent = {},
) {
  const { listener, method } = operations[operationId];
  const target = targetOf(path, query);
  if (listener === 'operator') return service.operator(method.toUpperCase(), target, body);
  return service.request(method.toUpperCase(), target, { key, body, ...(headers ? { headers } : {}) });
}

const withParameters = [...keyedOperationIds, ...openOperationIds, ...operatorOperationIds].filter(
  (id) => Object.keys(operations[id].parameters).length > 0,
);

describe('every parameter of', () => {
  test.each(withParameters)('%s takes any text without a failure', async (id) => {
    const sample = sampleRequest(id, agency.ids);
    for (const [name, definition] of Object.entries(operations[id].parameters)) {
      await forEach(someOf(textsFor(name, definition.kind)), async (text) => {
        const place = `${id} ${name}=${JSON.stringify(text.slice(0, 60))}`;
        if (definition.in === 'query') {
          await expectHandled(place, () => send(id, sample.path, { ...sample.query, [name]: text }, sample));
        } else if (definition.in === 'path') {
          const { path } = sampleRequest(id, { ...agency.ids, [name]: text });
          await expectHandled(place, () => send(id, path, sample.query, sample));
        } else if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
          await expectHandled(place, () => send(id, sample.path, sample.query, { ...sample, headers: { [name]: text } }));
        }
      });
    }
  });

  test.each(['getRevenue', 'getRevenueTimeseries', 'getCreatorAnalytics', 'getEmployeeAnalytics'] as const)(
    '%s takes any day in any zone',
    async (id) => {
      const pairs = instants.flatMap((day) =>
        someOf(['UTC', 'Pacific/Apia', 'America/New_York', 'Africa/Monrovia']).map((timezone) => ({ start: day, end: day, timezone })),
      );
      await forEach(pairs, (query) => expectHandled(`${id} ${JSON.stringify(query)}`, () => send(id, operations[id].path, query)));
    },
  );
});

describe('every member of the body of', () => {
  const values: readonly unknown[] = [null, true, 0, -1, 1.5, 1e21, [], {}, [[]], [null]];
  const withBody = [...keyedOperationIds, ...operatorOperationIds].filter((id) => operations[id].body !== 'none');

  /** The body with each of its members, at any depth, replaced by each hostile value in turn. */
  function* replaced(body: unknown): Generator<unknown> {
    if (typeof body !== 'object' || body === null) return;
    for (const [name, inner] of Object.entries(body)) {
      const put = (item: unknown) => (Array.isArray(body) ? body.with(Number(name), item) : { ...body, [name]: item });
      const hostile = someOf(typeof inner !== 'string' ? values : [...values, ...(isInstant(name) ? instants : texts)]);
      for (const value of hostile) yield put(value);
      for (const deeper of replaced(inner)) yield put(deeper);
    }
  }

  test.each(withBody)('%s takes any value without a failure', async (id) => {
    const own = await createSampleAgency(service);
    const sample = sampleRequest(id, own.ids);
    await forEach(replaced(sample.body), (body) =>
      expectHandled(`${id} ${JSON.stringify(body).slice(0, 300)}`, () => send(id, sample.path, {}, { key: own.key, body })),
    );
  });
});
