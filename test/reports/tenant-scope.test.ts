import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { ReportingAgency, reportTypes, until } from './agency.ts';

let service: TestService;
let agency: ReportingAgency;
beforeAll(async () => void (service = await startService({ retryDelaysMs: [] })));
beforeEach(async () => void (agency = await ReportingAgency.create(service)));
afterEach(() => agency.close());
afterAll(() => service.close());

const sets = [[], ['a'], ['b'], ['a', 'b'], ['a', 'b', 'c']];

test('an endpoint receives events only about endpoints whose creators it covers', async () => {
  const watchers = new Map(await Promise.all(sets.map(async (ids) => [ids.join(), await agency.addEndpoint(reportTypes, ids)] as const)));
  const subjects: (readonly [string, string])[] = [];
  for (const ids of sets) {
    const subject = await agency.addEndpoint(['order.created'], ids);
    await agency.update(subject.id, { status: 'disabled' });
    subjects.push([ids.join(), subject.id]);
  }
  await agency.settle();
  const learns = ([name, id]: readonly [string, string]) => {
    const about = [...watchers].filter(([, { reports }]) => reports().some(({ event }) => event.data['endpoint_id'] === id));
    return [name, about.map(([watcher]) => watcher)];
  };
  expect(Object.fromEntries(subjects.map(learns))).toEqual({
    '': [''],
    a: ['', 'a', 'a,b', 'a,b,c'],
    b: ['', 'b', 'a,b', 'a,b,c'],
    'a,b': ['', 'a,b', 'a,b,c'],
    'a,b,c': ['', 'a,b,c'],
  });
});

test('a key reads events about an endpoint only if it covers all its creators, also after the receiver lost a creator', async () => {
  const [keyOfA, keyOfBoth] = await Promise.all([['a'], ['a', 'b']].map((creatorIds) => agency.agency.createKey({ creatorIds })));
  const watcher = await agency.addEndpoint(reportTypes, ['a', 'b']);
  for (const ids of [['a', 'b'], ['a']]) {
    const subject = await agency.addEndpoint(['order.created'], ids, ids.join());
    await agency.update(subject.id, { status: 'disabled' });
  }
  await until(() => watcher.reports().length === 2);
  const path = `/v1/webhooks/${watcher.id}/deliveries`;
  const types = async (key: string) => (await agency.request('GET', path, { key })).body.data?.length;
  await until(async () => (await agency.request('GET', `${path}?statuses=delivered`)).body.data.length === 2);
  const labels = async (key: string) => {
    const { body } = await agency.request('GET', '/v1/webhook-events', { key });
    return body.data.map(({ data }: { data: { label: string } }) => data.label).toSorted();
  };
  expect([await types(keyOfA!), await types(keyOfBoth!)]).toEqual([undefined, 2]);
  expect([await labels(keyOfA!), await labels(keyOfBoth!)]).toEqual([['a'], ['a', 'a,b']]);
  await agency.update(watcher.id, { allowed_creator_ids: ['a'] });
  expect([await types(keyOfA!), await types(keyOfBoth!), await types(agency.agency.key)]).toEqual([1, 2, 2]);
});

test('pending reports are not sent to a URL set by a key without access to the reported endpoint', async () => {
  const keyOfA = await agency.agency.createKey({ creatorIds: ['a'] });
  const [watcher, elsewhere] = [await agency.addEndpoint(reportTypes, ['a', 'b']), await agency.addEndpoint(['order.created'])];
  const subjects = [await agency.addEndpoint(['order.created'], ['a', 'b']), await agency.addEndpoint(['order.created'], ['a'])];
  const queued = async () =>
    (await service.database.query({ text: 'SELECT FROM delivery_queue WHERE endpoint_id = $1', values: [watcher.id] })).length;
  // Events are recorded, and their deliveries become due only after the URL has changed.
  await service.database.query({
    text: `CREATE OR REPLACE FUNCTION postpone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.due_at := now() + interval '1 hour'; RETURN NEW; END $$`,
  });
  await service.database.query({
    text: `CREATE TRIGGER postpone BEFORE INSERT ON delivery_queue FOR EACH ROW EXECUTE FUNCTION postpone()`,
  });
  for (const { id } of subjects) await agency.update(id, { status: 'disabled' });
  expect(await queued()).toBe(2);
  await service.database.query({ text: 'DROP TRIGGER postpone ON delivery_queue' });
  await agency.update(watcher.id, { allowed_creator_ids: ['a'] });
  const changed = await agency.request('PATCH', `/v1/webhooks/${watcher.id}`, { key: keyOfA, body: { url: elsewhere.receiver.url } });
  expect(changed.status).toBe(200);
  await service.database.query({ text: 'UPDATE delivery_queue SET due_at = now() WHERE endpoint_id = $1', values: [watcher.id] });
  await until(async () => (await queued()) === 0, 60_000);
  expect(watcher.reports()).toEqual([]);
  expect(elsewhere.reports().map(({ event }) => event.data['endpoint_id'])).toEqual([subjects[1]!.id]);
}, 90_000);
