import type { ListFansRequest } from '../../../generated/interfaces/fans.ts';
import type { Problems } from '../../../generated/problems.ts';
import { firstRows } from '../../paging/page-sql.ts';
import { parseInstant } from '../../query/instants.ts';
import type { Values } from '../../query/values.ts';

const newestFirst = (alias: string) => `ORDER BY ${alias}.related_at DESC, ${alias}.fan_id DESC`;

export function filtersPurchases(request: ListFansRequest): boolean {
  return [request.min_spend_cents, request.last_purchase_after, request.last_purchase_before].some((filter) => filter !== undefined);
}

/** Fans without an à-la-carte purchase have no sum, so they match none of these filters. */
function purchaseConditions(request: ListFansRequest, values: Values, problems: Problems<'validation_failed'>): string[] {
  if (!filtersPurchases(request)) return [];
  const { min_spend_cents: minSpendCents, last_purchase_after: after, last_purchase_before: before } = request;
  const conditions = [
    ...(minSpendCents === undefined ? [] : [`s.spend_cents >= ${values.place(minSpendCents, 'bigint')}`]),
    ...(after === undefined
      ? []
      : [`s.last_purchase_at >= ${values.place(parseInstant('last_purchase_after', after, problems), 'timestamptz')}`]),
    ...(before === undefined
      ? []
      : [`s.last_purchase_at < ${values.place(parseInstant('last_purchase_before', before, problems), 'timestamptz')}`]),
  ];
  return [
    `EXISTS (SELECT 1 FROM {fan_spends} s WHERE s.account_id = x.account_id AND s.fan_id = x.fan_id AND ${conditions.join(' AND ')})`,
  ];
}

function conditionsOf(
  request: ListFansRequest,
  after: readonly string[] | undefined,
  values: Values,
  problems: Problems<'validation_failed'>,
): string[] {
  const { tag_ids: tagIds, exclude_tag_ids: excludedTagIds, has_tags: hasTags, statuses, is_online: isOnline } = request;
  return [
    `x.account_id = ${values.place(request.account_id, 'text')}`,
    ...(tagIds ? [`x.tag_ids && ${values.place(tagIds, 'text[]')}`] : []),
    ...(excludedTagIds ? [`NOT x.tag_ids && ${values.place(excludedTagIds, 'text[]')}`] : []),
    ...(hasTags ? [`x.tag_ids ${hasTags === 'true' ? '<>' : '='} '{}'`] : []),
    ...(statuses ? [`x.subscription_status = ANY (${values.place(statuses, 'text[]')})`] : []),
    ...(isOnline ? [`x.is_online = ${values.place(isOnline === 'true', 'boolean')}`] : []),
    ...purchaseConditions(request, values, problems),
    ...(after ? [`(x.related_at, x.fan_id) < (${values.place(after[0], 'timestamptz')}, ${values.place(after[1], 'text')})`] : []),
  ];
}

/** The query of a page and one more row. A page by employees is merged from one page of each. */
export function fanPageSql(
  request: ListFansRequest,
  after: readonly string[] | undefined,
  values: Values,
  problems: Problems<'validation_failed'>,
): string {
  const conditions = conditionsOf(request, after, values, problems);
  const limit = values.place(request.limit + 1, 'int');
  const among = (all: readonly string[]) =>
    firstRows('listFans', `SELECT x.* FROM {fans} x WHERE ${all.join(' AND ')} ${newestFirst('x')}`, limit);
  if (!request.assigned_user_ids) return among(conditions);
  return `
    SELECT f.*
      FROM unnest(${values.place([...new Set(request.assigned_user_ids)], 'text[]')}) AS u (id)
     CROSS JOIN LATERAL (${among(['x.assigned_user_id = u.id', ...conditions])}) f
     ${newestFirst('f')}
     LIMIT ${limit}`;
}
