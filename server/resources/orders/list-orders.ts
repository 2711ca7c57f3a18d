import type { ListOrdersRequest } from '../../../generated/interfaces/orders.ts';
import type { OrderPage } from '../../../generated/models/index.ts';
import type { Reach } from '../../access/reach.ts';
import type { RequestContext } from '../../access/request-context.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { Pager } from '../../paging/page.ts';
import { readInstantRange } from '../../query/instants.ts';
import { presentOrder, type OrderRow } from './present.ts';

/** A page of `{orders}`, narrowed by `condition`. Each way to read it follows one index in the page's order. */
const pageOf = (columns: string, condition: string) => `
  SELECT ${columns} FROM {orders} x
   WHERE ${condition}
     AND ($2::text[] IS NULL OR x.creator_id = ANY($2))
     AND ($3::text[] IS NULL OR x.order_type = ANY($3))
     AND ($4::timestamptz IS NULL OR x.created_at >= $4)
     AND ($5::timestamptz IS NULL OR x.created_at < $5)
     AND ($6::timestamptz IS NULL OR (x.created_at, x.id) < ($6, $7::text))
   ORDER BY x.created_at DESC, x.id DESC
   LIMIT $8`;

/** Merged from one page per fan or creator. Only their keys are read until the page is known: the index holds them. */
const mergedPageOf = (column: 'fan_id' | 'creator_id') => `
  SELECT o.*
    FROM (SELECT m.id
            FROM unnest($1::text[]) AS k (id), LATERAL (${pageOf('x.id, x.created_at', `x.${column} = k.id`)}) m
           ORDER BY m.created_at DESC, m.id DESC
           LIMIT $8) page
    JOIN {orders} o ON o.id = page.id`;

const withFanNames = (page: string) => `
  SELECT p.*, f.fan_username
    FROM (${page}) p
    LEFT JOIN {fans} f ON f.account_id = p.account_id AND f.fan_id = p.fan_id
   ORDER BY p.created_at DESC, p.id DESC`;

const byTime = withFanNames(pageOf('x.*', '$1::text[] IS NULL'));
const byCreator = withFanNames(mergedPageOf('creator_id'));
const byFan = withFanNames(mergedPageOf('fan_id'));

/** Rare fans and creators cost no more than busy ones. */
function waysToRead({ creator_ids: creatorIds, fan_ids: fanIds }: ListOrdersRequest, reach: Reach) {
  if (fanIds) return { text: byFan, keys: fanIds };
  if (creatorIds) return { text: byCreator, keys: creatorIds.filter((id) => reach.covers(id)) };
  if (reach.isRestricted) return { text: byCreator, keys: reach.creatorIds };
  return { text: byTime, keys: null };
}

export async function listOrders(
  { cursors }: { readonly cursors: Cursors },
  request: ListOrdersRequest,
  context: RequestContext,
): Promise<OrderPage> {
  const pager = new Pager(cursors, 'listOrders', context);
  const { start, end } = readInstantRange(request);
  const [afterCreatedAt, afterId] = pager.after(request.cursor) ?? [];
  const { text, keys } = waysToRead(request, context.data.reach);
  const rows = await context.data.queryReplica<OrderRow>({
    text,
    values: [
      keys && [...new Set(keys)],
      request.creator_ids ?? null,
      request.order_types ?? null,
      start ?? null,
      end ?? null,
      afterCreatedAt ?? null,
      afterId ?? null,
      request.limit + 1,
    ],
  });
  return pager.page(rows, request.limit, presentOrder, (row) => [row.created_at.toISOString(), row.id]);
}
