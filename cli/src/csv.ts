import { columnsOf, isRecord, valueAt, type Row } from './cells.ts';

/** Beginnings of texts that a spreadsheet evaluates, unless an apostrophe precedes them. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A line of CSV according to RFC 4180, without its line end. */
export function csvLine(columns: readonly string[], row: Row): string {
  return columns.map((column) => quoted(cellText(Object.hasOwn(row, column) ? row[column] : valueAt(column, row)))).join(',');
}

/** The header line. */
export function csvHead(columns: readonly string[]): string {
  return columns.map((column) => quoted(withoutFormula(column))).join(',');
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return withoutFormula(value);
  return withoutFormula(Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(',') : JSON.stringify(value));
}

function withoutFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Columns of a row that are missing in the header. */
export function furtherColumns(columns: readonly string[], row: Row): string[] {
  return columnsOf([row]).filter((column) => !columns.includes(column) && !columns.some((known) => known.startsWith(`${column}.`)));
}

/** The rows of a document: the items of its list, or the document itself. */
export function rowsOf(document: unknown): Row[] {
  const data = isRecord(document) && Array.isArray(document['data']) ? document['data'] : document;
  if (Array.isArray(data)) return data.map((item) => (isRecord(item) ? item : { value: item }));
  return isRecord(data) ? [data] : [{ value: data }];
}
