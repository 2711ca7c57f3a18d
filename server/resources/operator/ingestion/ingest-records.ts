import type { IngestRecordsRequest } from '../../../../generated/interfaces/operator.ts';
import type { IngestResult } from '../../../../generated/models.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { noSuchAgency } from '../../../entities/agency.ts';
import { isUuid } from '../../../query/uuid.ts';
import type { IngestionLog } from '../../../ingestion/ingestion-log.ts';
import type { Ingestor } from '../../../ingestion/ingestor.ts';

export async function ingestRecords(
  { ingestor, ingestions }: { readonly ingestor: Pick<Ingestor, 'ingest'>; readonly ingestions: Pick<IngestionLog, 'recorded'> },
  { agency_id: agencyId, body }: IngestRecordsRequest,
  context: ContextOf<'ingestRecords'>,
): Promise<IngestResult> {
  if (!isUuid(agencyId)) throw noSuchAgency(context);
  const result = await ingestor.ingest(agencyId, body.records, context);
  ingestions.recorded(agencyId, result);
  return result;
}
