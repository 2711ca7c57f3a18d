import type { ListFansRequest } from '../../../generated/interfaces/fans.ts';
import type { FanRelationPage } from '../../../generated/models/index.ts';
import { requireAccount } from '../../access/reachable-fan.ts';
import type { RequestContext } from '../../access/request-context.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { Pager } from '../../paging/page.ts';
import { Problem } from '../../problems/problem.ts';
import { parseInstant } from '../../query/instants.ts';
import { checkTagFilters } from './check-tag-filters.ts';
import { fanColumns, presentFan, type FanRow } from './present.ts';

const pageOf = (condition: string) => `
  SELECT ${fanColumns}
    FROM (SELECT x.* FROM {fans} x
           WHERE x.account_id = $1
             AND ($2::text[] IS NULL OR x.assigned_user_id = ANY($2))
             AND ($3::text[] IS NULL OR x.tag_ids && $3)
             AND ($4::text[] IS NULL OR NOT x.tag_ids && $4)
             AND ($5::boolean IS NULL OR (x.tag_ids <> '{}') = $5)
             AND ($6::text[] IS NULL OR x.subscription_status = ANY($6))
             AND ($7::boolean IS NULL OR x.is_online = $7)
             AND ($8::timestamptz IS NULL OR (x.related_at, x.fan_id) < ($8, $9::text))
             AND ${condition}
           ORDER BY x.related_at DESC, x.fan_id DESC
           LIMIT $10) f
   ORDER BY f.related_at DESC, f.fan_id DESC`;

const anyFans = pageOf('true');

/** Fans without an à-la-carte purchase have no sum and meet none of these filters. */
const buyers = pageOf(`EXISTS (
  SELECT 1 FROM {fan_spends} s
   WHERE s.account_id = x.account_id AND s.fan_id = x.fan_id
     AND ($11::bigint IS NULL OR s.spend_cents >= $11)
     AND ($12::timestamptz IS NULL OR s.last_purchase_at >= $12)
     AND ($13::timestamptz IS NULL OR s.last_purchase_at < $13))`);

const flag = (text: 'true' | 'false' | undefined) => (text === undefined ? null : text === 'true');
const instant = (name: string, text: string | undefined) => (text === undefined ? null : parseInstant(name, text));

function refuseContradictions(request: ListFansRequest): void {
  if (request.has_tags === 'false' && request.tag_ids) {
    throw new Problem('validation_failed', { detail: '"has_tags=false" cannot be combined with "tag_ids".' });
  }
  const contradicted = request.tag_ids?.filter((id) => request.exclude_tag_ids?.includes(id)) ?? [];
  if (contradicted.length > 0) {
    throw new Problem('validation_failed', { detail: `In "tag_ids" and in "exclude_tag_ids": ${contradicted.join(', ')}.` });
  }
}

/** Most recent relation first. */
export async function listFans(
  { cursors }: { readonly cursors: Cursors },
  request: ListFansRequest,
  context: RequestContext,
): Promise<FanRelationPage> {
  const pager = new Pager(cursors, 'listFans', context);
  const [afterRelatedAt, afterId] = pager.after(request.cursor) ?? [];
  refuseContradictions(request);
  const purchases = [
    request.min_spend_cents ?? null,
    instant('last_purchase_after', request.last_purchase_after),
    instant('last_purchase_before', request.last_purchase_before),
  ];
  const namedTags = [...new Set([...(request.tag_ids ?? []), ...(request.exclude_tag_ids ?? [])])];
  if (namedTags.length > 0) await checkTagFilters(context.data, request.account_id, namedTags);

  const ofBuyers = purchases.some((value) => value !== null);
  const rows = await context.data.queryReplica<FanRow>({
    text: ofBuyers ? buyers : anyFans,
    values: [
      request.account_id,
      request.assigned_user_ids ?? null,
      request.tag_ids ?? null,
      request.exclude_tag_ids ?? null,
      flag(request.has_tags),
      request.statuses ?? null,
      flag(request.is_online),
      afterRelatedAt ?? null,
      afterId ?? null,
      request.limit + 1,
      ...(ofBuyers ? purchases : []),
    ],
  });
  if (rows.length === 0) await requireAccount(context.data, request.account_id);
  return pager.page(rows, request.limit, presentFan, (row) => [row.related_at.toISOString(), row.fan_id]);
}
