import { once } from 'node:events';
import { columnsOf, valueAt, type Row } from './cells.ts';
import { rowsOf } from './csv.ts';
import { hasColours, painter } from './colours.ts';
import { DocumentWriter } from './document-writer.ts';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import { formatOf, type Filter, type Format, type FormatOptions } from './formats.ts';
import { headLine, layOut, layOutNarrow, listTable, recordTable, rowLine, usualWidth, type Paint, type TableLayout } from './table.ts';
import { withNameColumns } from './name-columns.ts';
import { escapeControlsInJson, replaceControls, wrapped } from './text.ts';

/** The output streams of the process that commands use. */
export interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** One page of a list that is printed as it arrives. */
export interface ListPage {
  readonly data: readonly object[];
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
}

/** The columns and the rows of a table. */
export interface ListView {
  readonly columns?: readonly string[] | undefined;
  readonly rowOf?: (item: object) => Row;
  /** True if every command accepts the last digits of the ids in the first column. */
  readonly hasShortIds?: boolean | undefined;
}

/**
 * Writes data to the standard output: a table on a terminal, else one JSON document, or the chosen format. Other text is written to the
 * standard error output, so that a pipe contains only data.
 */
export class Output {
  readonly format: Format;
  /** The requested fields; undefined if the command chooses. */
  readonly fields: readonly string[] | undefined;
  readonly #streams: Streams;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #paint: Paint;
  readonly #writer: DocumentWriter;
  readonly #isFiltered: boolean;

  constructor(streams: Streams, options: FormatOptions, environment: NodeJS.ProcessEnv = {}, filter?: Filter) {
    this.#streams = streams;
    this.format = formatOf(options, streams.stdout.isTTY === true);
    this.fields = options.fields;
    this.#environment = environment;
    this.#paint = painter(hasColours(streams.stdout, environment));
    this.#isFiltered = filter !== undefined;
    this.#writer = new DocumentWriter(this.format, this.fields, filter, options.bom);
  }

  /** True if a program reads the output. */
  get json(): boolean {
    return this.format !== 'table';
  }

