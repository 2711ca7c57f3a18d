import { afterAll, beforeAll, expect, test } from 'vitest';
import { problems } from '../../server/problems/problem.ts';
import { ingestSilently } from '../../server/ingestion/ingest.ts';
import { creator, order, refund, send, type AnyRecord } from '../records/records.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
const at = (hour: number, second: number) => new Date(today - 5 * 86_400_000 + hour * 3_600_000 + second * 1_000).toISOString();
/** All sends are in one quarter hour, all orders in another and all refunds in a third: every batch names the same three. */
const sent = (second: number) => ({ sent_at: at(1, second), sent_by_user_id: 'e1' });
const sold = (second: number) => ({ created_at: at(8, second), user_id: 'e1' });
const refunded = (second: number) => at(15, second);
const day = at(0, 0).slice(0, 10);

const before = [
  order('first', 'c1', { amount_cents: 1_000, fan_id: 'f1', ...sold(0) }),
  order('second', 'c1', { amount_cents: 300, fan_id: 'f2', ...sold(1) }),
  order('third', 'c1', { amount_cents: 5, fan_id: 'f5', ...sold(1) }),
  refund('third', refunded(0)),
  send('first', 'c1', sent(0)),
];
const late = [
  send('late', 'c1', sent(2)),
  send('first', 'c1', { message_id: 'um1', ...sent(0) }),
  order('late', 'c1', { amount_cents: 20, fan_id: 'f3', ...sold(3) }),
  refund('late', refunded(4)),
  refund('first', refunded(5)),
];
const early = [
  send('early', 'c1', sent(6)),
  order('early', 'c1', { amount_cents: 4_000, fan_id: 'f4', ...sold(7) }),
  refund('second', refunded(8)),
];

let service: TestService;
let agency: TestAgency;
beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
  await agency.ingest([creator('c1'), ...before]);
});
afterAll(() => service.close());

/** What the facts of these records amount to, added up one by one; a later send takes the place of an earlier one. */
function plainSums(records: readonly AnyRecord[]) {
  const orders = new Map(records.flatMap((record) => (record.type === 'order' ? [[record.id, record.amount_cents]] : [])));
  const sends = new Map(records.flatMap((record) => (record.type === 'send' ? [[record.id, record]] : [])));
  const add = (sum: number, cents: number) => sum + cents;
  return {
    revenue_cents: [...orders.values()].reduce(add, 0),
    refunded_cents: records.flatMap((record) => (record.type === 'refund' ? [orders.get(record.order_id)!] : [])).reduce(add, 0),
    orders_count: orders.size,
    messages_sent_count: sends.size,
    messages: [...sends.values()].sort((a, b) => b.sent_at.localeCompare(a.sent_at)).map(({ id, message_id }) => ({ id, message_id })),
  };
}

async function shownSums() {
  const get = async (path: string) => (await service.request('GET', path, { key: agency.key })).body;
  const window = `start=${day}&end=${day}`;
  const [creators, revenue, messages] = await Promise.all([
    get(`/v1/analytics/creators?${window}`),
    get(`/v1/analytics/revenue?${window}`),
    get('/v1/sent-messages'),
  ]);
  const [{ creator_id: _, ...sums }] = creators.data;
  const { revenue_cents, refunded_cents, orders_count } = sums;
  expect(revenue).toMatchObject({ revenue_cents, refunded_cents, orders_count });
  return { ...sums, messages: messages.data.map(({ id, message_id }: any) => ({ id, message_id })) };
}

const refresh = () => service.operator('POST', '/operator/v1/projections/refresh');

test('records of a transaction that was open during a refresh, while another batch committed, are in the next one', async () => {
  await refresh();
  expect(await shownSums()).toEqual(plainSums(before));

  let commit = () => {};
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  let written = () => {};
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const committed = service.database.transaction(async (transaction) => {
    await ingestSilently(transaction, agency.id, late, problems);
    written();
    await mayCommit;
  });
  await isWritten;
  await agency.ingest(early);

  await refresh();
  expect(await shownSums()).toEqual(plainSums([...before, ...early]));
  commit();
  await committed;
  await refresh();
  expect(await shownSums()).toEqual(plainSums([...before, ...early, ...late]));
});
