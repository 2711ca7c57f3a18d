import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ColumnsOf, RecordOf } from '../../server/ingestion/record-tables.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';
import { columnOf, contract, daysAgo, fieldAt, fieldsOf, resolve, types, withField, type Schema } from './record-types.ts';
import { creator, order, refund, tag, type AnyRecord } from './records.ts';

test('every type of record is among them, but for refunds', () => {
  const all = (contract.components.schemas['Record'] as unknown as { oneOf: readonly { $ref: string }[] }).oneOf;
  expect(all.map(({ $ref }) => $ref.split('/').at(-1)).toSorted()).toEqual(
    [...types.map(({ schema }) => schema), 'RefundRecord'].toSorted(),
  );
});

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

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
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
