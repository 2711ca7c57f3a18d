import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creator, employee, fan, order, send, tag } from '../records/records.ts';
import { Lists, refusalOf } from './lists.ts';

let lists: Lists;
let endpointId: string;

beforeAll(async () => {
  lists = await Lists.start();
  await lists.ingest([
    creator('c1'),
    employee('e1'),
    ...Array.from({ length: 60 }, (_, index) => tag(`t${index}`)),
    order('o1', 'c1', { fan_id: 'f1' }),
    send('s1', 'c1', { sent_by_user_id: 'e1', sent_at: new Date(Date.now() - 3_600_000).toISOString() }),
    fan('account-c1', 'f1', { tag_ids: ['t0'] }),
  ]);
  await lists.refreshProjections();
  await lists.service.request('PUT', '/v1/accounts/account-c1/fans/f1/assignment', { key: lists.agency.key, body: { user_id: 'e1' } });
  const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };
  endpointId = (await lists.service.request('POST', '/v1/webhooks', { key: lists.agency.key, body })).body.id as string;
});
afterAll(() => lists.close());

const fans = '/v1/accounts/account-c1/fans';

/** Lists of free ids, each with the id that finds the one row. */
const ofIds = [
  ['/v1/orders', 'creator_ids', 'c1'],
  ['/v1/orders', 'fan_ids', 'f1'],
  ['/v1/sent-messages', 'user_ids', 'e1'],
  ['/v1/sent-messages', 'creator_ids', 'c1'],
  [fans, 'assigned_user_ids', 'e1'],
  [fans, 'tag_ids', 't0'],
] as const;

/** Lists of fixed words, each with one that finds the row or, where there are none, is accepted. */
const ofWords = [
  ['/v1/orders', 'order_types', 'tip'],
  ['/v1/sent-messages', 'sources', 'messaging'],
  [fans, 'statuses', 'active_subscriber'],
] as const;

describe.each([...ofIds, ...ofWords])('%s?%s=', (path, name, value) => {
  const get = async (text: string) => {
    return lists.service.request('GET', `${path}?${name}=${text}`, { key: lists.agency.key });
  };

  test('takes 1 to 50 values, one perhaps several times', async () => {
    for (const values of [[value], [value, value, value], Array.from({ length: 50 }, () => value)]) {
      const { status, body } = await get(values.join(','));
      expect(status).toBe(200);
      expect(body.data).toHaveLength(1);
      expect(body.next_cursor).toBeNull();
    }
  });

  test('refuses no value, an empty one and more than 50, naming the parameter', async () => {
    for (const text of ['', ',', `${value},`, `,${value}`, `${value},,${value}`, Array.from({ length: 51 }, () => value).join(',')]) {
      const answer = await get(text);
      expect(refusalOf(answer), text).toBe('400 validation_failed');
      expect(answer.body.errors[0].path.split('.')[0], text).toBe(name);
    }
  });

  test('may be given several times, for the list of all its values', async () => {
    const given = (count: number) => get(Array.from({ length: count }, () => value).join(`&${name}=`));
    for (const count of [2, 50]) expect((await given(count)).body.data, String(count)).toHaveLength(1);
    expect(refusalOf(await given(51))).toBe('400 validation_failed');
  });
});

describe.each(ofIds.filter(([, name]) => name !== 'tag_ids'))('%s?%s=', (path, name, value) => {
  test('an id that is none matches nothing, and does not disturb the others', async () => {
    for (const foreignValue of [
      'nobody',
      '%20',
      `${value}%20`,
      value.toUpperCase(),
      '%F0%9F%A6%8A',
      "'%20OR%20true--",
      '%7B%7D',
      'NULL',
      '*',
      '%25',
    ]) {
      const alone = await lists.service.request('GET', `${path}?${name}=${foreignValue}`, { key: lists.agency.key });
      expect(alone, foreignValue).toMatchObject({ status: 200, body: { data: [], next_cursor: null } });
      const beside = await lists.service.request('GET', `${path}?${name}=${foreignValue},${value}`, { key: lists.agency.key });
      expect(beside.body.data, foreignValue).toHaveLength(1);
    }
  });
});

test('50 different tags may be wanted and 50 others excluded', async () => {
  const ids = Array.from({ length: 60 }, (_, index) => `t${index}`);
  expect(await lists.get(fans, { tag_ids: ids.slice(0, 10), exclude_tag_ids: ids.slice(10) })).toMatchObject({
    status: 200,
    body: { data: [{ fan_id: 'f1' }] },
  });
  expect((await lists.get(fans, { exclude_tag_ids: ids.slice(0, 50) })).body.data).toEqual([]);
});

describe.each(['failures', 'deliveries'])('%s', (list) => {
  test('take up to 50 event types, any of them several times, and refuse others', async () => {
    const get = (text: string) =>
      lists.service.request('GET', `/v1/webhooks/${endpointId}/${list}?event_types=${text}`, { key: lists.agency.key });
    expect((await get(Array.from({ length: 50 }, () => 'ping').join(','))).status).toBe(200);
    for (const text of ['', 'ping,', 'order.deleted', 'ping,order', Array.from({ length: 51 }, () => 'ping').join(',')])
      expect(refusalOf(await get(text)), text).toBe('400 validation_failed');
  });
});
