import { cell, columnsOf, isRecord, labelOf, valueAt, type Row } from './cells.ts';
import { padded, printable, shortened, widthOf } from './text.ts';

/** Colours a cell; `plain` does not. */
export type Paint = (column: string, text: string) => string;
export const plain: Paint = (_column, text) => text;

/** The name of the header row for `Paint`. */
export const headColumn = '';

const gap = '  ';
const maxSentenceLength = 60;
const minTextWidth = 12;
/** In a terminal narrower than `usualWidth`, whole ids must leave room for the other columns of these. */
const minColumns = 3;
export const usualWidth = 80;
const shortIdLength = 8;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The columns of a table and their widths. The first page determines them for all pages. */
export interface TableLayout {
  readonly columns: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: readonly number[];
  readonly areNumbers: readonly boolean[];
  /** True if the first column shows the last digits of its ids only. */
  readonly hasShortIds: boolean;
}

/**
 * Fits the columns to the width; the last ones are omitted first. Ids, numbers and times are never truncated, so that they can be copied.
 * Other texts, such as URLs and names, are truncated if the column then fits.
 */
export function layOut(rows: readonly Row[], columns: readonly string[], width: number): TableLayout {
  return fit(rows, columns, width, false);
}

/**
 * The same for columns that the command chose. In a narrow terminal, the ids in the first column are short if commands accept them so, else
 * they come last.
 */
export function layOutNarrow(rows: readonly Row[], columns: readonly string[], width: number, canShorten: boolean): TableLayout {
  const whole = fit(rows, columns, width, false);
  const [first, ...others] = columns;
  const hasUuids = first === 'id' && rows.some((row) => uuid.test(cell(first, row)));
  if (width >= usualWidth || !hasUuids || whole.columns.length >= Math.min(minColumns, columns.length)) return whole;
  return canShorten ? fit(rows, columns, width, true) : fit(rows, [...others, first], width, false);
}

function fit(rows: readonly Row[], columns: readonly string[], width: number, hasShortIds: boolean): TableLayout {
  const widths: number[] = [];
  let used = 0;
  for (const [at, column] of columns.entries()) {
    const natural = Math.max(widthOf(labelOf(column)), ...rows.map((row) => widthOf(listCell(column, row, hasShortIds))));
    const least = Math.max(widthOf(labelOf(column)), Math.min(natural, minTextWidth));
    const left = width - used - (at === 0 ? 0 : gap.length);
    const canCut = at > 0 && rows.every((row) => canBeCut(column, row));
    if (at > 0 && natural > left && !(canCut && least <= left)) break;
    widths.push(at > 0 ? Math.min(natural, left) : natural);
    used = width - left + widths[at]!;
  }
  const shown = columns.slice(0, widths.length);
  const areNumbers = shown.map((column) => {
    const values = rows.map((row) => valueAt(column, row)).filter((value) => value !== null && value !== undefined);
    return values.length > 0 && values.every((value) => typeof value === 'number');
  });
  return { columns: shown, hidden: columns.slice(widths.length), widths, areNumbers, hasShortIds };
}

/** The names of a table's columns. */
export function headLine(layout: TableLayout, paint: Paint): string {
  return line(layout.columns.map((column, at) => paint(headColumn, aligned(labelOf(column).toUpperCase(), at, layout))));
}

/** A row of a table. */
export function rowLine(layout: TableLayout, row: Row, paint: Paint): string {
  return line(
    layout.columns.map((column, at) => {
      const text = listCell(column, row, layout.hasShortIds);
      const fitted = canBeCut(column, row) ? shortened(text, layout.widths[at]!) : text;
      return paint(column, aligned(fitted, at, layout));
    }),
  );
}

/** Rows as a table no wider than the terminal. */
export function listTable(rows: readonly Row[], layout: TableLayout, paint: Paint): string {
  return [headLine(layout, paint), ...rows.map((row) => rowLine(layout, row, paint))].join('\n');
}

/** One record as a table of fields and values, followed by a table for each list of records in it. */
export function recordTable(record: Row, width: number, paint: Paint = plain): string {
  const lists = Object.entries(record).filter(([, value]) => Array.isArray(value) && value.length > 0 && value.every(isRecord));
  const names = lists.map(([name]) => name);
  const columns = columnsOf([record]).filter((column) => !names.includes(column));
  const labelWidth = Math.max(0, ...columns.map((column) => widthOf(labelOf(column))));
  const fields = columns.map((column) => {
    return line([paint(headColumn, padded(labelOf(column), labelWidth, false)), paint(column, cell(column, record))]);
  });
  const sections = lists.map(([name, value]) => {
    const rows = value as Row[];
    return `${paint(headColumn, `${printable(name)}:`)}\n${listTable(rows, layOut(rows, columnsOf(rows), width - gap.length), paint).replace(/^/gm, gap)}`;
  });
  return [...(fields.length > 0 ? [fields.join('\n')] : []), ...sections].join('\n\n');
}

/** A cell's text padded to its column, except in the last column. */
function aligned(text: string, at: number, { columns, widths, areNumbers }: TableLayout): string {
  const isLast = at === columns.length - 1;
  return isLast && !areNumbers[at] ? text : padded(text, widths[at]!, areNumbers[at]!);
}

/** The text of a cell in a list, where long sentences are truncated, and ids if they are short. */
function listCell(column: string, row: Row, hasShortIds: boolean): string {
  const text = cell(column, row);
  if (hasShortIds && column === 'id' && uuid.test(text)) return `…${text.slice(-shortIdLength)}`;
  const isSentence = typeof valueAt(column, row) === 'string' && text.includes(' ');
  return isSentence ? shortened(text, maxSentenceLength) : text;
}

/** True for texts that may be truncated: neither ids nor numbers nor times. */
function canBeCut(column: string, row: Row): boolean {
  const value = valueAt(column, row);
  if (value === null || value === undefined) return true;
  if (/(^|[._])(id|ids|prefix|secret|key|etag|slug)$/.test(column)) return false;
  return typeof value === 'object' || (typeof value === 'string' && !/^\d{4}-\d{2}-\d{2}/.test(value));
}

function line(cells: readonly string[]): string {
  return cells.join(gap);
}
