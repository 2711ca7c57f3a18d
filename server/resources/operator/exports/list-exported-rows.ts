import { exportedTables, rowsOfPage, type ExportedTable } from '../../../entities/exported-table.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import type { Handler } from '../../handler.ts';
import { readExport, type ExportSubject } from './opened-export.ts';

interface ReadRow {
  readonly number: number;
  readonly position: string[];
  /** Null for the last row of a range if it does not belong to the export. */
  readonly row: Record<string, unknown> | null;
}

interface TablePage {
  readonly rows: readonly Record<string, unknown>[];
  /** The position to continue from; undefined at the end of the table. */
  readonly next: readonly string[] | undefined;
}

/** Reads a bounded part of the table in the order of an index. */
async function readPage(
  data: OperatorModels,
  exported: ExportedTable,
  { agencyId, fanId }: ExportSubject,
  after: readonly string[],
  limit: number,
): Promise<TablePage> {
  const subject = fanId === null ? [agencyId] : [agencyId, fanId];
  const runLength = exported.runLength ?? limit + 1;
  const text = rowsOfPage(exported, after.length > 0, subject.length + 1);
  const read = await data.query<ReadRow>({ text, values: [...subject, ...after, runLength, limit + 1], plan: 'custom' });
  const page = read.slice(0, limit);
  const isCut = read.length > limit || page.at(-1)?.number === runLength;
  return { rows: page.flatMap(({ row }) => (row ? [row] : [])), next: isCut ? page.at(-1)!.position : undefined };
}

/** A page has rows of one table, and may be empty. */
export const listExportedRows: Handler<'listExportedRows', 'keyring' | 'cursors'> = async (request, context, { keyring, cursors }) => {
  const { export_id: exportId, cursor, limit } = request;
  const subject = readExport(keyring, exportId);
  const agency = subject && (await context.data.agencies.row({ where: { id: subject.agencyId, erased_at: null }, attributes: ['id'] }));
  if (!subject || !agency) throw context.problem('not_found', { detail: 'No export has this id, or it expired.' });
  const tables = exportedTables(subject.fanId);
  const scope = { list: 'listExportedRows', agencyId: subject.agencyId, path: context.path };
  const position = cursor === undefined ? [tables[0]!.table] : cursors.decode(scope, cursor)?.map(String);
  const index = position ? tables.findIndex(({ table }) => table === position[0]) : -1;
  if (!position || index < 0) throw context.problem('invalid_cursor', { detail: 'The cursor was altered or belongs to another export.' });
  const { table } = tables[index]!;
  const { rows, next } = await readPage(context.data, tables[index]!, subject, position.slice(1), limit);
  const following = tables[index + 1]?.table;
  const nextPosition = next ? [table, ...next] : following && [following];
  return { data: rows.map((row) => ({ table, row })), next_cursor: nextPosition ? cursors.encode(scope, nextPosition) : null };
};
