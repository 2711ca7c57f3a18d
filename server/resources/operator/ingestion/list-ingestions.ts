import { Op } from '../../../orm/conditions.ts';
import type { Rows } from '../../../models/tables.ts';
import { KeysetPager } from '../../../paging/pager.ts';
import { isUuid, lastId } from '../../../query/uuid.ts';
import type { Handler } from '../../handler.ts';
import { presented } from '../../../entities/presented.ts';

const shown = [
  'id',
  'agency_id',
  'recorded_at',
  'outcome',
  'request_count',
  'created_count',
  'updated_count',
  'unchanged_count',
  'slug',
  'detail',
  'errors',
] as const;

type IngestionRow = Pick<Rows['ingestions'], (typeof shown)[number]>;

/** Merges a short range of the index of each agency. */
const ofSome = `
  SELECT ${shown.join(', ')} FROM unnest($4::uuid[]) AS agency
   CROSS JOIN LATERAL (
     SELECT * FROM ingestions WHERE agency_id = agency AND id < $1 AND ($2::text IS NULL OR outcome = $2) ORDER BY id DESC LIMIT $3
   ) i
   ORDER BY id DESC LIMIT $3`;

export const listIngestions: Handler<'listIngestions', 'cursors'> = async (request, context, { cursors }) => {
  const { agency_ids: agencyIds, outcome, cursor, limit } = request;
  const pager = new KeysetPager(cursors, { list: 'listIngestions', agencyId: '', path: context.path }, context);
  const [before = lastId] = pager.after(cursor) ?? [];
  const rows: IngestionRow[] =
    agencyIds === undefined
      ? await context.data.ingestions.rows({
          where: { id: { [Op.lt]: before }, ...(outcome === undefined ? {} : { outcome }) },
          attributes: shown,
          order: [['id', 'DESC']],
          limit: limit + 1,
        })
      : await context.data.query<IngestionRow>({
          text: ofSome,
          values: [before, outcome ?? null, limit + 1, [...new Set(agencyIds.filter(isUuid))]],
        });
  const present = (row: IngestionRow) => ({ ...presented(row), errors: row.errors ?? [] });
  return pager.page(rows, limit, present, ({ id }) => [id]);
};
