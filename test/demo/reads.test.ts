import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeyFormat } from '../../server/access/keys/api-keys.ts';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { openDemoAgency } from '../../server/demo/demo-agency.ts';
import { seedDemo } from '../../server/demo/seed-demo.ts';
import { methods, operations, type Client, type FanRelation, type OperationId } from '../../sdk/src/index.ts';
import { clientOf } from '../sdk/clients.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;
let given: Record<string, unknown>;
let creator: Awaited<ReturnType<Client['creators']['get']>>;

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

beforeAll(async () => {
  const encryptionKey = randomBytes(32);
  service = await startService({ encryptionKey });
  const keeper = { demoKey: undefined, storeDemoKey: () => undefined };
  const { agencyId, apiKey } = await openDemoAgency(service.database, new ApiKeyFormat('Legacy'), keeper);
  const refreshProjections = async () => void (await service.operator('POST', '/operator/v1/projections/refresh'));
  const sealer = new Keyring(encryptionKey);
  expect(await seedDemo({ database: service.database, agencyId, sealer, refreshProjections, days: 25 })).toBe(true);
  client = clientOf(service, apiKey);

  const order = (await client.orders.list({ limit: 1 })).data[0]!;
  const endpoint = (await client.webhooks.list()).data[0]!;
  const delivery = (await client.webhooks.listDeliveries({ endpoint_id: endpoint.id, statuses: ['delivered'], limit: 1 })).data[0]!;
  creator = await client.creators.get({ creator_id: order.creator_id });
  given = {
    slug: 'not_found',
    order_id: order.id,
    creator_id: creator.id,
    account_id: order.account_id,
    fan_id: order.fan_id,
    endpoint_id: endpoint.id,
    delivery_id: delivery.id,
    event_id: delivery.event_id,
    interval: 'hour',
    start: daysAgo(6),
    end: daysAgo(0),
  };
}, 120_000);
afterAll(() => service.close());

/** How often an endpoint failed in a row. */
const goodAtZero = 'consecutive_failures';

/** Places of a response without content: an empty list, or figures that are all zero. */
function emptyPlaces(answer: unknown): string[] {
  const found: string[] = [];
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value) && value.length === 0) found.push(place);
    const figures = Object.entries(value).flatMap(([name, member]) => (typeof member === 'number' && name !== goodAtZero ? [member] : []));
    if (figures.length > 0 && figures.every((figure) => figure === 0)) found.push(place);
    for (const [name, member] of Object.entries(value)) if (!Array.isArray(value)) visit(member, `${place}.${name}`);
  };
  visit(answer, '');
  return found;
}

/**
 * Empty by their meaning: no limit of the demo key and its endpoint to some creators, no headers of its own, no attempts in the last minutes while it is
 * paused, no endpoint that missed an event, and the history of a service that is new.
 */
const mayBeEmpty = new Set([
  '.key.creator_ids',
  '.allowed_creator_ids',
  '.headers',
  '.health.attempts',
  '.missed_endpoint_ids',
  '.history',
]);

const gets = Object.entries(methods).flatMap(([group, names]) =>
  Object.entries<OperationId>(names)
    .filter(([, id]) => operations[id].method === 'GET')
    .map(([name, id]) => ({ group, name, id })),
);

