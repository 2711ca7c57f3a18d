import type { Handler } from '../../handler.ts';

export const ingestRecords: Handler<'ingestRecords', 'ingestor' | 'ingestions'> = async (
  { agency_id: agencyId, body },
  context,
  { ingestor, ingestions },
) => {
  const result = await ingestor.ingest(agencyId, body.records, context);
  ingestions.recorded(agencyId, result);
  return result;
};
