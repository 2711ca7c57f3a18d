import type { ListSentMessagesRequest } from '../../../generated/interfaces/sent-messages.ts';
import type { SentMessagePage } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { Pager } from '../../paging/page.ts';
import { readInstantRange } from '../../query/instants.ts';
import { Values } from '../../query/values.ts';
import { presentSentMessage, type SentMessageRow } from './present.ts';
import { runsOf } from './runs.ts';

/**
 * Most recent first. The rows that match are kept by the indexes as runs in this order, of which each gives at most one
 * page; the page is the beginning of the runs together. Its cost grows neither with the depth nor with the rows between.
 */
export async function listSentMessages(
  { cursors }: { readonly cursors: Cursors },
  request: ListSentMessagesRequest,
  context: RequestContext,
): Promise<SentMessagePage> {
  const pager = new Pager(cursors, 'listSentMessages', context);
  const { start, end } = readInstantRange(request);
  const [afterSentAt, afterId] = pager.after(request.cursor) ?? [];
  const values = new Values();
  const runs = runsOf(request, context.data.reach, values);
  const conditions = [
    ...runs.conditions,
    ...(start ? [`m.sent_at >= ${values.place(start, 'timestamptz')}`] : []),
    ...(end ? [`m.sent_at < ${values.place(end, 'timestamptz')}`] : []),
    ...(afterSentAt ? [`(m.sent_at, m.id) < (${values.place(afterSentAt, 'timestamptz')}, ${values.place(afterId, 'text')})`] : []),
  ];
  const limit = values.place(request.limit + 1, 'int');
  const rows = await context.data.queryReplica<SentMessageRow>({
    text: `
      SELECT m.*
        FROM (SELECT m.id
                FROM ${runs.from}
               CROSS JOIN LATERAL (
                     SELECT m.id, m.sent_at FROM {sent_messages} m
                      WHERE ${conditions.join(' AND ')}
                      ORDER BY m.sent_at DESC, m.id DESC
                      LIMIT ${limit}) m
               ORDER BY m.sent_at DESC, m.id DESC
               LIMIT ${limit}) page
        JOIN {sent_messages} m ON m.id = page.id
       ORDER BY m.sent_at DESC, m.id DESC`,
    values: values.list,
  });
  return pager.page(rows, request.limit, presentSentMessage, (row) => [row.sent_at.toISOString(), row.id]);
}
