import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { Agency } from '../api/agency.ts';
import { startService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
/** Another process over the same database. */
let second: TestService;
let agency: Agency;
let endpointId: string;

beforeAll(async () => {
  service = await startService({ delivers: false });
  second = await startService({ delivers: false, databaseUrl: service.config.databaseUrl!, encryptionKey: service.encryptionKey });
});
beforeEach(async () => {
  agency = await Agency.create(service);
  const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'], label: 'first' };
  endpointId = (await agency.call('POST', '/v1/webhooks', { body })).body.id as string;
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const patch = (label: string, { of = service, key = agency.key, id = endpointId } = {}) =>
  of.request('PATCH', `/v1/webhooks/${id}`, { key, body: { label } });
const idOf = async (key: string) => (await service.request('GET', '/v1/me', { key })).body.key.id as string;
const entries = async () => (await agency.rows<{ count: number }>('SELECT count(*) FROM audit_log WHERE agency_id = $1'))[0]!.count;

/** Entries that a key caused, the first one some minutes ago and the others a tenth of a second apart. */
const addEntries = async (count: number, minutesAgo: number, key = agency.key) =>
  agency.rows(
    `INSERT INTO audit_log (id, agency_id, action, actor_kind, actor_id, actor_name, subject_name, creator_ids, details, request_id)
     SELECT uuidv7(-(interval '1 minute' * $3) + interval '100 ms' * n), $1, 'endpoint.changed', 'key', $4, 'Key', 'x', '{}', '{}', 'r' FROM generate_series(0, $2 - 1) n RETURNING id`,
    count,
    minutesAgo,
    await idOf(key),
  );

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();

describe('changes that the audit log keeps', () => {
  test(
    'are as many in an hour as a key may make, however many are sent at once to two processes; the others change nothing',
    { timeout: 60_000 },
    async () => {
      await addEntries(limits.auditedChangesOfKey - 6, 30);
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => patch(`label ${n}`, { of: n % 2 === 0 ? service : second })));
      expect(statuses(answers)).toEqual([...Array<number>(5).fill(200), ...Array<number>(25).fill(429)]);
      expect(await entries()).toBe(limits.auditedChangesOfKey);
      const refused = answers.find(({ status }) => status === 429)!;
      expect(refused.body).toMatchObject({ type: expect.stringContaining('rate_limited'), status: 429 });
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(29 * 60);
      expect(wait).toBeLessThanOrEqual(30 * 60 + 1);
      const label = (await agency.get(`/v1/webhooks/${endpointId}`)).body.label as string;
      expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.label as string)).toContain(label);
      const made = await agency.call('POST', '/v1/webhooks', {
        body: { url: 'https://hooks.example.com/2', enabled_event_types: ['order.created'] },
      });
      expect(made.status).toBe(429);
      expect((await agency.get('/v1/webhooks')).body.data).toHaveLength(1);
    },
  );

  test('may be made again when the oldest of them is an hour old, and those of an hour ago count no longer', async () => {
    await addEntries(5_000, 75);
    expect((await patch('after an hour')).status).toBe(200);
    await addEntries(limits.auditedChangesOfKey - 3, 59.99);
    expect((await patch('the last one')).status).toBe(200);
    const refused = await patch('one too many');
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeLessThanOrEqual(2);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    expect((await patch('in time')).status).toBe(200);
  });

  test('of one key leave room for others of the agency, up to what all of them may make; also for keys of some creators', async () => {
    await addEntries(limits.auditedChangesOfKey, 10);
    expect((await patch('whole')).status).toBe(429);
    const body = { url: 'https://hooks.example.com/c1', enabled_event_types: ['order.created'], allowed_creator_ids: ['c1'] };
    const made = await agency.call('POST', '/v1/webhooks', { body, key: agency.restrictedKey });
    expect(made.status).toBe(201);
    const third = await agency.createKey({});
    await addEntries(limits.auditedChangesOfAgency - limits.auditedChangesOfKey - 2, 10, third);
    expect((await patch('limited', { key: agency.restrictedKey, id: made.body.id as string })).status).toBe(429);
    expect((await patch('limited', { key: agency.restrictedKey, id: made.body.id as string })).status).toBe(429);
    const other = await Agency.create(service);
    expect((await other.call('POST', '/v1/webhooks', { body })).status).toBe(201);
  });

  test('are not those that change nothing, which are answered as ever and leave no entry', async () => {
    await addEntries(limits.auditedChangesOfKey - 1, 10);
    const before = await entries();
    const { url, label, enabled_event_types, allowed_creator_ids, status } = (await agency.get(`/v1/webhooks/${endpointId}`)).body;
    for (const body of [{}, { label }, { status }, { url, label, enabled_event_types, allowed_creator_ids, status }]) {
      const answer = await agency.call('PATCH', `/v1/webhooks/${endpointId}`, { body });
      expect([200, 400], answer.text).toContain(answer.status);
    }
    expect((await agency.call('POST', `/v1/webhooks/${endpointId}/failures/replay`)).body).toMatchObject({ replayed_count: 0 });
    expect((await service.operator('PATCH', `/operator/v1/agencies/${agency.id}/quotas`, {})).status).toBe(200);
    expect((await service.operator('PATCH', `/operator/v1/webhooks/${endpointId}`, { status: 'active' })).status).toBe(200);
    expect(await entries()).toBe(before);
  });

  test('of operators are not counted', async () => {
    await addEntries(limits.auditedChangesOfKey, 10);
    const answer = await service.operator('PATCH', `/operator/v1/webhooks/${endpointId}`, { status: 'disabled' });
    expect(answer.status).toBe(200);
  });
});
