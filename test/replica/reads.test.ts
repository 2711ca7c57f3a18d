import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { creator, fan, order } from '../records/records.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { keyedOperationIds, sampleRequest, targetOf } from '../support/sample-request.ts';
import { startService, type TestService } from '../support/service.ts';
import { withoutRateLimits } from '../support/without-rate-limits.ts';
import { figuresOf, untilServing } from './replica-figures.ts';
import { startReplicatedDatabase, type ReplicatedDatabase } from './replicated-database.ts';
import { withoutHealthWindow } from '../support/health-window.ts';

let database: ReplicatedDatabase;
let service: TestService;
/** Another process of the same service. */
let other: TestService;
let agency: SampleAgency;

beforeAll(async () => {
  database = await startReplicatedDatabase();
  const encryptionKey = Buffer.alloc(32, 1);
  const options = {
    databaseUrl: database.primary.url,
    env: { DATABASE_REPLICA_URLS: database.standby.url },
    encryptionKey,
    delivers: false,
  };
  service = await startService(options);
  other = await startService(options);
  await withoutRateLimits(service);
}, 120_000);
afterAll(async () => {
  await service?.close();
  await other?.close();
  await database?.close();
});

/** Everything is on the standby, which then shows nothing that comes later. */
beforeEach(async () => {
  agency = await createSampleAgency(service);
  await service.operator('POST', '/operator/v1/projections/refresh');
  for (const each of [service, other]) await untilServing(each, 1);
  await database.catchUp();
  await database.pause();
});
afterEach(() => database.resume());

const from = (process: TestService, path: string, key = agency.key) => process.request('GET', path, { key });

describe('lists and analytics', () => {
  const replicaReads = keyedOperationIds.filter((id) => operations[id].read === 'replica');

  const readAll = async (process: TestService) => {
    const answers: Record<string, unknown> = {};
    for (const id of replicaReads) {
      const { path, query } = sampleRequest(id, agency.ids);
      const { status, body } = await from(process, targetOf(path, query));
      answers[id] = { status, body: withoutHealthWindow(body) };
    }
    return answers;
  };

  test('are the ones that the contract names', () => {
    // Figures contain pending deliveries, of one endpoint or of many, and are read from the primary.
    expect(replicaReads.toSorted()).toEqual(
      keyedOperationIds.filter((id) => /^list(?!WebhookFigures)|^get\w*(Analytics|Revenue|Stats)|^getRevenue/.test(id)).toSorted(),
    );
  });

  test('are read from the standby: they return rows that only the standby still has', async () => {
    const before = await readAll(service);
    await database.primary.query(`
      SET session_replication_role = replica;
      UPDATE creators SET name = 'changed', account_username = 'changed'; UPDATE employees SET name = 'changed';
      UPDATE tags SET name = 'changed'; UPDATE webhook_endpoints SET label = 'changed';
      DELETE FROM fans; DELETE FROM orders; DELETE FROM sent_messages; DELETE FROM ai_requests; DELETE FROM publications;
      DELETE FROM activity_blocks; DELETE FROM revenue_quarters; DELETE FROM message_quarters;
      DELETE FROM delivery_queue; DELETE FROM delivery_history; DELETE FROM delivery_failures;
      DELETE FROM delivery_minutes; DELETE FROM delivery_hours`);
    expect(await readAll(service)).toEqual(before);
    expect(await readAll(other)).toEqual(before);
    await database.resume();
    await database.catchUp();
    const after = await readAll(service);
    for (const id of ['listFans', 'listOrders', 'listSentMessages', 'listAiRequests', 'listTags', 'listCreators', 'listEmployees'])
      expect(after[id], id).not.toEqual(before[id]);
  });

  test('are counted, with the pool that they took', async () => {
    const before = await figuresOf(service);
    await from(service, '/v1/orders');
    const after = await figuresOf(service);
    expect([after.reads - before.reads, after.failedReads - before.failedReads]).toEqual([1, 0]);
    const { text } = await service.operator('GET', '/metrics');
    const { host, pathname } = new URL(database.standby.url);
    for (const pool of ['api', 'worker', `replica ${host}${pathname}`])
      for (const state of ['in_use', 'idle', 'waiting'])
        expect(text).toMatch(new RegExp(`^service_pool_connections\\{pool="${pool}",state="${state}"\\} \\d+$`, 'm'));
  });
});

