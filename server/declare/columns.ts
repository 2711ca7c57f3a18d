import { DataTypes, literal, type ModelAttributeColumnOptions } from 'sequelize';

/** The rules by which ingested records set a column. */
export interface RecordColumn {
  /** SQL of the value in a new row whose record omits the field. A stored row keeps its value. */
  readonly default?: string;
  /** Set in a new row, and never changed. */
  readonly isFixed?: true;
  /** SQL that looks up the value for the record `r`. The other columns determine it. */
  readonly derived?: string;
}

declare module 'sequelize' {
  interface ModelAttributeColumnOptions {
    /** Present if ingested records set the column. */
    record?: RecordColumn;
    /** PostgreSQL computes the value, and no statement may write it. */
    isGenerated?: true;
  }
}

/** A column in the form of Sequelize. `Value` is the type of its values. */
export interface Column<Value = unknown> extends Readonly<ModelAttributeColumnOptions> {
  /** Never set: lets TypeScript infer `Value`. */
  readonly value?: Value;
}

/** The columns of a table. Those of its primary key come first, in the order of its index. */
export type Columns = Readonly<Record<string, Column>>;

/** Marks a column that an insert may omit, because PostgreSQL sets it. */
interface SetByDatabase {
  readonly isSetByDatabase?: true;
}

/** A row of a table with these columns. */
export type RowOf<Of extends Columns> = {
  readonly [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never;
};

type Optional<Of extends Columns> = {
  [Name in keyof Of]: 'isSetByDatabase' extends keyof Of[Name] ? Name : null extends RowOf<Of>[Name] ? Name : never;
}[keyof Of];

/** A new row. It may omit columns that may be null or that PostgreSQL sets. */
export type NewRowOf<Of extends Columns> = Omit<RowOf<Of>, Optional<Of>> & Partial<Pick<RowOf<Of>, Optional<Of>>>;

const required =
  <Any>(type: Column['type']) =>
  <Value extends Any = Any>(): Column<Value> => ({ type, allowNull: false });

export const text = required<string>(DataTypes.TEXT);
export const texts = required<string[]>(DataTypes.ARRAY(DataTypes.TEXT));
export const uuid = required<string>(DataTypes.UUID);
export const uuids = required<string[]>(DataTypes.ARRAY(DataTypes.UUID));
export const boolean = required<boolean>(DataTypes.BOOLEAN);
export const smallint = required<number>(DataTypes.SMALLINT);
export const integer = required<number>(DataTypes.INTEGER);
export const integers = required<number[]>(DataTypes.ARRAY(DataTypes.INTEGER));
/** Read as a number, because sums stay below 2^53. */
export const bigint = required<number>(DataTypes.BIGINT);
export const bytes = required<Buffer>(DataTypes.BLOB);
export const byteStrings = required<Buffer[]>(DataTypes.ARRAY(DataTypes.BLOB));
export const json = required<unknown>(DataTypes.JSON);
export const jsonb = required<unknown>(DataTypes.JSONB);
export const date = required<Date>('date');
/** Millisecond precision, as in the contract. */
export const instant = required<Date>(DataTypes.DATE(3));
export const instants = required<Date[]>(DataTypes.ARRAY(DataTypes.DATE(3)));
/** Microsecond precision, for instants outside the contract. */
export const preciseInstant = required<Date>(DataTypes.DATE);
export const logPosition = required<string>('pg_lsn');
export const transactionId = required<string>('xid8');

/** The column is part of the primary key. */
export const key = <Of extends Column>(column: Of): Of => ({ ...column, primaryKey: true });

export const nullable = <Value>(column: Column<Value>): Column<Value | null> => ({ ...column, allowNull: true });

/** PostgreSQL sets it if an insert omits it. */
export const defaulted = <Of extends Column>(column: Of): Of & SetByDatabase => ({ ...column, defaultValue: literal('DEFAULT') });

/** PostgreSQL computes it from other columns of the row. */
export const generated = <Of extends Column>(column: Of): Of & SetByDatabase => ({ ...column, allowNull: true, isGenerated: true });

/** Ingested records set it. */
export const recorded = <Of extends Column>(column: Of, how: RecordColumn = {}): Of => ({ ...column, record: how });

/** Looked up for each ingested record, by this SQL. */
export const derived = <Of extends Column>(column: Of, sql: string): Of => recorded(column, { derived: sql });

const isBytes = (type: unknown): boolean =>
  type === DataTypes.BLOB || (type instanceof DataTypes.ARRAY && isBytes((type as { type?: { constructor: unknown } }).type?.constructor));

/** The type of a column, as PostgreSQL prints it. */
export function typeOf({ type }: Column): string {
  if (typeof type === 'string') return type;
  if (type instanceof DataTypes.ARRAY) return `${typeOf({ type: (type as unknown as { type: Column['type'] }).type })}[]`;
  const { key, _length: length } = type as unknown as { key: string; _length?: number | '' };
  const names: Readonly<Record<string, string>> = {
    BLOB: 'bytea',
    DATE: !length ? 'timestamp with time zone' : `timestamp(${length}) with time zone`,
  };
  return names[key] ?? key.toLowerCase();
}

/** Columns of other types than bytes: in all tables, bytes are hashes or ciphertexts. */
export const readableColumnsOf = (columns: Columns): string[] => Object.keys(columns).filter((name) => !isBytes(columns[name]!.type));
