import { noSuchAgency } from '../../../entities/agency.ts';
import { isUuid } from '../../../query/uuid.ts';
import type { Handler } from '../../handler.ts';

export const ingestRecords: Handler<'ingestRecords', 'ingestor' | 'ingestions'> = async (
  { agency_id: agencyId, body },
  context,
  { ingestor, ingestions },
) => {
  if (!isUuid(agencyId)) throw noSuchAgency(context);
  const result = await ingestor.ingest(agencyId, body.records, context);
  ingestions.recorded(agencyId, result);
  return result;
};