describe('a write of an agency is visible to its next request in every process', () => {
  const both = [
    ['the same process', () => service],
    ['another process', () => other],
  ] as const;

  test.each(both)('an assignment in the list of fans (%s)', async (_, reader) => {
    const { account_id, fan_id } = agency.ids;
    const path = `/v1/accounts/${account_id}/fans`;
    expect((await from(reader(), path)).body.data[0].assigned_user_id).toBe('user-1');
    await service.request('DELETE', `${path}/${fan_id}/assignment`, { key: agency.key });
    expect((await from(reader(), path)).body.data[0].assigned_user_id).toBeNull();
  });

  test.each(both)('an acknowledgement in the list of AI requests, also by another key (%s)', async (_, reader) => {
    const another = await agency.createKey();
    expect((await from(reader(), '/v1/ai-requests', another)).body.data).toHaveLength(2);
    await service.request('POST', '/v1/ai-requests/acknowledgements', { key: agency.key, body: { request_ids: ['request-1'] } });
    for (const key of [agency.key, another])
      expect((await from(reader(), '/v1/ai-requests', key)).body.data).toEqual([expect.objectContaining({ id: 'request-2' })]);
  });

  test.each(both)('the end of an endpoint, with all that belongs to it (%s)', async (_, reader) => {
    const path = `/v1/webhooks/${agency.ids['endpoint_id']}`;
    await service.request('DELETE', path, { key: agency.key });
    for (const part of ['deliveries', 'deliveries?outcomes=500', 'failures', 'stats'])
      expect((await from(reader(), `${path}/${part}`)).body.type, part).toMatch(/\/unknown_webhook_endpoint$/);
    const { data } = (await from(reader(), '/v1/webhooks')).body as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).not.toContain(agency.ids['endpoint_id']);
  });

  test.each(both)('a publication (%s)', async (_, reader) => {
    const body = { creator_id: agency.ids['creator_id'], text: 'new' };
    const { id } = (await service.request('POST', '/v1/publications', { key: agency.key, body })).body;
    expect((await from(reader(), '/v1/publications?limit=1')).body.data[0].id).toBe(id);
  });

  test('while other agencies continue to read from the standby', async () => {
    const neighbour = await service.createAgency();
    await service.request('DELETE', `/v1/publications/${agency.ids['publication_id']}`, { key: agency.key });
    const before = await figuresOf(service);
    await from(service, '/v1/publications');
    expect((await figuresOf(service)).reads).toBe(before.reads);
    await from(service, '/v1/publications', neighbour.key);
    expect((await figuresOf(service)).reads).toBe(before.reads + 1);
  });

  test('and read from the standby again once it has it', async () => {
    await service.request('DELETE', `/v1/publications/${agency.ids['publication_id']}`, { key: agency.key });
    await database.resume();
    await database.catchUp();
    const before = await figuresOf(service);
    // The service asks the standby from time to time how far it is.
    await expect
      .poll(async () => {
        expect((await from(service, '/v1/publications')).body.data).toHaveLength(1);
        return (await figuresOf(service)).reads;
      })
      .toBe(before.reads + 1);
  });
});

test('a refresh of the projections is seen at once', async () => {
  const { ids, ingest } = agency;
  await ingest([order('order-new', ids['creator_id']!, { amount_cents: 12_345, created_at: '2026-07-10T12:00:00Z' })]);
  const path = '/v1/analytics/revenue?start=2026-07-10&end=2026-07-10';
  const before = (await from(service, path)).body.revenue_cents as number;
  await service.operator('POST', '/operator/v1/projections/refresh');
  for (const process of [service, other]) expect((await from(process, path)).body.revenue_cents).toBe(before + 12_345);
});

