import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ColumnsOf, RecordOf } from '../../server/entities/record.ts';
import { openIngestion, type IngestionBench } from './ingestion.ts';
import { aiRequest, creator, employee, fan, order, send, tag, type AnyRecord } from './records.ts';

type Schema = Record<string, unknown> & { readonly properties?: Record<string, Schema>; readonly $ref?: string; readonly enum?: unknown[] };

const contract = JSON.parse(readFileSync(new URL('../../generated/openapi.internal.json', import.meta.url), 'utf8')) as {
  components: { schemas: Record<string, Schema> };
};

function resolve(schema: Schema): Schema {
  return schema.$ref ? resolve(contract.components.schemas[schema.$ref.split('/').at(-1)!]!) : schema;
}

/** Where the fields of each type are stored, and what names its row. Nothing but keys and what never changes is left out. */
const types = [
  { schema: 'CreatorRecord', table: 'creators', record: creator('c1'), row: `id = 'c1'`, unchanging: ['id', 'account.external_id'] },
  { schema: 'EmployeeRecord', table: 'employees', record: employee('e1'), row: `id = 'e1'`, unchanging: ['id'] },
  { schema: 'TagRecord', table: 'tags', record: tag('t1'), row: `id = 't1'`, unchanging: ['id'] },
  { schema: 'FanRecord', table: 'fans', record: fan('account-c1', 'f1'), row: `fan_id = 'f1'`, unchanging: ['account_id', 'fan_id'] },
  { schema: 'SendRecord', table: 'sends', record: send('s1', 'c1'), row: `id = 's1'`, unchanging: ['id'] },
  { schema: 'OrderRecord', table: 'orders', record: order('o1', 'c1'), row: `id = 'o1'`, unchanging: ['id'] },
  { schema: 'AiRequestRecord', table: 'ai_requests', record: aiRequest('a1', 'account-c1'), row: `id = 'a1'`, unchanging: ['id'] },
] as const;

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
  if (schema.format === 'date-time') return '2025-05-05T05:05:05.500Z';
  return 'another';
}

function withField(record: object, path: string, value: unknown): object {
  const [name, rest] = path.split('.') as [string, string | undefined];
  const members = record as Record<string, unknown>;
  return { ...members, [name]: rest === undefined ? value : withField(members[name] as object, rest, value) };
}

const fieldAt = (record: object, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], record);

let bench: IngestionBench;
beforeAll(async () => {
  bench = await openIngestion();
});
afterAll(() => bench.close());

describe.each(types)('$schema', ({ schema, table, record, row, unchanging }) => {
  const fields = fieldsOf(resolve({ $ref: `/${schema}` })).filter(([path]) => !(unchanging as readonly string[]).includes(path));

  test.each(fields)('%s, changed alone, is an update and stored', async (path, property) => {
    const agencyId = await bench.newAgency();
    const others = [creator('c1'), creator('c2'), tag('t0')].filter((other) => other.type !== record.type || other.id !== record.id);
    await bench.ingest(agencyId, [...others, record]);
    const read = async () => (await bench.rows(`SELECT * FROM ${table} WHERE agency_id = $1 AND ${row}`, agencyId))[0]!;
    const before = await read();
    const value = another(path, property, fieldAt(record, path));
    const changed = withField(record, path, value) as AnyRecord;
    expect(await bench.ingest(agencyId, [changed])).toEqual({ created: 0, updated: 1, unchanged: 0 });
    const after = await read();
    const column = columnOf[path] ?? path;
    expect(after[column]).toEqual(property.format === 'date-time' ? new Date(value as string) : value);
    const follows = path === 'creator_id' ? ['account_id'] : path === 'account_id' ? ['creator_id'] : [];
    const differing = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    expect(differing.filter((name) => !follows.includes(name))).toEqual([column]);
    expect(await bench.ingest(agencyId, [changed])).toEqual({ created: 0, updated: 0, unchanged: 1 });
  });
});

test('columns that leave out a field of the contract do not compile', () => {
  const text = { type: 'text' } as const;
  const whole = { id: text, name: text, color: text, position: { type: 'integer' } } satisfies ColumnsOf<'tag'>;
  // @ts-expect-error The position is left out.
  const lacking = { id: text, name: text, color: text } satisfies ColumnsOf<'tag'>;
  const fields: Record<Exclude<keyof RecordOf<'tag'>, 'type'>, unknown> = whole;
  expect(Object.keys(fields)).toHaveLength(Object.keys(lacking).length + 1);
});
