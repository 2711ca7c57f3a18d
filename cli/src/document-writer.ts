import { columnsOf, isRecord, type Row } from './cells.ts';
import { csvHead, csvLine, furtherColumns, rowsOf } from './csv.ts';
import type { Filter, Format } from './formats.ts';
import { escapeControlsInJson } from './text.ts';

/** Texts for a program: JSON, JSON lines, CSV, or the results of a filter. */
export class DocumentWriter {
  readonly #format: Format;
  readonly #fields: readonly string[] | undefined;
  readonly #filter: Filter | undefined;
  readonly #mark: string;
  #columns: readonly string[] | undefined;
  readonly #leftOut = new Set<string>();

  constructor(format: Format, fields: readonly string[] | undefined, filter: Filter | undefined, hasMark = false) {
    this.#format = format;
    this.#fields = fields;
    this.#filter = filter;
    this.#mark = hasMark ? '\u{FEFF}' : '';
  }

  /** True if the items of a list are written one by one. */
  get isByItem(): boolean {
    return this.#format === 'ndjson' || this.#format === 'csv';
  }

  /** True if a list must be complete before it is written. */
  get isGathered(): boolean {
    return this.#filter !== undefined && !this.isByItem;
  }

  /** Columns that only later rows have. Their values are missing in the output. */
  get leftOut(): string[] {
    return [...this.#leftOut];
  }

  /** A whole document. */
  document(document: unknown): string {
    if (this.#filter !== undefined) return this.#filter(document);
    if (this.#format === 'csv') return this.items(rowsOf(document));
    return `${jsonOf(document, this.#format === 'ndjson' ? undefined : 2)}\n`;
  }

  /** Items of a list, one per line; in CSV, below the header line. */
  items(items: readonly object[]): string {
    if (this.#format === 'csv') return this.#csv(items as readonly Row[]);
    return items.map((item) => this.#filter?.(item) ?? `${jsonOf(item)}\n`).join('');
  }

  /** An entry of a stream. */
  entry(entry: unknown): string {
    if (this.#format === 'csv') return this.#csv([isRecord(entry) ? entry : { value: entry }]);
    return this.#filter?.(entry) ?? `${jsonOf(entry)}\n`;
  }

  #csv(rows: readonly Row[]): string {
    const isFirst = this.#columns === undefined;
    if (rows.length === 0 && this.#fields === undefined) return '';
    this.#columns ??= this.#fields ?? columnsOf(rows);
    const columns = this.#columns;
    if (this.#fields === undefined) for (const row of rows) for (const column of furtherColumns(columns, row)) this.#leftOut.add(column);
    return lines([...(isFirst ? [this.#mark + csvHead(columns)] : []), ...rows.map((row) => csvLine(columns, row))]);
  }
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

function jsonOf(value: unknown, indentation?: number): string {
  return escapeControlsInJson(JSON.stringify(value, null, indentation));
}
