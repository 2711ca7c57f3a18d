import type { IngestResult } from '../../generated/models.ts';
import { openDatabase, type OpenDatabase } from '../../server/orm/database.ts';
import { Outbox } from '../../server/events/outbox.ts';
import { FairShare } from '../../server/http/fairness/fair-share.ts';
import { ActiveAgencies } from '../../server/http/fairness/active-agencies.ts';
import { ingestionShareOptions } from '../../server/http/fairness/fair-share-options.ts';
import { problems } from '../../server/problems/problem.ts';
import { Ingestor } from '../../server/ingestion/ingestor.ts';
import { IngestionPool } from '../../server/ingestion/ingestion-pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import type { AnyRecord } from './records.ts';

/** A database with the pool that ingestion runs on. */
export interface IngestionBench {
  readonly api: OpenDatabase;
  readonly records: IngestionPool;
  newAgency(): Promise<string>;
  ingest(agencyId: string, records: readonly AnyRecord[]): Promise<IngestResult>;
  rows<Row = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function openIngestion(): Promise<IngestionBench> {
  const test: TestDatabase = await createTestDatabase();
  const api = openDatabase(test.url, [], 12);
  const records = new IngestionPool(test.url, 6);
  const alone = () => new Ingestor(records, new Outbox(), new FairShare(ingestionShareOptions(2), new ActiveAgencies()));
  return {
    api,
    records,
    async newAgency() {
      const [row] = await api.query<{ id: string }>({ text: `INSERT INTO agencies (name) VALUES ('Test') RETURNING id` });
      // Events are written for subscribed endpoints.
      await api.query({
        text: `
          INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
          VALUES ($1, 'https://x.example', '', '', '', $2, '2026-07-06')`,
        values: [row!.id, ['order.created', 'order.refunded', 'conversation.ai_control_requested']],
      });
      return row!.id;
    },
    // Each call has a transaction of its own.
    ingest: (agencyId, records) => alone().ingest(agencyId, records, problems),
    rows: (text, ...values) => api.query({ text, values }),
    async close() {
      await Promise.all([api.close(), records.close()]);
      await test.drop();
    },
  };
}