  /** Prints a list: `document` as JSON, `rows` as a table. */
  list(document: unknown, rows: readonly Row[], preferredColumns?: readonly string[], hasShortIds = false): void {
    const layout = this.#layOut(rows, preferredColumns, hasShortIds);
    if (this.json) {
      const chosen = this.fields === undefined ? undefined : rows.map((row) => this.#chosen(row));
      const shown = chosen === undefined ? document : withData(document, chosen);
      return this.#data(this.#writer.isByItem ? this.#writer.items(rowsOf(shown)) : this.#writer.document(shown));
    }
    if (rows.length === 0) return this.note('Nothing found.');
    this.#own(listTable(rows, layout, this.#paint));
    this.#noteHidden(layout);
  }

  /**
   * Prints each page of a list as it arrives, so that memory contains one page at most. JSON is still one document. If a page cannot be
   * read, the document ends with the cursor of that page, and the error is thrown.
   */
  async pages(pages: AsyncIterable<ListPage>, { columns, rowOf = (item) => item as Row, hasShortIds = false }: ListView): Promise<void> {
    let layout: TableLayout | undefined;
    let cursor: string | null = null;
    let printed = 0;
    const gathered: object[] = [];
    const isDocument = this.format === 'json' && !this.#writer.isGathered;
    try {
      for await (const page of pages) {
        const rows = page.data.map(rowOf);
        const isFirst = layout === undefined;
        if (printed === 0) layout = this.#layOut(rows, columns, hasShortIds);
        if (isFirst && isDocument) await this.#write('{\n  "data": [');
        if (printed === 0 && rows.length > 0 && !this.json) await this.#write(`${headLine(layout!, this.#paint)}\n`);
        const shown = this.fields === undefined ? page.data : rows.map((row) => this.#chosen(row));
        if (this.#writer.isByItem) await this.#write(this.#shownText(this.#writer.items(shown)));
        else if (this.#writer.isGathered) gathered.push(...shown);
        else {
          for (const [at, item] of shown.entries()) {
            if (this.json) await this.#write(`${printed + at === 0 ? '' : ','}\n${indented(item)}`);
            else await this.#write(`${rowLine(layout!, rows[at]!, this.#paint)}\n`);
          }
        }
        printed += page.data.length;
        cursor = page.next_cursor;
      }
    } catch (error) {
      if (printed === 0) throw error;
      throw new CommandError(`stopped after ${printed}. The rest: --cursor ${cursor ?? ''}`, exitCodes.partlyDone, error);
    } finally {
      const end = `${printed === 0 ? '' : '\n  '}],\n  "next_cursor": ${JSON.stringify(cursor)}\n}\n`;
      if (layout !== undefined && isDocument) await this.#write(end);
      if (layout !== undefined && this.#writer.isGathered) this.#data(this.#writer.document({ data: gathered, next_cursor: cursor }));
    }
    if (!this.json && printed === 0) this.note('Nothing found.');
    if (layout !== undefined) this.#noteHidden(layout);
    if (cursor !== null) this.note(`more available: use --all, or --cursor ${cursor}`);
  }

  /** One record. */
  record(record: object): void {
    const shown = this.fields === undefined ? (record as Row) : this.#chosen(record as Row);
    if (this.json) this.document(shown);
    else this.#own(recordTable(shown, this.width, this.#paint));
  }

  /** The result of a call without a response body: a document for a program, a sentence for a person. */
  done(document: object, sentence: string): void {
    if (this.json) this.document(document);
    this.note(sentence);
  }

  /** One document: formatted JSON on a terminal, unless another format was chosen. */
  document(document: unknown): void {
    this.#data(this.#writer.document(document));
  }

  /** One entry of an endless stream: a line for a program, or the given cells on a terminal. */
  entry(document: unknown, cells: readonly string[]): void {
    if (this.json) this.#data(this.#writer.entry(document));
    else this.#data(`${cells.map((text) => this.#paint('entry', text)).join('  ')}\n`);
  }

  /** Prints text: unchanged in a pipe, without control characters on a terminal. */
  line(text: string): void {
    this.#own(this.#streams.stdout.isTTY ? replaceControls(text) : text);
  }

  /** A note for the person at the terminal, never data. */
  note(text: string): void {
    const { isTTY, columns } = this.#streams.stderr;
    this.#streams.stderr.write(`${wrapped(replaceControls(text), isTTY ? columns : Infinity)}\n`);
  }

  /** The stream of progress bars. */
  get errorStream(): NodeJS.WriteStream {
    return this.#streams.stderr;
  }

  /** Columns of the terminal. */
  get width(): number {
    return this.#streams.stdout.columns || Number(this.#environment['COLUMNS']) || usualWidth;
  }

  /** The requested columns. The name of an object selects all of its members. */
  #chosen(row: Row): Row {
    const pairs = (this.fields ?? []).map((column): [string, unknown] => [column, valueAt(column, row)]);
    return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
  }

  #layOut(rows: readonly Row[], preferredIds: readonly string[] | undefined, hasShortIds: boolean): TableLayout {
    const existing = columnsOf(rows);
    const preferred = withNameColumns(preferredIds);
    const known = new Set([...existing, ...existing.map((name) => name.split('.')[0]!), ...(preferred ?? [])]);
    const unknown = this.fields?.find((name) => !known.has(name));
    if (unknown !== undefined && rows.length > 0) {
      throw new UsageError(`--fields: unknown field "${unknown}". Accepted: ${[...known].join(', ')}.`);
    }
    // Another version of the API may name other members.
    const members = new Set(existing.map((name) => name.split('.')[0]!));
    const present = preferred?.filter((name) => rows.length === 0 || members.has(name.split('.')[0]!));
    return this.fields ? layOut(rows, this.fields, this.width) : layOutNarrow(rows, present ?? existing, this.width, hasShortIds);
  }

  #noteHidden({ hidden }: TableLayout): void {
    const { leftOut } = this.#writer;
    if (leftOut.length > 0)
      this.note(`Only later rows have these fields, and they are left out: ${leftOut.join(', ')}. Name them with --fields.`);
    if (this.json || hidden.length === 0) return;
    this.note(`Columns that do not fit: ${hidden.join(', ')}. Choose columns with --fields, or use --json.`);
  }

  #data(text: string): void {
    this.#streams.stdout.write(this.#shownText(text));
  }

  /** The results of a filter may contain control characters. */
  #shownText(text: string): string {
    return this.#isFiltered && this.#streams.stdout.isTTY ? replaceControls(text) : text;
  }

  /** Writes text of this program, which may contain colours. */
  #own(text: string): void {
    this.#streams.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }

  /** Writes, and waits until a slow reader has read it. */
  async #write(text: string): Promise<void> {
    if (!this.#streams.stdout.write(text)) await once(this.#streams.stdout, 'drain');
  }
}

/** The document of a list with other items. */
function withData(document: unknown, data: readonly Row[]): unknown {
  return Array.isArray(document) ? data : { ...(document as object), data };
}

/** An item of a list within its document. */
function indented(item: object): string {
  return escapeControlsInJson(JSON.stringify(item, null, 2)).replace(/^/gm, '    ');
}
