import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ColumnsOf, RecordOf } from '../../server/entities/record.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { aiRequest, creator, employee, fan, order, refund, send, tag, type AnyRecord } from './records.ts';

type Schema = Record<string, unknown> & { readonly properties?: Record<string, Schema>; readonly $ref?: string; readonly enum?: unknown[] };

const contract = JSON.parse(readFileSync(new URL('../../generated/openapi.internal.json', import.meta.url), 'utf8')) as {
  components: { schemas: Record<string, Schema> };
};

/** Whole milliseconds that no whole second is. */
function daysAgo(days: number): string {
  return `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19)}.500Z`;
}

function resolve(schema: Schema): Schema {
  return schema.$ref ? resolve(contract.components.schemas[schema.$ref.split('/').at(-1)!]!) : schema;
}

interface Type {
  /** Of its records. */
  readonly schema: string;
  readonly record: Exclude<AnyRecord, { type: 'refund' }>;
  /** Keys, and what never changes. */
  readonly unchanging: readonly string[];
  readonly table: string;
  /** The condition of its row. */
  readonly row: string;
  /** Where the contract shows it, and as what. */
  readonly path: string;
  readonly shown: string;
}

/** The types of records whose fields can change, and where they are stored and shown. */
const types: readonly Type[] = [
  {
    schema: 'CreatorRecord',
    record: creator('c1'),
    unchanging: ['id', 'account.external_id'],
    table: 'creators',
    row: `id = 'c1'`,
    path: '/v1/creators/c1',
    shown: 'Creator',
  },
  {
    schema: 'EmployeeRecord',
    record: employee('e1'),
    unchanging: ['id'],
    table: 'employees',
    row: `id = 'e1'`,
    path: '/v1/employees',
    shown: 'Employee',
  },
  { schema: 'TagRecord', record: tag('t1'), unchanging: ['id'], table: 'tags', row: `id = 't1'`, path: '/v1/tags', shown: 'Tag' },
  {
    schema: 'FanRecord',
    record: fan('account-c1', 'f1'),
    unchanging: ['account_id', 'fan_id'],
    table: 'fans',
    row: `fan_id = 'f1'`,
    path: '/v1/accounts/account-c1/fans/f1',
    shown: 'FanRelation',
  },
  {
    schema: 'SendRecord',
    record: send('s1', 'c1', { sent_at: daysAgo(2) }),
    unchanging: ['id'],
    table: 'sends',
    row: `id = 's1'`,
    path: '/v1/sent-messages',
    shown: 'SentMessage',
  },
  {
    schema: 'OrderRecord',
    record: order('o1', 'c1'),
    unchanging: ['id'],
    table: 'orders',
    row: `id = 'o1'`,
    path: '/v1/orders/o1',
    shown: 'Order',
  },
  {
    schema: 'AiRequestRecord',
    record: aiRequest('a1', 'account-c1'),
    unchanging: ['id'],
    table: 'ai_requests',
    row: `id = 'a1'`,
    path: '/v1/ai-requests',
    shown: 'AiRequest',
  },
];

test('every type of record is among them, but for refunds', () => {
  const all = (contract.components.schemas['Record'] as unknown as { oneOf: readonly { $ref: string }[] }).oneOf;
  expect(all.map(({ $ref }) => $ref.split('/').at(-1)).toSorted()).toEqual(
    [...types.map(({ schema }) => schema), 'RefundRecord'].toSorted(),
  );
});

const columnOf: Readonly<Record<string, string>> = {
  'account.username': 'account_username',
  'account.connected_at': 'account_connected_at',
};

/** The fields of a schema that can change, by path. */
function fieldsOf(schema: Schema, prefix = ''): [string, Schema][] {
  return Object.entries(schema.properties!).flatMap(([name, property]) => {
    const resolved = resolve(property);
    if ('const' in resolved) return [];
    return resolved.properties ? fieldsOf(resolved, `${prefix}${name}.`) : [[prefix + name, resolved] as [string, Schema]];
  });
}

/** A value that the field has not. */
function another(path: string, schema: Schema, present: unknown): unknown {
  if (path === 'creator_id') return 'c2';
  if (path === 'account_id') return 'account-c2';
  if (path === 'tag_ids') return ['t0'];
  if (path === 'media') return [{ id: 'm1', type: 'photo' }];
  if (schema.enum) return schema.enum.find((value) => value !== present && value !== null);
  const type = [schema.type].flat()[0];
  if (type === 'boolean') return present !== true;
  if (type === 'integer') return ((present as number | null) ?? 0) + 7;
  if (schema.format === 'date-time') return daysAgo(5);
  return 'another';
}

