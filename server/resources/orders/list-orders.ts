import type { ListOrdersRequest } from '../../../generated/interfaces/orders.ts';
import type { Problems } from '../../../generated/problems.ts';
import type { TenantScope } from '../../access/scope/tenant-scope.ts';
import { orderColumns, presentOrder, type OrderRow } from '../../entities/order.ts';
import { fewRanges, firstRows } from '../../paging/page-sql.ts';
import { Pager } from '../../paging/pager.ts';
import { readInstantRange } from '../../query/instants.ts';
import { Values } from '../../query/values.ts';
import type { Handler } from '../handler.ts';

const newestFirst = (alias: string) => `ORDER BY ${alias}.created_at DESC, ${alias}.id DESC`;

/** A page is merged from one page per fan, creator or type of order. */
interface Keys {
  readonly column: 'fan_id' | 'creator_id' | 'order_type';
  readonly values: readonly string[];
}

function keysOf(
  { creator_ids: creatorIds, fan_ids: fanIds, order_types: types }: ListOrdersRequest,
  tenantScope: TenantScope,
): Keys | undefined {
  if (fanIds) return { column: 'fan_id', values: fanIds };
  if (creatorIds) return { column: 'creator_id', values: creatorIds.filter((id) => tenantScope.covers(id)) };
  if (tenantScope.isRestricted) return { column: 'creator_id', values: tenantScope.creatorIds };
  return types && { column: 'order_type', values: types };
}

function conditionsOf(
  request: ListOrdersRequest,
  after: readonly string[] | undefined,
  values: Values,
  problems: Problems<'validation_failed'>,
): string[] {
  const { start, end } = readInstantRange(request, problems);
  return [
    ...(request.creator_ids ? [`x.creator_id = ANY (${values.place(request.creator_ids, 'text[]')})`] : []),
    ...(request.order_types ? [`x.order_type = ANY (${values.place(request.order_types, 'text[]')})`] : []),
    ...(start ? [`x.created_at >= ${values.place(start, 'timestamptz')}`] : []),
    ...(end ? [`x.created_at < ${values.place(end, 'timestamptz')}`] : []),
    ...(after ? [`(x.created_at, x.id) < (${values.place(after[0], 'timestamptz')}, ${values.place(after[1], 'text')})`] : []),
  ];
}

/** The query of a page. Every variant reads an index in the order of the page. */
function pageOf(keys: Keys | undefined, conditions: readonly string[], limit: string, values: Values): string {
  const among = (columns: string, all: readonly string[]) =>
    firstRows(
      'listOrders',
      `SELECT ${columns} FROM {orders} x ${all.length > 0 ? `WHERE ${all.join(' AND ')}` : ''} ${newestFirst('x')}`,
      limit,
    );
  if (!keys) return among('x.*', conditions);
  const wanted = [...new Set(keys.values)];
  const merged = (read: string, columns: string) => `
    SELECT ${read}
      FROM unnest(${values.place(wanted, 'text[]')}) AS k (key)
     CROSS JOIN LATERAL (${among(columns, [`x.${keys.column} = k.key`, ...conditions])}) m
     ${newestFirst('m')}
     LIMIT ${limit}`;
  if (wanted.length <= fewRanges) return merged('m.*', 'x.*');
  return `SELECT o.* FROM (${merged('m.id', 'x.id, x.created_at')}) page JOIN {orders} o ON o.id = page.id`;
}

export const listOrders: Handler<'listOrders', 'cursors'> = async (request, context, { cursors }) => {
  const pager = new Pager(cursors, 'listOrders', context);
  const values = new Values();
  const conditions = conditionsOf(request, pager.after(request.cursor), values, context);
  const limit = values.place(request.limit + 1, 'int');
  const rows = await pager.read<Omit<OrderRow, 'agency_id'>>({
    text: `
      SELECT ${orderColumns('p')},
             (SELECT f.fan_username FROM {fans} f WHERE f.account_id = p.account_id AND f.fan_id = p.fan_id) AS fan_username
        FROM (${pageOf(keysOf(request, context.data.tenantScope), conditions, limit, values)}) p
       ${newestFirst('p')}`,
    values: values.list,
  });
  return pager.page(rows, request.limit, presentOrder, (row) => [row.created_at.toISOString(), row.id]);
};