describe('the primary decides about the tenant scope', () => {
  test('an account and an endpoint that the standby does not know yet are found', async () => {
    await agency.ingest([creator('c-new')]);
    expect(await from(service, '/v1/accounts/account-c-new/fans')).toMatchObject({ status: 200, body: { data: [] } });
    const { body } = await service.operator('POST', `/operator/v1/agencies/${agency.id}/webhooks`, {
      url: 'https://hooks.example.com/in',
      enabled_event_types: ['order.created'],
      secret: `svc_whsec_${'a'.repeat(32)}`,
    });
    for (const part of ['deliveries', 'failures', 'stats'])
      expect((await from(service, `/v1/webhooks/${body.id}/${part}`)).status, part).toBe(200);
  });

  test('an endpoint that is deleted or out of scope is hidden, although the standby still has it', async () => {
    const limited = await agency.createKey({ creatorIds: [agency.ids['creator_id']!] });
    const statuses = () =>
      Promise.all(
        ['deliveries', 'failures', 'stats'].map(
          async (part) => (await from(service, `/v1/webhooks/${agency.ids['endpoint_id']}/${part}`, limited)).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await database.primary.query(`UPDATE webhook_endpoints SET allowed_creator_ids = '{}' WHERE id = $1`, [agency.ids['endpoint_id']]);
    expect(await statuses()).toEqual([404, 404, 404]);
    await database.primary.query('DELETE FROM webhook_endpoints WHERE id = $1', [agency.ids['endpoint_id']]);
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  test('a key that is limited meanwhile reads no more than it may', async () => {
    await database.primary.query('UPDATE api_keys SET creator_ids = $2 WHERE agency_id = $1', [agency.id, [agency.ids['creator_id']]]);
    expect((await from(service, '/v1/creators')).body.data).toHaveLength(1);
    expect((await from(service, '/v1/orders')).body.data).toHaveLength(1);
  });
});

test('a walk that begins on the standby misses nothing that the primary had when it began', async () => {
  const accountId = agency.ids['account_id']!;
  const fans = (...names: string[]) => names.map((name) => fan(accountId, name, { related_at: `2020-01-0${name.at(-1)}T00:00:00Z` }));
  await database.resume();
  await agency.ingest(fans('f2', 'f6'));
  await database.catchUp();
  await database.pause();
  await agency.ingest(fans('f1', 'f3', 'f4', 'f5'));
  const before = await figuresOf(service);
  const seen: string[] = [];
  let query = '?limit=1';
  for (let isFirst = true; query !== ''; isFirst = false) {
    // Each page comes from another process than the one before.
    const { body } = await from(seen.length % 2 ? other : service, `/v1/accounts/${accountId}/fans${query}`);
    if (isFirst) expect((await figuresOf(service)).reads).toBe(before.reads + 1);
    seen.push(...body.data.map((item: { fan_id: string }) => item.fan_id));
    query = body.next_cursor === null ? '' : `?limit=1&cursor=${body.next_cursor}`;
  }
  expect(seen).toEqual([agency.ids['fan_id'], 'f6', 'f5', 'f4', 'f3', 'f2', 'f1']);
});

test('writes before a crash of the primary are visible after it', async () => {
  await service.request('DELETE', `/v1/publications/${agency.ids['publication_id']}`, { key: agency.key });
  await database.primary.end('SIGQUIT');
  await database.primary.start();
  const read = async () => (await from(service, '/v1/publications')).body?.data?.length as number | undefined;
  await expect.poll(read, { timeout: 15_000, interval: 100 }).toBeDefined();
  for (const process of [service, other]) expect((await from(process, '/v1/publications')).body.data).toHaveLength(1);
  await expect.poll(async () => (await database.primary.query('SELECT FROM agency_writes')).length, { timeout: 15_000 }).toBe(1);
  for (const process of [service, other]) expect((await from(process, '/v1/publications')).body.data).toHaveLength(1);
});
