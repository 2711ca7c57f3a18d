import type { Bounds, Statement } from '../database/client/sql.ts';
import type { Condition, SqlText } from './conditions.ts';
import type { Find, ModelStatements } from './model-statements.ts';
import type { NewRows, Rows, TableName } from '../models/tables.ts';

/** Values of columns, or SQL for them. */
type Given<Values> = { readonly [Column in keyof Values]: Values[Column] | SqlText };

export type NewRow<Name extends TableName> = Given<NewRows[Name]>;

/** A found row: the requested columns, and the values of expressions. */
export type Found<Name extends TableName, Names extends keyof Rows[Name], Values> = Pick<Rows[Name], Names> & Values;

/** What runs the statements of models. */
export interface RowsDoor {
  readonly models: ModelStatements;
  /** Whether its statements are limited to a reach. */
  readonly isWithin: boolean;
  query<Row = never>(statement: Statement): Promise<Row[]>;
  /** Throws where a row with these values would be out of reach. */
  checkWritten?(values: object): void;
}

/** The rows of one table that a door reaches, read and written one or a few at a time. */
export class ModelRows<Name extends TableName, NewValues = NewRow<Name>> {
  readonly table: Name;
  protected readonly door: RowsDoor;

  constructor(table: Name, door: RowsDoor) {
    this.table = table;
    this.door = door;
  }

  /** Plain rows, for reads. */
  rows<Names extends keyof Rows[Name] = keyof Rows[Name], Values = object>(
    find: Find<Rows[Name], Names, Values> = {},
  ): Promise<Found<Name, Names, Values>[]> {
    return this.door.query<Found<Name, Names, Values>>(this.selecting(find));
  }

  /** The first of `rows`. */
  async row<Names extends keyof Rows[Name] = keyof Rows[Name], Values = object>(
    find: Find<Rows[Name], Names, Values>,
  ): Promise<Found<Name, Names, Values> | undefined> {
    const [row] = await this.rows({ ...find, limit: 1 });
    return row;
  }

  async count(where: Condition<Rows[Name]> = {}): Promise<number> {
    const { models, isWithin } = this.door;
    const [counted] = await this.door.query<{ count: number }>(models.count(this.table, where, isWithin));
    return counted!.count;
  }

  /** The new row, with what PostgreSQL set. */
  async create(values: NewValues): Promise<Rows[Name]> {
    const { models, isWithin } = this.door;
    this.door.checkWritten?.(values as object);
    const [row] = await this.door.query<Rows[Name]>(models.insert(this.table, values as object, isWithin));
    return row!;
  }

  /** The rows as they are after it. */
  async update(values: Partial<Given<Rows[Name]>>, where: Condition<Rows[Name]>): Promise<Rows[Name][]> {
    const { models, isWithin } = this.door;
    this.door.checkWritten?.(values);
    return this.door.query<Rows[Name]>(models.update(this.table, values, where, isWithin));
  }

  /** The rows as they were. */
  async destroy(where: Condition<Rows[Name]>): Promise<Rows[Name][]> {
    const { models, isWithin } = this.door;
    return this.door.query<Rows[Name]>(models.delete(this.table, where, isWithin));
  }

  protected selecting(find: object): Statement {
    const { models, isWithin } = this.door;
    return models.select(this.table, find, isWithin);
  }
}

/** What is within a reach, as far as these tables are read. */
export type RowsWithin<Name extends TableName> = { readonly tenantScope: Bounds } & {
  readonly [Table in Name]: Pick<ModelRows<Table, never>, 'rows' | 'row' | 'count'>;
};

/** Gives the objects of a class a member for each table. */
export function addTables<Door>(prototype: Door, tables: readonly TableName[], rowsOf: (table: TableName, door: Door) => object): void {
  for (const table of tables)
    Object.defineProperty(prototype, table, {
      get(this: Door) {
        return rowsOf(table, this);
      },
    });
}
