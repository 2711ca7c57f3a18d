import { once } from 'node:events';
import { columnsOf, valueAt, type Row } from './cells.ts';
import { hasColours, painter } from './colours.ts';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import { headLine, layOut, recordTable, rowLine, type Paint, type TableLayout } from './table.ts';
import { harmless, harmlessJson } from './text.ts';

/** The process's outputs, as far as commands need them. */
export interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

export interface OutputOptions {
  readonly json?: boolean | undefined;
  readonly columns?: readonly string[] | undefined;
}

/** One page of a list that is printed as it arrives. */
export interface ListPage {
  readonly data: readonly object[];
  /** Where the following page begins; `null` behind the last one. */
  readonly next_cursor: string | null;
}

/** How the items of a list are shown in a table. */
export interface ListView {
  readonly columns?: readonly string[] | undefined;
  readonly rowOf?: (item: object) => Row;
}

const usualWidth = 80;

/**
 * Data goes to the standard output: a table on a terminal, else one JSON document. Everything else goes to the standard
 * error output, so that a pipe holds nothing but data.
 */
export class Output {
  readonly json: boolean;
  readonly #streams: Streams;
  readonly #columns: readonly string[] | undefined;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #paint: Paint;

  constructor(streams: Streams, { json, columns }: OutputOptions, environment: NodeJS.ProcessEnv = {}) {
    this.#streams = streams;
    this.json = json === true || !streams.stdout.isTTY;
    this.#columns = columns;
    this.#environment = environment;
    this.#paint = painter(hasColours(streams.stdout, environment));
  }

  /** A list in one answer: `document` is what JSON shows, `rows` is what the table shows. */
  list(document: unknown, rows: readonly Row[], preferredColumns?: readonly string[]): void {
    const layout = this.#layOut(rows, preferredColumns);
    if (this.json)
      return this.document(
        this.#columns === undefined
          ? document
          : withData(
              document,
              rows.map((row) => this.#chosen(row)),
            ),
      );
    if (rows.length === 0) return this.note('Nothing found.');
    this.#own([headLine(layout, this.#paint), ...rows.map((row) => rowLine(layout, row, this.#paint))].join('\n'));
    this.#tellHidden(layout);
  }

  /**
   * A list in pages, each printed when it is there, so that no more than a page is held. JSON is one document all the same:
   * where a page cannot be read, it ends with the cursor of that page, and the error is thrown.
   */
  async pages(pages: AsyncIterable<ListPage>, { columns, rowOf = (item) => item as Row }: ListView): Promise<void> {
    let layout: TableLayout | undefined;
    let cursor: string | null = null;
    let printed = 0;
    try {
      for await (const page of pages) {
        const rows = page.data.map(rowOf);
        const isFirst = layout === undefined;
        if (printed === 0) layout = this.#layOut(rows, columns);
        if (isFirst && this.json) await this.#write('{\n  "data": [');
        if (printed === 0 && rows.length > 0 && !this.json) await this.#write(`${headLine(layout!, this.#paint)}\n`);
        for (const [at, item] of page.data.entries()) {
          const shown = this.#columns === undefined ? item : this.#chosen(rows[at]!);
          if (this.json) await this.#write(`${printed === 0 ? '' : ','}\n${indented(shown)}`);
          else await this.#write(`${rowLine(layout!, rows[at]!, this.#paint)}\n`);
          printed += 1;
        }
        cursor = page.next_cursor;
      }
    } catch (error) {
      if (printed === 0) throw error;
      throw new CommandError(`stopped after ${printed}. The rest: --cursor ${cursor ?? ''}`, exitCodes.partlyDone, error);
    } finally {
      const end = `${printed === 0 ? '' : '\n  '}],\n  "next_cursor": ${JSON.stringify(cursor)}\n}\n`;
      if (this.json && layout !== undefined) await this.#write(end);
    }
    if (!this.json && printed === 0) this.note('Nothing found.');
    if (layout !== undefined) this.#tellHidden(layout);
    if (cursor !== null) this.note(`more available: use --all, or --cursor ${cursor}`);
  }

  /** One record. */
  record(record: object): void {
    const shown = this.#columns === undefined ? (record as Row) : this.#chosen(record as Row);
    if (this.json) this.document(shown);
    else this.#own(recordTable(shown, this.width, this.#paint));
  }

  /** What was done where the answer itself says nothing: a document for a program, a sentence for a person. */
  done(document: object, sentence: string): void {
    if (this.json) this.document(document);
    this.note(sentence);
  }

  /** One JSON document on lines of its own. */
  document(document: unknown): void {
    this.#streams.stdout.write(`${harmlessJson(JSON.stringify(document, null, 2))}\n`);
  }

  /** One entry of a stream that has no end: a line of JSON, or the given cells on a terminal. */
  entry(document: unknown, cells: readonly string[]): void {
    if (this.json) this.#streams.stdout.write(`${harmlessJson(JSON.stringify(document))}\n`);
    else this.#streams.stdout.write(`${cells.map((text) => this.#paint('entry', text)).join('  ')}\n`);
  }

  /** Data: as it is in a pipe, and so that it steers nothing on a terminal. */
  line(text: string): void {
    this.#own(this.#streams.stdout.isTTY ? harmless(text) : text);
  }

  /** Something for the person at the terminal, never data. */
  note(text: string): void {
    this.#streams.stderr.write(`${harmless(text)}\n`);
  }

  /** Where a progress bar goes. */
  get errorStream(): NodeJS.WriteStream {
    return this.#streams.stderr;
  }

  /** Columns of the terminal. */
  get width(): number {
    return this.#streams.stdout.columns || Number(this.#environment['COLUMNS']) || usualWidth;
  }

  /** The requested columns, by their names; an object whole, where its name was given. */
  #chosen(row: Row): Row {
    const pairs = (this.#columns ?? []).map((column): [string, unknown] => [column, valueAt(column, row)]);
    return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
  }

  #layOut(rows: readonly Row[], preferred: readonly string[] | undefined): TableLayout {
    const existing = columnsOf(rows);
    const known = new Set([...existing, ...existing.map((name) => name.split('.')[0]!), ...(preferred ?? [])]);
    const unknown = this.#columns?.find((name) => !known.has(name));
    if (unknown !== undefined && rows.length > 0) {
      throw new UsageError(`--columns: unknown column "${unknown}". Accepted: ${[...known].join(', ')}.`);
    }
    // Another version of the API may name other members.
    const members = new Set(existing.map((name) => name.split('.')[0]!));
    const present = preferred?.filter((name) => rows.length === 0 || members.has(name.split('.')[0]!));
    return layOut(rows, this.#columns ?? present ?? existing, this.width);
  }

  #tellHidden({ hidden }: TableLayout): void {
    if (this.json || hidden.length === 0) return;
    this.note(`Columns that do not fit: ${hidden.join(', ')}. Choose columns with --columns, or use --json.`);
  }

  /** What this program has written itself, with colours. */
  #own(text: string): void {
    this.#streams.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }

  /** Waits for a reader that is slower than the service. */
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
  return harmlessJson(JSON.stringify(item, null, 2)).replace(/^/gm, '    ');
}
