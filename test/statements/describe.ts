import pg from 'pg';
// The driver as the server sets it up.
import '../../server/database/client/run-statement.ts';
import type { Form } from './forms.ts';

/** A column of what a statement answers with. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly form: Form | 'JSON';
  /** The column of a table that it is; undefined for whatever is computed. */
  readonly source: SourceColumn | undefined;
}

/** A column of a table. */
export interface SourceColumn {
  readonly name: string;
  readonly isNullable: boolean;
  /** The only words that a constraint lets in. */
  readonly words: readonly string[] | undefined;
}

interface Field {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

interface Wire {
  parse(message: { text: string; name: string; types: readonly never[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Asks for the columns of a statement without running it. */
class Description {
  readonly fields: Promise<readonly Field[]>;
  readonly #text: string;
  #found: readonly Field[] = [];
  #resolve!: (fields: readonly Field[]) => void;
  #reject!: (error: Error) => void;

  constructor(text: string) {
    this.#text = text;
    this.fields = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(wire: Wire): void {
    wire.parse({ text: this.#text, name: '', types: [] });
    wire.describe({ type: 'S', name: '' });
    wire.sync();
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#found = fields;
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#found);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

const types = `SELECT t.oid::int, t.typname AS name, t.typcategory AS category, nullif(t.typelem, 0)::int AS element FROM pg_type t`;

/** Whether computed columns may be null is unknown. */
const sourceColumns = `
  SELECT a.attrelid || ' ' || a.attnum AS key, c.relname || '.' || a.attname AS name, NOT a.attnotnull AND a.attgenerated = '' AS "isNullable",
         (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
           WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] AND pg_get_constraintdef(k.oid) LIKE '%= ANY (ARRAY[%' LIMIT 1) AS words
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
   WHERE c.relkind IN ('r', 'p') AND a.attnum > 0`;

interface SourceRow {
  readonly key: string;
  readonly name: string;
  readonly isNullable: boolean;
  readonly words: string | null;
}

interface Type {
  readonly oid: number;
  readonly name: string;
  readonly category: string;
  readonly element: number | null;
}

/** A value as PostgreSQL prints it, for the driver to read. */
function sampleOf({ name, category }: Pick<Type, 'name' | 'category'>): string {
  if (name === 'json' || name === 'jsonb') return '{}';
  return category === 'D' ? '2026-07-06 00:00:00+00' : '1';
}

function formOf(value: unknown): Form | 'JSON' {
  if (Array.isArray(value)) return `${formOf(value[0])}[]` as Form;
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'Buffer';
  return typeof value === 'object' ? 'JSON' : (typeof value as Form);
}

/** The words of `CHECK (column IN (…))`, as PostgreSQL prints it. */
function wordsOf(constraint: string | null): readonly string[] | undefined {
  return constraint === null ? undefined : [...constraint.matchAll(/'([^']*)'::text/g)].map(([, word]) => word!);
}

/** Describes statements as a migrated database knows them. */
export class Describer {
  readonly #client: pg.Client;
  readonly #types: ReadonlyMap<number, Type>;
  readonly #sources: ReadonlyMap<string, SourceColumn>;

  private constructor(client: pg.Client, known: readonly Type[], sources: ReadonlyMap<string, SourceColumn>) {
    this.#client = client;
    this.#types = new Map(known.map((type) => [type.oid, type]));
    this.#sources = sources;
  }

  static async over(databaseUrl: string): Promise<Describer> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows: known } = await client.query<Type>(types);
    const { rows: sources } = await client.query<SourceRow>(sourceColumns);
    return new Describer(client, known, new Map(sources.map(({ key, ...source }) => [key, { ...source, words: wordsOf(source.words) }])));
  }

  /** The columns of a statement's answer. Rejects with the database's error where it is none. */
  async describe(text: string): Promise<Column[]> {
    const description = new Description(text);
    this.#client.query(description as never);
    return (await description.fields).map(({ name, tableID, columnID, dataTypeID }) => ({
      name,
      ...this.#typeOf(dataTypeID),
      source: this.#sources.get(`${tableID} ${columnID}`),
    }));
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  #typeOf(oid: number): Pick<Column, 'type' | 'form'> {
    const type = this.#types.get(oid)!;
    const element = type.category === 'A' && type.element !== null ? this.#types.get(type.element) : undefined;
    const read = pg.types.getTypeParser(oid, 'text') as (text: string) => unknown;
    return { type: element ? `${element.name}[]` : type.name, form: formOf(read(element ? `{"${sampleOf(element)}"}` : sampleOf(type))) };
  }
}
