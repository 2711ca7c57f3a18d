import type { ListSentMessagesRequest } from '../../../generated/interfaces/sent-messages.ts';
import type { TenantScope } from '../../access/scope/tenant-scope.ts';
import { messageSources, sentMessageColumns, type SentMessageRow } from '../../entities/sent-message.ts';
import { fewRanges, firstRows } from '../../paging/page-sql.ts';
import { Pager } from '../../paging/pager.ts';
import { readInstantRange } from '../../query/instants.ts';
import { Values } from '../../query/values.ts';
import type { Handler } from '../handler.ts';
import { presented } from '../../entities/presented.ts';

const newestFirst = 'ORDER BY m.sent_at DESC, m.id DESC';

const columns = sentMessageColumns('m');

interface IndexRanges {
  readonly count: number;
  /** SQL with one row per range. */
  readonly from: string;
  /** Conditions on the rows `m` of a range. */
  readonly conditions: string[];
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/**
 * The ranges of an index with the requested rows in the list's order. There is one per source and requested employee, else per source and creator if
 * the request or the key limits creators.
 */
function indexRangesOf(request: ListSentMessagesRequest, tenantScope: TenantScope, values: Values): IndexRanges {
  const wanted = distinct(request.sources ?? messageSources);
  const sources = `unnest(${values.place(wanted, 'text[]')}) AS s (source)`;
  const ofOwner = (column: string, given: readonly string[]): IndexRanges => {
    const owners = distinct(given);
    return {
      count: wanted.length * owners.length,
      from: `${sources} CROSS JOIN unnest(${values.place(owners, 'text[]')}) AS o (owner)`,
      conditions: ['m.source = s.source', `m.${column} = o.owner`],
    };
  };
  const creatorIds =
    request.creator_ids?.filter((id) => tenantScope.covers(id)) ?? (tenantScope.isRestricted ? tenantScope.creatorIds : undefined);
  if (request.user_ids) {
    const ranges = ofOwner('sent_by_user_id', request.user_ids);
    if (creatorIds) ranges.conditions.push(`m.creator_id = ANY (${values.place(creatorIds, 'text[]')})`);
    return ranges;
  }
  return creatorIds ? ofOwner('creator_id', creatorIds) : { count: wanted.length, from: sources, conditions: ['m.source = s.source'] };
}

/** A page is merged from at most one page of each range. Its cost depends neither on its depth nor on other rows. */
export const listSentMessages: Handler<'listSentMessages', 'cursors'> = async (request, context, { cursors }) => {
  const pager = new Pager(cursors, 'listSentMessages', context);
  const { start, end } = readInstantRange(request, context);
  const after = pager.after(request.cursor);
  const values = new Values();
  const ranges = indexRangesOf(request, context.data.tenantScope, values);
  const conditions = [
    ...ranges.conditions,
    ...(start ? [`m.sent_at >= ${values.place(start, 'timestamptz')}`] : []),
    ...(end ? [`m.sent_at < ${values.place(end, 'timestamptz')}`] : []),
    ...(after ? [`(m.sent_at, m.id) < (${values.place(after[0], 'timestamptz')}, ${values.place(after[1], 'text')})`] : []),
  ];
  const limit = values.place(request.limit + 1, 'int');
  const pageOf = (read: string) => `
    SELECT ${read}
      FROM ${ranges.from}
     CROSS JOIN LATERAL (
           ${firstRows('listSentMessages', `SELECT ${read} FROM {sent_messages} m WHERE ${conditions.join(' AND ')} ${newestFirst}`, limit)}) m
     ${newestFirst}
     LIMIT ${limit}`;
  const rows = await pager.read<SentMessageRow>({
    text:
      ranges.count <= fewRanges
        ? pageOf(columns)
        : `SELECT ${columns} FROM (${pageOf('m.id, m.sent_at')}) page JOIN {sent_messages} m ON m.id = page.id ${newestFirst}`,
    values: values.list,
  });
  return pager.page(rows, request.limit, presented, (row) => [row.sent_at.toISOString(), row.id]);
};
