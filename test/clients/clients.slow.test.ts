import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import openapitools from '../../openapitools.json' with { type: 'json' };
import type { ContractDocument, Schema } from '../../spec/generate/contract.ts';
import { creator, fan, order, tag, type AnyRecord } from '../records/records.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';
import { clients, documented, make, type Client } from './clients.ts';
import { goVersions, isComplete, leaveOut, Missing, run, unlessComplete } from './tools.ts';
import { beyond, later, startWideningProxy, widened, type WideningProxy } from './widening-proxy.ts';

const ways = ['directly', 'through a proxy that adds members, values and sums'] as const;
const fanOf = (index: number) => `f${index}`;

const january = (id: string, creatorId: string, day: number, order_type: 'tip' | 'push' | 'subscription', amount_cents: number) =>
  order(id, creatorId, { order_type, amount_cents, created_at: `2026-01-0${day}T10:00:00Z` });
const large = (id: string) => order(id, 'c1', { amount_cents: 2 ** 31 - 1, created_at: '2026-07-01T12:00:00Z' });

const records: AnyRecord[] = [
  ...['c1', 'c2', 'c3'].map((id) => creator(id)),
  tag('t1'),
  tag('t2'),
  fan('account-c1', 'first', { tag_ids: ['t1'], related_at: '2026-01-03T00:00:00Z' }),
  fan('account-c1', 'former', { tag_ids: ['t1'], subscription_status: 'former_subscriber' }),
  fan('account-c1', 'second', { tag_ids: ['t2'], subscription_status: 'interested', related_at: '2026-01-02T00:00:00Z' }),
  // One whose note each run edits.
  ...clients.flatMap((_, index) => ways.map((_way, way) => fan('account-c1', fanOf(2 * index + way)))),
  january('o1', 'c1', 1, 'tip', 100),
  january('o2', 'c2', 2, 'push', 200),
  january('o3', 'c1', 3, 'subscription', 300),
  january('o4', 'c3', 4, 'tip', 400),
  january('o5', 'c1', 5, 'tip', 500),
  ...['l1', 'l2', 'l3'].map(large),
];

/** What a program prints that read all of it rightly. */
function expected(value: (text: string) => string, sum: (cents: number) => number) {
  const total = sum(3 * (2 ** 31 - 1));
  return {
    orders: [
      ['o5', value('tip'), 500],
      ['o2', value('push'), 200],
      ['o1', value('tip'), 100],
    ],
    pages: 2,
    revenue: [total, value('tip'), total],
    fans: ['first', 'second'],
    endpoint: [value('active'), [value('order.created')], 'svc_whsec_'.length + 32, value('unknown_webhook_endpoint')],
    insight: ['', 'Likes jazz', value('precondition_failed'), true],
    problems: [value('unknown_order'), value('invalid_cursor'), value('validation_failed')],
    event: ['order.created', 1500],
  };
}

let service: TestService;
let agency: TestAgency;
let contract: ContractDocument;
let proxy: WideningProxy;
beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
  await agency.ingest(records);
  await service.operator('POST', '/operator/v1/projections/refresh');
  contract = (await service.request('GET', '/v1/openapi.json', { key: null, version: null })).body as ContractDocument;
  proxy = await startWideningProxy(service.baseUrl, contract);
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});

const making = new Map<Client, Promise<string>>();

