import type { ListIngestionsRequest } from '../../../generated/interfaces/operator.ts';
import type { Ingestion, IngestionError, IngestionPage } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { OperatorModels } from '../../models/operator-models.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { isUuid, lastId } from '../../query/uuid.ts';

interface IngestionRow {
  readonly id: string;
  readonly agency_id: string;
  readonly recorded_at: Date;
  readonly outcome: Ingestion['outcome'];
  readonly request_count: number;
  readonly created_count: number;
  readonly updated_count: number;
  readonly unchanged_count: number;
  readonly slug: string | null;
  readonly detail: string | null;
  readonly errors: IngestionError[] | null;
}

const columns = 'id, agency_id, recorded_at, outcome, request_count, created_count, updated_count, unchanged_count, slug, detail, errors';
const wanted = 'id < $1 AND ($2::text IS NULL OR outcome = $2)';

const ofAll = `SELECT ${columns} FROM ingestions WHERE ${wanted} ORDER BY id DESC LIMIT $3`;

/** Merged of a short run of the index for each agency. */
const ofSome = `
  SELECT ${columns} FROM unnest($4::uuid[]) AS agency
   CROSS JOIN LATERAL (SELECT * FROM ingestions WHERE agency_id = agency AND ${wanted} ORDER BY id DESC LIMIT $3) i
   ORDER BY id DESC LIMIT $3`;

/** Of all agencies, or of some, most recent first. */
export async function listIngestions(
  { data, cursors }: { readonly data: OperatorModels; readonly cursors: Cursors },
  { agency_ids: agencyIds, outcome, cursor, limit }: ListIngestionsRequest,
  context: ContextOf<'listIngestions'>,
): Promise<IngestionPage> {
  const scope = { list: 'listIngestions', agencyId: '', path: context.path };
  const position = cursor === undefined ? [lastId] : cursors.decode(scope, cursor);
  if (!position) throw context.problem('invalid_cursor', { detail: 'The cursor was altered or belongs to another list.' });
  const values = [position[0], outcome ?? null, limit + 1];
  const rows = await data.query<IngestionRow>(
    agencyIds === undefined ? { text: ofAll, values } : { text: ofSome, values: [...values, [...new Set(agencyIds.filter(isUuid))]] },
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => ({ ...row, recorded_at: row.recorded_at.toISOString(), errors: row.errors ?? [] })),
    next_cursor: rows.length > limit && last ? cursors.encode(scope, [last.id]) : null,
  };
}
