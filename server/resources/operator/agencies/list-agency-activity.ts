import type { AgencyActivity, AgencySort } from '../../../../generated/models.ts';
import type { CursorPosition } from '../../../paging/cursor.ts';
import { KeysetPager } from '../../../paging/pager.ts';
import { slots, type ActivityRow, type SortedAgency, type Receivers } from '../service/receivers.ts';
import type { Handler } from '../../handler.ts';

const nothing: readonly number[] = Array.from({ length: slots }, () => 0);
const sum = (counts: readonly number[] | null) => (counts ?? nothing).reduce((total, count) => total + count, 0);
const timeOf = (date: Date | null) => date?.getTime() ?? Number.MAX_SAFE_INTEGER;
const failedShare = (row: ActivityRow) => sum(row.failed) / Math.max(sum(row.attempts), 1);
const nameOf = ({ name }: ActivityRow) => name.toLowerCase();

/** The sort key of an agency, smallest first. It ends with the id, so that it is unique. */
const keys: Readonly<Record<AgencySort, (row: ActivityRow, { incidentCounts }: Receivers) => CursorPosition>> = {
  trouble: (row, { incidentCounts }) => [
    -(incidentCounts.get(row.id) ?? 0),
    -failedShare(row),
    timeOf(row.oldest_pending_at),
    nameOf(row),
    row.id,
  ],
  waiting: (row) => [timeOf(row.oldest_pending_at), nameOf(row), row.id],
  attempts: (row) => [-sum(row.attempts), nameOf(row), row.id],
  name: (row) => [nameOf(row), row.id],
  newest: (row) => [-row.created_at.getTime(), row.id],
};

function compare(one: CursorPosition, other: CursorPosition): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : one[at]! < other[at]! ? -1 : 1;
}

/** The sorted agencies, cached with the receivers. */
function inOrder(receivers: Receivers, sort: AgencySort): readonly SortedAgency[] {
  const order =
    receivers.orders.get(sort) ??
    receivers.agencies.map((row) => ({ row, key: keys[sort](row, receivers) })).toSorted((one, other) => compare(one.key, other.key));
  receivers.orders.set(sort, order);
  return order;
}

function present(row: ActivityRow, { incidentCounts }: Receivers): AgencyActivity {
  const { attempts, failed } = row;
  return {
    id: row.id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    contained_at: row.contained_at?.toISOString() ?? null,
    endpoint_count: row.endpoint_count,
    paused_endpoint_count: row.paused_endpoint_count,
    troubled_endpoint_count: incidentCounts.get(row.id) ?? 0,
    attempt_count: sum(attempts),
    failed_attempt_count: sum(failed),
    oldest_pending_at: row.oldest_pending_at?.toISOString() ?? null,
    points: (attempts ?? nothing).map((count, slot) => ({ attempt_count: count, failed_attempt_count: failed?.[slot] ?? 0 })),
  };
}

function matches(search: string): (placed: SortedAgency) => boolean {
  const text = search.trim().toLowerCase();
  return ({ row }) => text === '' || nameOf(row).includes(text) || row.id.startsWith(text);
}

/** Searches, sorts and pages the cached receivers of the process. */
export const listAgencyActivity: Handler<'listAgencyActivity', 'receivers' | 'cursors'> = async (
  { search = '', sort = 'trouble', cursor, limit },
  context,
  { receivers, cursors },
) => {
  const pager = new KeysetPager<CursorPosition>(cursors, { list: `listAgencyActivity ${sort}`, agencyId: '', path: context.path }, context);
  const after = pager.after(cursor);
  const { value, measuredAt } = await receivers();
  const found = inOrder(value, sort).filter(matches(search));
  const following = after ? found.filter(({ key }) => compare(key, after) > 0) : found;
  const page = pager.page(
    following,
    limit,
    ({ row }) => present(row, value),
    ({ key }) => key,
  );
  return {
    ...page,
    measured_at: measuredAt.toISOString(),
    total_count: found.length,
  };
};
