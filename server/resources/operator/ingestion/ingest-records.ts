import type { Handler } from '../../handler.ts';

export const ingestRecords: Handler<'ingestRecords', 'ingestor' | 'ingestions'> = async (request, context, { ingestor, ingestions }) => {
  const { agency_id: agencyId, body } = request;
  const result = await ingestor.ingest(agencyId, body.records, context);
  ingestions.recorded(agencyId, result);
  return result;
};
