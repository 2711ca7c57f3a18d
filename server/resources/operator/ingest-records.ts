import type { IngestRecordsRequest } from '../../../generated/interfaces/operator.ts';
import type { IngestResult } from '../../../generated/models/index.ts';
import type { Database } from '../../database/sql.ts';
import { isUuid } from '../../query/uuid.ts';
import { ingestBatch } from '../../records/ingest.ts';
import { noSuchAgency } from '../../records/refusals.ts';

export async function ingestRecords(
  { database }: { readonly database: Database },
  { agency_id: agencyId, body }: IngestRecordsRequest,
): Promise<IngestResult> {
  if (!isUuid(agencyId)) throw noSuchAgency();
  return ingestBatch(database, agencyId, body.records);
}