function withField(record: object, path: string, value: unknown): object {
  const [name, rest] = path.split('.') as [string, string | undefined];
  const members = record as Record<string, unknown>;
  return { ...members, [name]: rest === undefined ? value : withField(members[name] as object, rest, value) };
}

const fieldAt = (record: object, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], record);

let service: TestService;
beforeAll(async () => {
  service = await startService({ delivers: false });
});
afterAll(() => service.close());

async function readRow(agency: TestAgency, table: string, condition: string): Promise<Record<string, unknown>> {
  const text = `SELECT * FROM ${table} WHERE agency_id = $1 AND ${condition}`;
  return (await service.database.query<Record<string, unknown>>({ text, values: [agency.id] }))[0]!;
}

/** What the API shows, of a list the item with the id. */
async function readShown(agency: TestAgency, path: string, id?: string): Promise<object> {
  await service.operator('POST', '/operator/v1/projections/refresh');
  const { status, body } = await service.request('GET', path, { key: agency.key });
  expect(status).toBe(200);
  return body.data ? body.data.find((item: { id: string }) => item.id === id) : body;
}

describe.each(types)('$schema', ({ schema, record, unchanging, table, row, path: shownPath, shown }) => {
  const fields = fieldsOf(resolve({ $ref: `/${schema}` })).filter(([path]) => !unchanging.includes(path));
  const shownFields = new Set(fieldsOf(resolve({ $ref: `/${shown}` })).map(([path]) => path));

  test.each(fields)('%s, changed alone, is an update, stored and read back', async (path, property) => {
    const agency = await service.createAgency();
    const others = [creator('c1'), creator('c2'), tag('t0')].filter((other) => other.type !== record.type || other.id !== record.id);
    await agency.ingest([...others, record]);
    const read = () => readRow(agency, table, row);
    const before = await read();
    const value = another(path, property, fieldAt(record, path));
    const changed = withField(record, path, value) as AnyRecord;
    expect(await agency.ingest([changed])).toEqual({ created: 0, updated: 1, unchanged: 0 });
    const after = await read();
    const column = columnOf[path] ?? path;
    expect(after[column]).toEqual(property.format === 'date-time' ? new Date(value as string) : value);
    const follows = path === 'creator_id' ? ['account_id'] : path === 'account_id' ? ['creator_id'] : [];
    const differing = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    expect(differing.filter((name) => !follows.includes(name))).toEqual([column]);
    expect(await agency.ingest([changed])).toEqual({ created: 0, updated: 0, unchanged: 1 });
    if (shownFields.has(path)) {
      expect(fieldAt(await readShown(agency, shownPath, 'id' in record ? record.id : undefined), path)).toEqual(value);
    } else if (path === 'tag_ids') {
      expect(await readShown(agency, shownPath)).toMatchObject({ tags: [{ id: 't0' }] });
    }
  });
});

test('refunded_at of a refund is counted, stored and read back, once', async () => {
  const agency = await service.createAgency();
  const [first, second] = [daysAgo(3), daysAgo(2)];
  await agency.ingest([creator('c1'), order('o1', 'c1')]);
  expect(await agency.ingest([refund('o1', first)])).toEqual({ created: 1, updated: 0, unchanged: 0 });
  expect(await agency.ingest([refund('o1', second)])).toEqual({ created: 0, updated: 0, unchanged: 1 });
  expect(await readRow(agency, 'orders', `id = 'o1'`)).toMatchObject({ refunded_at: new Date(first) });
  expect(await readShown(agency, '/v1/orders/o1')).toMatchObject({ refunded_at: first });
});

test('columns that leave out a field of the contract do not compile', () => {
  const text = { type: 'text' } as const;
  const whole = { id: text, name: text, color: text, position: { type: 'integer' } } satisfies ColumnsOf<'tag'>;
  // @ts-expect-error The position is left out.
  const lacking = { id: text, name: text, color: text } satisfies ColumnsOf<'tag'>;
  const fields: Record<Exclude<keyof RecordOf<'tag'>, 'type'>, unknown> = whole;
  expect(Object.keys(fields)).toHaveLength(Object.keys(lacking).length + 1);
});
