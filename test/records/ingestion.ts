import type { IngestResult } from '../../generated/models/ingest-result.ts';
import { openApiPool, type ApiPool } from '../../server/database/pools.ts';
import { ingestInTransaction } from '../../server/records/ingest.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import type { AnyRecord } from './records.ts';

/** A database with the pool that ingestion runs on. */
export interface IngestionBench {
  readonly api: ApiPool;
  newAgency(): Promise<string>;
  ingest(agencyId: string, records: readonly AnyRecord[]): Promise<IngestResult>;
  rows<Row = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function openIngestion(): Promise<IngestionBench> {
  const test: TestDatabase = await createTestDatabase();
  const api = openApiPool(test.url, [], 12);
  return {
    api,
    async newAgency() {
      const [row] = await api.database.query<{ id: string }>({ text: `INSERT INTO agencies (name) VALUES ('Test') RETURNING id` });
      return row!.id;
    },
    ingest: async (agencyId, records) => (await ingestInTransaction(api.database, agencyId, [records]))[0]!,
    rows: (text, ...values) => api.database.query({ text, values }),
    async close() {
      await api.close();
      await test.drop();
    },
  };
}
