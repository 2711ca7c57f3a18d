import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { createClient, reconcile, undeliveredTo, type Client, type Fact, type Order } from '../../sdk/src/index.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { clientOf } from './clients.ts';

let service: TestService;
let agency: TestAgency;
let client: Client;
let receiver: Receiver;
let endpointId: string;
let folder: string;
const start = new Date(Date.now() - 3_600_000).toISOString();

const order = (id: string, minutesAgo: number) => ({
  type: 'order',
  id,
  order_type: 'tip',
  creator_id: 'creator-1',
  fan_id: 'fan-1',
  user_id: null,
  message_id: null,
  amount_cents: 100,
  created_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
});
const orders = (name: string, minutesAgo: number) =>
  Array.from({ length: 5 }, (_each, index) => order(`${name}-${index}`, minutesAgo - index));
const statuses = async (wanted: string) =>
  (await client.webhooks.listDeliveries({ endpoint_id: endpointId, limit: 200 })).data.filter(({ status }) => status === wanted).length;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reconcile-'));
  service = await startService({ retryDelaysMs: [5, 5, 5] });
  receiver = await startReceiver();
  agency = await service.createAgency();
  client = clientOf(service, agency.key);
  ({ id: endpointId } = await client.webhooks.create({
    url: receiver.url,
    enabled_event_types: ['order.created', 'order.refunded', 'conversation.ai_control_requested'],
  }));
  // Another endpoint receives everything: its deliveries report nothing to the first one.
  const other = await startReceiver();
  await client.webhooks.create({ url: other.url, enabled_event_types: ['order.created'] });
  const request = (id: string) => ({
    type: 'ai_request',
    id,
    account_id: 'account-1',
    fan_id: 'fan-1',
    action: 'stop',
    requested_by_user_id: 'user-1',
    requested_at: new Date().toISOString(),
  });
  await agency.ingest([
    { type: 'employee', id: 'user-1', name: 'Ada', email: null, role: 'chatter', active: true },
    { type: 'creator', id: 'creator-1', name: 'Mia', account: { external_id: 'account-1', username: 'mia' } },
    {
      type: 'fan',
      account_id: 'account-1',
      fan_id: 'fan-1',
      fan_username: 'marble_fox',
      subscription_status: 'active_subscriber',
      is_online: true,
      related_at: start,
      tag_ids: [],
    },
    order('too-old', 120),
    ...orders('before', 59),
    request('request-before'),
  ]);
  await vi.waitFor(async () => expect(await statuses('delivered')).toBe(7), { timeout: 30_000 });
  // While the endpoint is disabled: five orders, a refund of an earlier one, a request.
  await client.webhooks.update({ endpoint_id: endpointId, status: 'disabled' });
  await agency.ingest([
    ...orders('disabled', 49),
    { type: 'refund', order_id: 'before-0', refunded_at: new Date().toISOString() },
    request('request-disabled'),
  ]);
  await client.webhooks.update({ endpoint_id: endpointId, status: 'active' });
  // While its receiver is away: five orders, whose attempts all fail.
  receiver.answer = 503;
  await agency.ingest(orders('outage', 39));
  await vi.waitFor(async () => expect(await statuses('failed')).toBe(5), { timeout: 30_000 });
  receiver.answer = 200;
  await agency.ingest(orders('after', 29));
  await vi.waitFor(async () => expect(await statuses('delivered')).toBe(12), { timeout: 30_000 });
  await other.close();
}, 120_000);
afterAll(async () => {
  await service?.close();
  await receiver?.close();
  await rm(folder, { recursive: true, force: true });
});

const missed = [
  'conversation.ai_control_requested request-disabled',
  ...[0, 1, 2, 3, 4].map((index) => `order.created disabled-${index}`),
  ...[0, 1, 2, 3, 4].map((index) => `order.created outage-${index}`),
  'order.refunded before-0',
];
const keyOf = ({ type, data }: Fact) => `${type} ${(data as { id: string }).id}`;

async function walk(options: Partial<Parameters<typeof reconcile>[1]> = {}) {
  const pages = [];
  const missing = undeliveredTo(client, endpointId);
  for await (const page of reconcile(client, { start, missing, ...options })) pages.push(page);
  return { pages, keys: pages.flatMap(({ facts }) => facts.map(keyOf)).toSorted(), checkpoint: pages.at(-1)!.checkpoint };
}