describe('the demo agency has something to show', () => {
  it.for(gets)('$group $name', async ({ group, name, id }, { skip }) => {
    const { parameters } = operations[id];
    const lacking = Object.entries(parameters).find(([parameter, { required }]) => required && !Object.hasOwn(given, parameter));
    if (lacking) skip(`${lacking[0]} is not known here`);
    const taken = Object.entries(given).filter(([parameter]) => Object.hasOwn(parameters, parameter));
    const call = (client as unknown as Record<string, Record<string, (given: object) => Promise<unknown>>>)[group]![name]!;
    const answer = await call(Object.fromEntries(taken));
    expect(answer).toBeTruthy();
    if (id !== 'getOpenapiDocument' && id !== 'getFan') expect(emptyPlaces(answer).filter((place) => !mayBeEmpty.has(place))).toEqual([]);
  });

  it('counters of every type of event, with failures', async () => {
    const { data } = await client.webhooks.stats({ endpoint_id: given['endpoint_id'] as string, start: daysAgo(24) });
    for (const { event_type, delivered_count } of data) expect(delivered_count, event_type).toBeGreaterThan(0);
    expect(data.reduce((sum, { failed_count }) => sum + failed_count, 0)).toBeGreaterThan(0);
  });

  it('deliveries that failed, were retried and were replayed, and nothing that is still to be sent', async () => {
    const endpoint_id = given['endpoint_id'] as string;
    const failures = (await client.webhooks.listFailures({ endpoint_id })).data;
    expect(new Set(failures.map(({ error }) => error))).toContain('endpoint_disabled');
    expect(failures.map(({ replayed_at }) => replayed_at === null)).toEqual(expect.arrayContaining([true, false]));
    expect((await client.webhooks.listDeliveries({ endpoint_id, statuses: ['failed'] })).data).toHaveLength(failures.length);
    expect((await client.webhooks.listDeliveries({ endpoint_id, statuses: ['pending'] })).data).toEqual([]);
    const { url, ...endpoint } = await client.webhooks.get({ endpoint_id });
    expect(endpoint).toMatchObject({ status: 'disabled', disabled_reason: 'manual' });
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect((await client.meta.health()).status).toBe('ok');
  });

  it('a replay of the paused endpoint goes back to its failures: nothing is sent', async () => {
    const endpoint_id = given['endpoint_id'] as string;
    const failures = async () => (await client.webhooks.listFailures({ endpoint_id })).data;
    const before = await failures();
    const waiting = before.findLastIndex(({ replayed_at }) => replayed_at === null);
    const { id } = before[waiting]!;
    const { delivery_id } = await client.webhooks.replayFailure({ endpoint_id, failure_id: id });
    const after = await failures();
    expect(after.map((failure) => failure.id)).toEqual(before.map((failure) => failure.id));
    expect(after[waiting]).toMatchObject({ id, delivery_id, error: 'endpoint_disabled', attempts: [], replayed_at: null });
    expect((await client.webhooks.listDeliveries({ endpoint_id, statuses: ['pending'] })).data).toEqual([]);
  });

  it('fans that each filter finds, and fans that it does not', async () => {
    const account_id = creator.account.external_id;
    const idsOf = async (filter: Omit<Parameters<Client['fans']['list']>[0], 'account_id'>): Promise<string[]> => {
      const ids: string[] = [];
      for await (const { fan_id } of client.fans.listAll({ account_id, limit: 200, ...filter })) ids.push(fan_id);
      return ids;
    };
    const everyone = await idsOf({});
    const vip = (await client.tags.list()).data[0]!.id;
    const assignee = (await client.fans.list({ account_id, limit: 200 })).data.find(({ assigned_user_id }) => assigned_user_id !== null);
    const filters = [
      { assigned_user_ids: [assignee!.assigned_user_id!] },
      { tag_ids: [vip] },
      { exclude_tag_ids: [vip] },
      { has_tags: true },
      { has_tags: false },
      { statuses: ['active_subscriber'] },
      { statuses: ['former_subscriber'] },
      { statuses: ['interested'] },
      { min_spend_cents: 2_000 },
      { last_purchase_after: daysAgo(7) },
      { last_purchase_before: daysAgo(7) },
      { is_online: true },
      { is_online: false },
    ] as const;
    for (const filter of filters) {
      // A minute has room for 30 lists of fans: what was taken is given back.
      await service.database.query({ text: 'DELETE FROM rate_windows' });
      const found = await idsOf(filter as never);
      expect(found.length, JSON.stringify(filter)).toBeGreaterThan(0);
      expect(found.length, JSON.stringify(filter)).toBeLessThan(everyone.length);
    }
  });

  it('a fan with a note, the AI lock and an employee; a scheduled publication; refunds in the time series', async () => {
    const locked: FanRelation[] = [];
    for (const { account } of (await client.creators.list()).data) {
      await service.database.query({ text: 'DELETE FROM rate_windows' });
      for await (const fan of client.fans.listAll({ account_id: account.external_id, limit: 200 })) {
        if (!fan.ai_active || fan.assigned_user_id === null) continue;
        const { note } = await client.insights.get({ account_id: account.external_id, fan_id: fan.fan_id });
        if (note !== '') locked.push(fan);
      }
      if (locked.length > 0) break;
    }
    expect(locked.length).toBeGreaterThan(0);

    const publications = (await client.publications.list()).data;
    expect(new Set(publications.map(({ status }) => status))).toEqual(new Set(['scheduled', 'published', 'failed']));
    for (const { status, failure_reason } of publications) expect(failure_reason !== null).toBe(status === 'failed');
    const days = (await client.analytics.revenueTimeseries({ start: daysAgo(20), end: daysAgo(0), granularity: 'day' })).data;
    expect(days.filter(({ refunded_cents }) => refunded_cents > 0).length).toBeGreaterThan(1);
    expect((await client.aiRequests.list()).data.length).toBeGreaterThanOrEqual(5);
  });
});
