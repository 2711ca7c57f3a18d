import type { IngestRecordsRequest } from '../../../generated/interfaces/operator.ts';
import type { IngestResult } from '../../../generated/models/index.ts';
import type { Database } from '../../database/sql.ts';
import { ingestBatch } from '../../records/ingest.ts';
import { requireAgency } from './require-agency.ts';

export async function ingestRecords(
  { database }: { readonly database: Database },
  { agency_id: agencyId, body }: IngestRecordsRequest,
): Promise<IngestResult> {
  await requireAgency(database, agencyId);
  return ingestBatch(database, agencyId, body.records);
}
