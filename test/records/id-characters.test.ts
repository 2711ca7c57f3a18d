import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedService, type Answer, type TestAgency, type TestService } from '../support/service.ts';
import { aiRequest, creator, employee, fan, order, send, tag, type AnyRecord } from './records.ts';

let service: TestService;
let agency: TestAgency;
beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
  await agency.ingest([creator('c1'), employee('e1'), tag('t1'), order('o1', 'c1')]);
});
afterAll(() => service.close());

const account = (external_id: string) => ({ external_id, username: null });
const ingest = (record: AnyRecord) =>
  service.operator('POST', `/operator/v1/agencies/${agency.id}/records`, { records: [order('o1', 'c1'), record] });

/** Ids that a list parameter or a path names, and the place of the id in the record. */
const inListsAndPaths: readonly (readonly [string, string, (id: string) => AnyRecord])[] = [
  ['a creator', 'id', (id) => creator(id, { account: account('own') })],
  ['an employee', 'id', (id) => employee(id)],
  ['a tag', 'id', (id) => tag(id)],
  ['a fan', 'fan_id', (id) => fan('account-c1', id)],
  ['a tag of a fan', 'tag_ids.0', (id) => fan('account-c1', 'f1', { tag_ids: [id] })],
  ['a buyer', 'fan_id', (id) => order('o2', 'c1', { fan_id: id })],
  ['a seller', 'user_id', (id) => order('o2', 'c1', { user_id: id })],
  ['a recipient', 'fan_id', (id) => send('s1', 'c1', { fan_id: id })],
  ['a sender', 'sent_by_user_id', (id) => send('s1', 'c1', { sent_by_user_id: id })],
  ['a fan of an AI request', 'fan_id', (id) => aiRequest('r1', 'account-c1', { fan_id: id })],
  ['who asked', 'requested_by_user_id', (id) => aiRequest('r1', 'account-c1', { requested_by_user_id: id })],
];
const inPaths: typeof inListsAndPaths = [
  ['an account', 'account.external_id', (id) => creator('c9', { account: account(id) })],
  ['an order', 'id', (id) => order(id, 'c1')],
];

function expectRefused(answer: Answer, place: string, message: RegExp): void {
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.errors).toEqual([
    expect.objectContaining({ path: `records.1.${place}`, message: expect.stringMatching(message) as string }),
  ]);
}

describe('an id that no list and no path could name is refused at ingestion', () => {
  test.each(inListsAndPaths)('of %s: with a comma', async (_, place, record) => {
    for (const id of ['a,b', ',', 'a,', ',a', '..,', '...,']) expectRefused(await ingest(record(id)), place, /no comma/);
  });

  test.each([...inListsAndPaths, ...inPaths])('of %s: a dot or two', async (_, place, record) => {
    for (const id of ['.', '..']) expectRefused(await ingest(record(id)), place, /not be \. or \.\./);
  });
});

const odd = [
  '...',
  '.a',
  '..a',
  'a.',
  '/',
  'a/b',
  '\\',
  '%',
  '%2C',
  '%2e',
  '?x=1',
  '#',
  '+',
  ' a ',
  '&=',
  ';',
  '\u0001',
  '\n',
  '\u2028',
  'é',
  '🦊',
  '*',
  '"',
  "'",
];

describe('every other id is named in paths and lists', () => {
  test.each([...odd, '..\u2028', 'z'.repeat(128), '🦊'.repeat(128)])('%j', async (id) => {
    const own = await service.createAgency();
    const records: AnyRecord[] = [
      creator(id, { account: account(id) }),
      employee(id),
      tag(id),
      fan(id, id, { tag_ids: [id] }),
      order(id, id, { fan_id: id, user_id: id }),
    ];
    await own.ingest(records);
    const get = async (path: string) => {
      const { status, text, body } = await service.request('GET', path, { key: own.key });
      expect(status, `${path}: ${text}`).toBe(200);
      return body;
    };
    const name = encodeURIComponent(id);
    expect((await get(`/v1/creators/${name}`)).id).toBe(id);
    expect((await get(`/v1/orders/${name}`)).id).toBe(id);
    expect((await get(`/v1/accounts/${name}/fans/${name}`)).fan_id).toBe(id);
    expect((await get(`/v1/orders?creator_ids=${name}&fan_ids=${name}`)).data).toHaveLength(1);
    expect((await get(`/v1/accounts/${name}/fans?tag_ids=${name}`)).data).toHaveLength(1);
    expect(
      (await service.request('PUT', `/v1/accounts/${name}/fans/${name}/assignment`, { key: own.key, body: { user_id: id } })).status,
    ).toBe(200);
    expect((await get(`/v1/accounts/${name}/fans?assigned_user_ids=${name}`)).data).toHaveLength(1);
  });

  test.each(['a,b', ','])('%j in paths, where no list names it', async (id) => {
    const own = await service.createAgency();
    await own.ingest([creator('c1', { account: account(id) }), order(id, 'c1'), fan(id, 'f1')]);
    const name = encodeURIComponent(id);
    expect((await service.request('GET', `/v1/orders/${name}`, { key: own.key })).body.id).toBe(id);
    expect((await service.request('GET', `/v1/accounts/${name}/fans/f1`, { key: own.key })).status).toBe(200);
  });
});

test('rows with such an id from an earlier release stay readable', async () => {
  const own = await service.createAgency();
  await own.ingest([creator('c1'), fan('account-c1', 'f1'), order('o1', 'c1', { fan_id: 'f1' })]);
  await service.database.query({ text: `UPDATE fans SET fan_id = 'a,b' WHERE agency_id = $1`, values: [own.id] });
  await service.database.query({ text: `UPDATE orders SET fan_id = 'a,b' WHERE agency_id = $1`, values: [own.id] });
  const get = async (path: string) => (await service.request('GET', path, { key: own.key })).body;
  expect((await get('/v1/orders')).data).toMatchObject([{ id: 'o1', fan_id: 'a,b' }]);
  expect((await get('/v1/accounts/account-c1/fans')).data).toMatchObject([{ fan_id: 'a,b' }]);
  expect((await get('/v1/accounts/account-c1/fans/a%2Cb')).fan_id).toBe('a,b');
});
