import { DataTypes } from 'sequelize';
import type { Column, RecordColumn } from '../declare/columns.ts';

/** A column that ingested records set, with its type in PostgreSQL. */
interface RecordedColumn extends RecordColumn {
  readonly type: string;
}

/** A table that ingested records are written to. */
export interface RecordTable {
  readonly table: string;
  /** Its primary key after `agency_id`, which the records name. */
  readonly key: readonly string[];
  /** What the fields of a record set. Key columns included. */
  readonly columns: Readonly<Record<string, RecordedColumn>>;
  /** SQL of the values looked up for the record `r`, by column. It follows from the other columns. */
  readonly derived: Readonly<Record<string, string>>;
  /** SQL of the join in which it is looked up. */
  readonly join: string;
}

/** SQL: what the record `r` sets the column to in a new row. */
export function valueInNewRow({ columns, derived }: RecordTable, name: string): string {
  const fallback = columns[name]?.default;
  return derived[name] ?? (fallback === undefined ? `r.${name}` : `coalesce(r.${name}, ${fallback})`);
}

/** A column's type as PostgreSQL prints it. */
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

/** What of a table's columns ingested records set. */
export function recordTable(table: string, columns: Readonly<Record<string, Column>>, join = ''): RecordTable {
  const set = Object.entries(columns).filter(
    (entry): entry is [string, Column & { record: RecordColumn }] => entry[1].record !== undefined,
  );
  const own = set.filter(([, { record }]) => record.derived === undefined);
  return {
    table,
    key: own.filter(([, { primaryKey }]) => primaryKey).map(([name]) => name),
    columns: Object.fromEntries(own.map(([name, column]) => [name, { ...column.record, type: typeOf(column) }])),
    derived: Object.fromEntries(set.flatMap(([name, { record }]) => (record.derived === undefined ? [] : [[name, record.derived]]))),
    join,
  };
}