/** Makes and compiles the client, once. */
async function made(client: Client): Promise<string> {
  const folder = resolve('.cache/clients/work', client.program.replace(/\W/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/openapi.json`, JSON.stringify(contract));
  for (const tool of client.tools) await tool.install();
  await make(client, folder);
  return folder;
}

/** The folder of the client; a test of a client that this machine cannot make is skipped with the reason. */
function folderOf(client: Client, context: TestContext): Promise<string> {
  if (!making.has(client)) making.set(client, made(client));
  return making.get(client)!.catch((error: unknown) => {
    if (error instanceof Missing) return leaveOut(context, error.message);
    throw error;
  });
}

/** Without `CLIENTS=all` a client of each of three languages is made, by generators that differ. */
const usual = ['openapi-generator: Go', 'openapi-python-client', 'hey-api'];
const tried = clients
  .map((client, index) => [client.title, client, index] as const)
  .filter(([title]) => isComplete || usual.includes(title));
test.skipIf(isComplete)(`the clients of other generators${unlessComplete}`, () => undefined);

describe.concurrent.for(tried)('%s', ([_title, client, index]) => {
  test.for(ways.map((way, number) => [way, number] as const))('does the scenario %s', async ([way, number], context) => {
    const folder = await folderOf(client, context);
    const isDirect = way === 'directly';
    const [event] = (contract.components!['schemas']!['OrderCreatedEvent'] as { examples: unknown[] }).examples;
    const env = {
      BASE_URL: isDirect ? service.baseUrl : proxy.url,
      API_KEY: await agency.createKey(),
      FAN_ID: fanOf(2 * index + number),
      EVENT: JSON.stringify(isDirect ? event : widened(contract, { $ref: '#/components/schemas/WebhookEvent' }, event)),
      ...client.env,
    };
    const printed = await run(folder, env, ...client.command);
    const same = <Value>(value: Value) => value;
    expect(JSON.parse(printed)).toEqual(isDirect ? expected(same, same) : expected(later, (cents) => cents + beyond));
  });
});

test.runIf(isComplete)('the Java client holds every integer of 64 bits in a Long', async (context) => {
  const client = clients.find(({ title }) => title.endsWith('Java'))!;
  const folder = await folderOf(client, context);
  const schemas = Object.entries(contract.components!['schemas']!) as [string, Schema][];
  const large = schemas.flatMap(([model, { properties = {} }]) =>
    Object.entries(properties).flatMap(([member, { format }]) => (format === 'int64' ? [[model, member] as const] : [])),
  );
  expect(large).toContainEqual(['RevenueSummary', 'revenue_cents']);
  for (const [model, member] of large) {
    const source = await readFile(join(folder, `client/src/main/java/org/openapitools/client/model/${model}.java`), 'utf8');
    expect(source).toContain(`private Long ${member.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())};`);
  }
});

describe('docs/clients.md', () => {
  test.for(clients.map((client) => [client.title, client] as const))('%s: shows what the program does', async ([title, { program }]) => {
    const files = [
      'test/clients/programs/agency-fetch.ts',
      'test/clients/programs/orval.config.mjs',
      'test/clients/programs/oapi-codegen.yaml',
    ];
    const sources = await Promise.all([`test/clients/programs/${program}`, ...files].map((file) => readFile(file, 'utf8')));
    const used = new Set(sources.flatMap((source) => source.split('\n')).map((line) => line.trim()));
    const shown = documented(title).filter(({ language }) => language !== 'sh');
    expect(shown.length).toBeGreaterThan(0);
    for (const { text } of shown) {
      for (const line of text.split('\n')) expect(used, `${title}: ${line}`).toContain(line.trim());
    }
  });

  test('names the versions of the generators', async () => {
    const { dependencies } = JSON.parse(await readFile('test/clients/generators/package.json', 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const python = await readFile('test/clients/generators/requirements.txt', 'utf8');
    const [, pythonClient] = /^openapi-python-client==(.*)$/m.exec(python)!;
    const page = await readFile('docs/clients.md', 'utf8');
    const others = page.matchAll(/^\| openapi-generator `.*?\| ([^|]*) \|/gm);
    expect(new Set([...others].map(([, version]) => version))).toEqual(new Set([openapitools['generator-cli'].version]));
    for (const [name, version] of Object.entries({
      'openapi-generator': openapitools['generator-cli'].version,
      'openapi-python-client': pythonClient,
      'oapi-codegen': goVersions['github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen'].slice(1),
      'hey-api': dependencies['@hey-api/openapi-ts'],
      orval: dependencies['orval'],
    })) {
      expect(page).toContain(`| ${name} | ${version} |`);
    }
  });
});
