import type { IngestRecordsRequest } from '../../../generated/interfaces/operator.ts';
import type { IngestResult } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { noSuchAgency } from '../../entities/agency.ts';
import { isUuid } from '../../query/uuid.ts';
import type { Ingestor } from '../../records/ingestor.ts';

export async function ingestRecords(
  { ingestor }: { readonly ingestor: Pick<Ingestor, 'ingest'> },
  { agency_id: agencyId, body }: IngestRecordsRequest,
  context: ContextOf<'ingestRecords'>,
): Promise<IngestResult> {
  if (!isUuid(agencyId)) throw noSuchAgency(context);
  return ingestor.ingest(agencyId, body.records, context);
}
