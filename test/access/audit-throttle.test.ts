import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { Agency } from '../api/agency.ts';
import { sharedService, startService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
/** Another process over the same database. */
let second: TestService;
let agency: Agency;
let endpointId: string;

beforeAll(async () => {
  service = await sharedService();
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

/** What is not reserved for urgent changes. */
const ordinary = {
  ofKey: limits.auditedChangesOfKey - limits.urgentChangesOfKey,
  ofAgency: limits.auditedChangesOfAgency - limits.urgentChangesOfAgency,
};

/** Entries that a key caused, the first one some minutes ago and the others a tenth of a second apart. */
const addEntries = async (count: number, minutesAgo: number, key = agency.key, action = 'endpoint.changed') =>
  agency.rows(
    `INSERT INTO audit_log (id, agency_id, action, actor_kind, actor_id, actor_name, subject_name, creator_ids, details, request_id)
     SELECT uuidv7(-(interval '1 minute' * $3) + interval '100 ms' * n), $1, $5, 'key', $4, 'Key', 'x', '{}', '{}', 'r' FROM generate_series(0, $2 - 1) n RETURNING id`,
    count,
    minutesAgo,
    await idOf(key),
    action,
  );

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();

describe('changes that the audit log keeps', () => {
  test(
    'are as many in an hour as a key may make, however many are sent at once to two processes; the others change nothing',
    { timeout: 60_000 },
    async () => {
      await addEntries(ordinary.ofKey - 6, 30);
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => patch(`label ${n}`, { of: n % 2 === 0 ? service : second })));
      expect(statuses(answers)).toEqual([...Array<number>(5).fill(200), ...Array<number>(25).fill(429)]);
      expect(await entries()).toBe(ordinary.ofKey);
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
    await addEntries(ordinary.ofKey - 3, 59.99);
    expect((await patch('the last one')).status).toBe(200);
    const refused = await patch('one too many');
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeLessThanOrEqual(2);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    expect((await patch('in time')).status).toBe(200);
  });

  test('of one key leave room for other keys of the agency up to the agency’s limit, also for limited keys', async () => {
    await addEntries(ordinary.ofKey, 10);
    expect((await patch('whole')).status).toBe(429);
    const body = { url: 'https://hooks.example.com/c1', enabled_event_types: ['order.created'], allowed_creator_ids: ['c1'] };
    const made = await agency.call('POST', '/v1/webhooks', { body, key: agency.restrictedKey });
    expect(made.status).toBe(201);
    const third = await agency.createKey({});
    await addEntries(ordinary.ofAgency - ordinary.ofKey - 2, 10, third);
    expect((await patch('limited', { key: agency.restrictedKey, id: made.body.id as string })).status).toBe(429);
    expect((await patch('limited', { key: agency.restrictedKey, id: made.body.id as string })).status).toBe(429);
    const other = await Agency.create(service);
    expect((await other.call('POST', '/v1/webhooks', { body })).status).toBe(201);
  });

  test('exclude requests without a change, which succeed and leave no entry', async () => {
    await addEntries(ordinary.ofKey - 1, 10);
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

  test('leave a reserve for rotating a secret, cancelling a recovery, and pausing and deleting an endpoint', async () => {
    const other = await agency.call('POST', '/v1/webhooks', {
      body: { url: 'https://hooks.example.com/2', enabled_event_types: ['order.created'] },
    });
    const path = `/v1/webhooks/${endpointId}`;
    const start = new Date(Date.now() - 3_600_000).toISOString();
    const recovery = await agency.call('POST', `${path}/recoveries`, { body: { start } });
    await addEntries(ordinary.ofKey, 10);
    const refused = await patch('another label');
    expect(refused).toMatchObject({ status: 429, body: { detail: expect.stringContaining('is reserved for rotating a secret') } });
    const change = (body: object) => agency.call('PATCH', path, { body });
    expect((await change({ label: 'with a pause', status: 'disabled' })).status).toBe(429);
    expect((await agency.call('POST', `${path}/secret/rotation`)).status).toBe(200);
    expect((await agency.call('DELETE', `${path}/recoveries/${recovery.body.id}`)).body).toMatchObject({ status: 'stopped' });
    expect((await change({ status: 'disabled' })).status).toBe(200);
    expect((await change({ status: 'active' })).status).toBe(429);
    expect((await agency.call('DELETE', `/v1/webhooks/${other.body.id}`)).status).toBe(204);
    // The reserve has an end too, and so has that of all keys.
    await addEntries(limits.urgentChangesOfKey - 3, 10);
    expect((await agency.call('POST', `${path}/secret/rotation`)).status).toBe(429);
    const [second, third] = [await agency.createKey({}), await agency.createKey({})];
    await addEntries(ordinary.ofKey, 10, second);
    const rotate = () => agency.call('POST', `${path}/secret/rotation`, { key: third });
    expect((await patch('by a third key', { key: third })).status).toBe(429);
    expect((await rotate()).status).toBe(200);
    await addEntries(limits.urgentChangesOfKey, 10, second);
    expect((await rotate()).status).toBe(429);
  });

  test('leave a reserve to the agency’s own keys, whatever portal links change', async () => {
    const scopes = ['read:webhooks', 'write:webhooks'];
    const link = (await service.operator('POST', `/operator/v1/agencies/${agency.id}/portal-links`, { label: 'Link', scopes })).body;
    const body = { key: (link.url as string).split('#key=')[1]! };
    const opened = await service.request('POST', `/portal/${link.id}/session`, { key: null, version: null, body });
    await addEntries(ordinary.ofKey, 10, await agency.createKey({}));
    await addEntries(ordinary.ofAgency - ordinary.ofKey, 10, await agency.createKey({}));
    const pause = (key: string) => agency.call('PATCH', `/v1/webhooks/${endpointId}`, { key, body: { status: 'disabled' } });
    expect((await pause(opened.body.token as string)).status).toBe(429);
    expect((await pause(agency.key)).status).toBe(200);
  });

  test('are not openings of portal links, which have a limit of their own', async () => {
    const openLink = async () => {
      const body = { label: 'Link', uses: 100 };
      const made = (await service.operator('POST', `/operator/v1/agencies/${agency.id}/portal-links`, body)).body;
      const key = (made.url as string).split('#key=')[1]!;
      return {
        key: made.key_id as string,
        open: () => service.request('POST', `/portal/${made.id}/session`, { key: null, version: null, body: { key } }),
      };
    };
    const link = await openLink();
    await agency.rows(
      `INSERT INTO audit_log (id, agency_id, action, actor_kind, actor_id, actor_name, subject_name, creator_ids, details, request_id)
       SELECT uuidv7(-interval '30 minutes' + interval '100 ms' * n), $1, 'portal_link.opened', 'key', $2, 'Link', 'Link', '{}', '{}', 'r'
         FROM generate_series(1, $3) n RETURNING id`,
      link.key,
      limits.portalOpeningsOfAgency - 1,
    );
    expect((await patch('as ever')).status).toBe(200);
    const opened = await Promise.all(Array.from({ length: 6 }, () => link.open()));
    expect(statuses(opened)).toEqual([201, ...Array<number>(5).fill(429)]);
    const refused = opened.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({ type: expect.stringContaining('rate_limited'), detail: expect.stringContaining('opened links') });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(29 * 60);
    // A refused opening takes no use, and another agency's links open.
    const [row] = await agency.rows<{ uses_left: number }>(
      'SELECT uses_left FROM portal_links WHERE agency_id = $1 AND key_id = $2',
      link.key,
    );
    expect(row!.uses_left).toBe(99);
    agency = await Agency.create(service);
    expect((await (await openLink()).open()).status).toBe(201);
  });

  test('of operators are not counted', async () => {
    await addEntries(ordinary.ofKey, 10);
    const answer = await service.operator('PATCH', `/operator/v1/webhooks/${endpointId}`, { status: 'disabled' });
    expect(answer.status).toBe(200);
  });
});
