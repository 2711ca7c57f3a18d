import { DataTypes, literal, type InferAttributes, type Model, type ModelAttributeColumnOptions, type ModelAttributes } from 'sequelize';

/** How ingested records set a column. */
export interface RecordColumn {
  /** SQL of the value in a new row whose record omits the field. A stored row keeps its value. */
  readonly default?: string;
  /** Set with the row, and never changed. */
  readonly isFixed?: true;
  /** SQL of a value that follows from other columns and is looked up for the record `r`. */
  readonly derived?: string;
}

declare module 'sequelize' {
  interface ModelAttributeColumnOptions {
    /** Present where ingested records set the column. */
    record?: RecordColumn;
    /** PostgreSQL computes the value; nothing may write it. */
    isGenerated?: true;
  }
}

/** A column of a table. Sequelize writes into it, so that each model needs one of its own. */
export type Column = ModelAttributeColumnOptions;

/** The columns of a model's table: one for each attribute of its class. */
export type Columns<Attributes> = ModelAttributes<never, Attributes> & { readonly [Name in keyof Attributes]: Column };

/** Some columns of a model's rows, as a statement returns them. */
export type RowOf<Row extends Model, Names extends keyof InferAttributes<Row> = keyof InferAttributes<Row>> = Pick<
  InferAttributes<Row>,
  Names
>;

const required = (type: Column['type']) => (): Column => ({ type, allowNull: false });

export const text = required(DataTypes.TEXT);
export const texts = required(DataTypes.ARRAY(DataTypes.TEXT));
export const uuid = required(DataTypes.UUID);
export const uuids = required(DataTypes.ARRAY(DataTypes.UUID));
export const boolean = required(DataTypes.BOOLEAN);
export const smallint = required(DataTypes.SMALLINT);
export const integer = required(DataTypes.INTEGER);
export const integers = required(DataTypes.ARRAY(DataTypes.INTEGER));
/** Read as a number: sums stay below 2^53. */
export const bigint = required(DataTypes.BIGINT);
export const bytes = required(DataTypes.BLOB);
export const byteStrings = required(DataTypes.ARRAY(DataTypes.BLOB));
export const json = required(DataTypes.JSON);
export const jsonb = required(DataTypes.JSONB);
export const date = required('date');
/** With the precision that the contract has: milliseconds. */
export const instant = required(DataTypes.DATE(3));
export const instants = required(DataTypes.ARRAY(DataTypes.DATE(3)));
/** With PostgreSQL's precision: for the service's own clocks, which the contract does not show. */
export const preciseInstant = required(DataTypes.DATE);
export const logPosition = required('pg_lsn');
export const transactionId = required('xid8');

/** The column is part of the primary key. */
export const key = (column: Column): Column => ({ ...column, primaryKey: true });

export const nullable = (column: Column): Column => ({ ...column, allowNull: true });

/** PostgreSQL sets it where an insert leaves it out. */
export const defaulted = (column: Column): Column => ({ ...column, defaultValue: literal('DEFAULT') });

/** PostgreSQL computes it from other columns of the row. */
export const generated = (column: Column): Column => ({ ...column, allowNull: true, isGenerated: true });

/** Ingested records set it. */
export const recorded = (column: Column, how: RecordColumn = {}): Column => ({ ...column, record: how });

/** Looked up for each ingested record, by this SQL. */
export const derived = (column: Column, sql: string): Column => recorded(column, { derived: sql });
