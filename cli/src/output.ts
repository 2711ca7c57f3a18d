import { columnsOf, listTable, recordTable, shown, type Row } from './table.ts';

/** The process's outputs, as far as commands need them. */
export interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/**
 * Data goes to the standard output: a table on a terminal, else one JSON document. Everything else goes to the standard
 * error output, so that a pipe holds nothing but data.
 */
export class Output {
  readonly json: boolean;
  readonly #streams: Streams;
  readonly #columns: readonly string[] | undefined;

  constructor(streams: Streams, options: { json?: boolean | undefined; columns?: readonly string[] | undefined }) {
    this.#streams = streams;
    this.json = options.json === true || !streams.stdout.isTTY;
    this.#columns = options.columns;
  }

  /** A list: `document` is what JSON shows, `rows` is what the table shows. */
  list(document: unknown, rows: readonly Row[], preferredColumns?: readonly string[]): void {
    if (this.json) return this.document(document);
    if (rows.length === 0) return this.note('Nothing found.');
    const columns = this.#columns ?? preferredColumns ?? columnsOf(rows);
    const { text, hidden } = listTable(rows, columns, this.#width);
    this.line(text);
    if (hidden.length > 0) this.note(`Not shown for want of width: ${hidden.join(', ')}. Choose with --columns, or use --json.`);
  }

  /** One record. */
  record(record: object): void {
    if (this.json) this.document(record);
    else this.line(recordTable(record as Row, this.#width));
  }

  /** What was done where the answer itself says nothing: a document for a program, a sentence for a person. */
  done(document: object, sentence: string): void {
    if (this.json) this.document(document);
    this.note(sentence);
  }

  /** One JSON document on lines of its own. */
  document(document: unknown): void {
    this.line(JSON.stringify(document, null, 2));
  }

  /** One entry of a stream that has no end: a line of JSON, or the given text on a terminal. */
  entry(document: unknown, text: string): void {
    this.line(this.json ? JSON.stringify(document) : text);
  }

  /** Data: as it is in a pipe, and so that it steers nothing on a terminal. */
  line(text: string): void {
    const { stdout } = this.#streams;
    const written = stdout.isTTY ? shown(text) : text;
    stdout.write(written.endsWith('\n') ? written : `${written}\n`);
  }

  /** Something for the person at the terminal, never data. */
  note(text: string): void {
    this.#streams.stderr.write(`${shown(text)}\n`);
  }

  /** Where a progress bar goes. */
  get errorStream(): NodeJS.WriteStream {
    return this.#streams.stderr;
  }

  get #width(): number {
    return this.#streams.stdout.columns ?? 120;
  }
}
