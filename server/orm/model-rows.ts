import type { RowScope, Statement } from '../database/client/sql.ts';
import type { Condition, SqlText } from './conditions.ts';
import type { Find, ModelStatements } from './model-statements.ts';
import type { NewRows, Rows, TableName } from '../models/tables.ts';

/** Values of columns, or SQL for them. */
type Given<Values> = { readonly [Column in keyof Values]: Values[Column] | SqlText };

export type NewRow<Name extends TableName> = Given<NewRows[Name]>;

/** A found row: the requested columns, and the values of expressions. */
export type FoundRow<Name extends TableName, Names extends keyof Rows[Name], Values> = Pick<Rows[Name], Names> & Values;

/** Runs the statements of models. */
export interface DataAccess {
  readonly models: ModelStatements;
  /** Whether its statements are limited to a tenant scope. */
  readonly isScoped: boolean;
  query<Row = never>(statement: Statement): Promise<Row[]>;
  /** Throws if a row with these values is outside the tenant scope. */
  checkWritten?(values: object): void;
}

/** Reads and writes one or a few rows of a table at a time. */
export class ModelRows<Name extends TableName, NewValues = NewRow<Name>> {
  readonly table: Name;
  protected readonly data: DataAccess;

  constructor(table: Name, data: DataAccess) {
    this.table = table;
    this.data = data;
  }

  /** Plain rows, for reads. */
  rows<Names extends keyof Rows[Name] = keyof Rows[Name], Values = object>(
    find: Find<Rows[Name], Names, Values> = {},
  ): Promise<FoundRow<Name, Names, Values>[]> {
    return this.data.query<FoundRow<Name, Names, Values>>(this.selecting(find));
  }

  /** The first of `rows`. */
  async row<Names extends keyof Rows[Name] = keyof Rows[Name], Values = object>(
    find: Find<Rows[Name], Names, Values>,
  ): Promise<FoundRow<Name, Names, Values> | undefined> {
    const [row] = await this.rows({ ...find, limit: 1 });
    return row;
  }

  async count(where: Condition<Rows[Name]> = {}): Promise<number> {
    const { models, isScoped } = this.data;
    const [counted] = await this.data.query<{ count: number }>(models.count(this.table, where, isScoped));
    return counted!.count;
  }

  /** The new row, including values that PostgreSQL set. */
  async create(values: NewValues): Promise<Rows[Name]> {
    const { models, isScoped } = this.data;
    this.data.checkWritten?.(values as object);
    const [row] = await this.data.query<Rows[Name]>(models.insert(this.table, values as object, isScoped));
    return row!;
  }

  /** The rows after the update. */
  async update(values: Partial<Given<Rows[Name]>>, where: Condition<Rows[Name]>): Promise<Rows[Name][]> {
    const { models, isScoped } = this.data;
    this.data.checkWritten?.(values);
    return this.data.query<Rows[Name]>(models.update(this.table, values, where, isScoped));
  }

  /** The deleted rows. */
  async destroy(where: Condition<Rows[Name]>): Promise<Rows[Name][]> {
    const { models, isScoped } = this.data;
    return this.data.query<Rows[Name]>(models.delete(this.table, where, isScoped));
  }

  protected selecting(find: object): Statement {
    const { models, isScoped } = this.data;
    return models.select(this.table, find, isScoped);
  }
}

/** Read access to these tables within a tenant scope. */
export type ScopedReads<Name extends TableName> = { readonly tenantScope: RowScope } & {
  readonly [Table in Name]: Pick<ModelRows<Table, never>, 'rows' | 'row' | 'count'>;
};

/** Gives the objects of a class a member for each table. */
export function addTables<Data>(prototype: Data, tables: readonly TableName[], rowsOf: (table: TableName, data: Data) => object): void {
  for (const table of tables)
    Object.defineProperty(prototype, table, {
      get(this: Data) {
        return rowsOf(table, this);
      },
    });
}
