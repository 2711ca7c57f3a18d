import type { IngestRecordsRequest } from '../../../generated/interfaces/operator.ts';
import type { IngestResult } from '../../../generated/models/index.ts';
import { isUuid } from '../../query/uuid.ts';
import type { Ingestor } from '../../records/ingestor.ts';
import { noSuchAgency } from '../../records/refusals.ts';

export async function ingestRecords(
  { ingestor }: { readonly ingestor: Pick<Ingestor, 'ingest'> },
  { agency_id: agencyId, body }: IngestRecordsRequest,
): Promise<IngestResult> {
  if (!isUuid(agencyId)) throw noSuchAgency();
  return ingestor.ingest(agencyId, body.records);
}
