import { sentMessageColumns, type SentMessageRow } from '../../entities/sent-message.ts';
import { fewRanges, firstRows } from '../../paging/page-sql.ts';
import { Pager } from '../../paging/page.ts';
import { readInstantRange } from '../../query/instants.ts';
import { Values } from '../../query/values.ts';
import type { Handler } from '../handler.ts';
import { indexRangesOf } from './index-ranges.ts';
import { presented } from '../../entities/presented.ts';

const newestFirst = 'ORDER BY m.sent_at DESC, m.id DESC';

const columns = sentMessageColumns('m');

/** A page is merged from ranges of indexes in this order, of which at most one page each is read. So its cost depends neither on the depth nor on other rows. */
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
