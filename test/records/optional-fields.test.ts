import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Outbox } from '../../server/events/outbox.ts';
import { FairShare } from '../../server/http/fairness/fair-share.ts';
import { ActiveAgencies } from '../../server/http/fairness/active-agencies.ts';
import { ingestionShareOptions } from '../../server/http/fairness/fair-share-options.ts';
import { Ingestor } from '../../server/ingestion/ingestor.ts';
import type { IngestionDatabase } from '../../server/ingestion/ingestion-pool.ts';
import { problems } from '../../server/problems/problem.ts';
import { openIngestion, type IngestionBench } from './ingestion.ts';
import { columnOf, daysAgo, fieldAt, fieldsOf, resolve, types, withField, type Schema } from './record-types.ts';
import { creator, order, type AnyRecord } from './records.ts';

let bench: IngestionBench;
beforeAll(async () => {
  bench = await openIngestion();
});
afterAll(() => bench.close());

/** Ingests each record by a request of its own, all at once. Returns what ingestion sends: statements that are a transaction, and other transactions. */
async function ingestWatched(agencyId: string, ...records: AnyRecord[]): Promise<string[]> {
  const path: string[] = [];
  const watched: IngestionDatabase = {
    runStandalone: (statement, onUnknown) => (path.push(`alone ${statement.name}`), bench.records.runStandalone(statement, onUnknown)),
    transaction: (work, options) => (path.push('transaction'), bench.records.transaction(work, options)),
  };
  const ingestor = new Ingestor(watched, new Outbox(), new FairShare(ingestionShareOptions(2), new ActiveAgencies()));
  const results = await Promise.all(records.map((record) => ingestor.ingest(agencyId, [record], problems)));
  expect(results).toEqual(records.map(() => ({ created: 1, updated: 0, unchanged: 0 })));
  return path;
}

function sampleOf(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === 'boolean') return true;
  if (type === 'integer') return 7;
  if (type === 'array') return [];
  return schema.format === 'date-time' ? daysAgo(5) : 'sample';
}

/** The optional fields of a schema and of its members, by path. */
function optionalFieldsOf(schema: Schema): [string, Schema][] {
  const isRequired = (path: string) => {
    const [name, member] = path.split('.') as [string, string | undefined];
    const owner = member === undefined ? schema : resolve(schema.properties![name]!);
    return (owner['required'] as string[]).includes(member ?? name);
  };
  return fieldsOf(schema).filter(([path]) => !isRequired(path));
}

const cases = types.flatMap((type) =>
  optionalFieldsOf(resolve({ $ref: `/${type.schema}` })).map(([path]) => ({ ...type, path, field: path })),
);

/** What is stored and published of a record, but for what differs with every agency. */
async function recorded(agencyId: string, table: string, row: string) {
  const [found] = await bench.rows<{ row: Record<string, unknown>; events: unknown; deliveries: number }>(
    `SELECT (SELECT to_jsonb(t) - 'agency_id' FROM ${table} t WHERE agency_id = $1 AND ${row}) AS row,
            (SELECT json_agg(json_build_array(type, creator_id, occurred_at, data::text) ORDER BY data ->> 'id') FROM webhook_events WHERE agency_id = $1) AS events,
            (SELECT count(*) FROM delivery_queue WHERE agency_id = $1) AS deliveries`,
    agencyId,
  );
  return found!;
}

test('some records have optional fields', () => {
  expect(cases.map(({ schema, field }) => `${schema} ${field}`)).toEqual(
    expect.arrayContaining(['CreatorRecord account.connected_at', 'CreatorRecord created_at', 'EmployeeRecord created_at']),
  );
});

describe('a record is written by the same statements, to the same row and event', () => {
  test.each(cases)('with and without $field of $schema', async ({ schema, record, table, row, field }) => {
    const whole = optionalFieldsOf(resolve({ $ref: `/${schema}` })).reduce<object>(
      (filled, [path, property]) => withField(filled, path, sampleOf(property)),
      record,
    );
    // Orders that come together share another form of their statement.
    const neighbours = record.type === 'order' ? [[], [{ ...whole, id: 'another' } as AnyRecord]] : [[]];
    for (const others of neighbours) {
      const take = async (value: unknown) => {
        const agencyId = await bench.newAgency();
        if (record.type !== 'creator') await bench.ingest(agencyId, [creator('c1')]);
        const given = JSON.parse(JSON.stringify(withField(whole, field, value))) as AnyRecord;
        return { path: await ingestWatched(agencyId, given, ...others), ...(await recorded(agencyId, table, row)) };
      };
      const without = await take(undefined);
      const stored = fieldAt(without.row, columnOf[field] ?? field);
      expect(await take(stored)).toEqual(without);
      const { path, deliveries } = await take(fieldAt(whole, field));
      expect({ path, deliveries }).toEqual({ path: without.path, deliveries: without.deliveries });
    }
  });

  test('as all orders that come alone or together: by one statement', async () => {
    const agencyId = await bench.newAgency();
    await bench.ingest(agencyId, [creator('c1')]);
    expect(await ingestWatched(agencyId, order('o1', 'c1'))).toEqual(['alone record-new-orders-one']);
    expect(await ingestWatched(agencyId, order('o2', 'c1'), order('o3', 'c1'))).toEqual(['alone record-new-orders']);
  });
});