/** Runs the program until it ends, or until it pauses: then it is killed. */
function run(environment: Record<string, string>): Promise<string> {
  const env = { BASE_URL: service.baseUrl, API_KEY: agency.key, ENDPOINT_ID: endpointId, START: start, FOLDER: folder, ...environment };
  return new Promise((resolve, reject) => {
    const program = spawn(process.execPath, [join(import.meta.dirname, 'reconcile-program.ts')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    program.stdout.on('data', (bytes: Buffer) => {
      printed += bytes.toString();
      if (printed === 'paused') program.kill('SIGKILL');
    });
    program.on('error', reject);
    program.on('close', () => resolve(printed));
  });
}

/** One story: each test continues the one before. */
describe('reconcile', { shuffle: false }, () => {
  test('gives the facts that no delivery to the endpoint reported, each once', async () => {
    expect((await walk()).keys).toEqual(missed);
  });

  test('gives the same in pages of any length', async () => {
    for (const pageSize of [1, 7]) expect((await walk({ pageSize })).keys).toEqual(missed);
  });

  test('resumes after a kill in the middle: nothing is lost, and no page comes again', async () => {
    expect(await run({ PAUSE_AFTER: '3' })).toBe('paused');
    const before = (await readFile(join(folder, 'facts'), 'utf8')).trim().split('\n');
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(missed.length);
    expect(await run({})).toBe('ended after 5 pages');
    const facts = (await readFile(join(folder, 'facts'), 'utf8')).trim().split('\n');
    expect(facts.slice(0, before.length)).toEqual(before);
    expect(facts.toSorted()).toEqual(missed);
  });

  test('after a finished walk, the checkpoint begins the next one, from before the beginning of the last', async () => {
    const { checkpoint } = await walk({ overlapMs: 45 * 60_000 });
    const next = await walk({ checkpoint });
    expect(next.keys).toEqual(missed.filter((key) => !/disabled-\d$|refunded/.test(key)));
    expect(next.pages.length).toBeGreaterThan(1);
  });

  test('compares with your own database instead, also assignments', async () => {
    await client.fans.assign({ account_id: 'account-1', fan_id: 'fan-1', user_id: 'user-1' });
    const known = new Set(['order.created after-0']);
    const missing = (facts: readonly Fact[]) => facts.filter((fact) => !known.has(keyOf(fact)));
    const { pages } = await walk({ missing, types: ['order.created', 'assignment.updated'] });
    const facts = pages.flatMap((page) => page.facts);
    expect(facts.filter(({ type }) => type === 'order.created')).toHaveLength(19);
    expect(facts.filter(({ type }) => type === 'assignment.updated')).toEqual([
      { type: 'assignment.updated', data: { account_id: 'account-1', fan_id: 'fan-1', assigned_user_id: 'user-1' } },
    ]);
    for (const fact of facts) if (fact.type === 'order.created') expectTypeOf(fact.data).toEqualTypeOf<Order>();
  });

  test('finds nothing any more when the failures were replayed and the events recovered', async () => {
    await client.webhooks.replayFailures({ endpoint_id: endpointId, start, end: new Date().toISOString() });
    await client.webhooks.recoverEvents({ endpoint_id: endpointId, start, end: new Date().toISOString() });
    await expect.poll(async () => (await walk()).keys, { timeout: 30_000 }).toEqual([]);
  });

  test('an abort ends it', async () => {
    await expect(walk({ signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' });
  });

  test('refuses what is not an instant, not a checkpoint, and assignments of an endpoint', async () => {
    await expect(walk({ start: 'yesterday' })).rejects.toThrow('start: must be an instant');
    for (const checkpoint of ['', '{}', 'null', '{"list":"end"}']) {
      await expect(walk({ checkpoint })).rejects.toThrow('checkpoint: must be the text that reconcile returned');
    }
    await expect(walk({ types: ['assignment.updated'] })).rejects.toThrow('undeliveredTo cannot find assignments');
  });

  test('a service that fails ends the walk with its error, and the last checkpoint continues it', async () => {
    let calls = 0;
    const failing = createClient({
      baseUrl: service.baseUrl,
      apiKey: agency.key,
      maxRetries: 0,
      fetch: (input, init) => (++calls === 4 ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init)),
    });
    const facts: Fact[] = [];
    let checkpoint: string | undefined;
    const missing = (all: readonly Fact[]) => all;
    await expect(
      (async () => {
        for await (const page of reconcile(failing, { start, missing, pageSize: 3 })) {
          facts.push(...page.facts);
          ({ checkpoint } = page);
        }
      })(),
    ).rejects.toMatchObject({ kind: 'connection' });
    for await (const page of reconcile(client, { start, missing, pageSize: 3, checkpoint })) facts.push(...page.facts);
    const all = (await walk({ missing })).keys;
    expect(facts.map(keyOf).toSorted()).toEqual(all);
  });
});
