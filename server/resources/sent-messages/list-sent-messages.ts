import { sentMessageColumns, type SentMessageRow } from '../../entities/sent-message.ts';
import { fewRuns, firstRows } from '../../paging/page-sql.ts';
import { Pager } from '../../paging/page.ts';
import { readInstantRange } from '../../query/instants.ts';
import { Values } from '../../query/values.ts';
import type { Handler } from '../handler.ts';
import { runsOf } from './runs.ts';
import { presented } from '../../entities/presented.ts';

const newestFirst = 'ORDER BY m.sent_at DESC, m.id DESC';

const columns = sentMessageColumns('m');

/**
 * Most recent first. The indexes contain the matching rows as runs in this order, of which each gives at most one
 * page; the page is the beginning of the runs together. Its cost grows neither with the depth nor with the rows between.
 */
export const listSentMessages: Handler<'listSentMessages', 'cursors'> = async (request, context, { cursors }) => {
  const pager = new Pager(cursors, 'listSentMessages', context);
  const { start, end } = readInstantRange(request, context);
  const after = pager.after(request.cursor);
  const values = new Values();
  const runs = runsOf(request, context.data.tenantScope, values);
  const conditions = [
    ...runs.conditions,
    ...(start ? [`m.sent_at >= ${values.place(start, 'timestamptz')}`] : []),
    ...(end ? [`m.sent_at < ${values.place(end, 'timestamptz')}`] : []),
    ...(after ? [`(m.sent_at, m.id) < (${values.place(after[0], 'timestamptz')}, ${values.place(after[1], 'text')})`] : []),
  ];
  const limit = values.place(request.limit + 1, 'int');
  const pageOf = (read: string) => `
    SELECT ${read}
      FROM ${runs.from}
     CROSS JOIN LATERAL (
           ${firstRows('listSentMessages', `SELECT ${read} FROM {sent_messages} m WHERE ${conditions.join(' AND ')} ${newestFirst}`, limit)}) m
     ${newestFirst}
     LIMIT ${limit}`;
  const rows = await pager.read<SentMessageRow>({
    text:
      runs.count <= fewRuns
        ? pageOf(columns)
        : `SELECT ${columns} FROM (${pageOf('m.id, m.sent_at')}) page JOIN {sent_messages} m ON m.id = page.id ${newestFirst}`,
    values: values.list,
  });
  return pager.page(rows, request.limit, presented, (row) => [row.sent_at.toISOString(), row.id]);
};
