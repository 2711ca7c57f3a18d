import type { Record as UpstreamRecord } from '../../generated/models/record.ts';

export type RecordType = UpstreamRecord['type'];
export type RecordOf<Type extends RecordType> = Extract<UpstreamRecord, { type: Type }>;

/** A column that records set. */
export interface Column {
  readonly type: 'text' | 'text[]' | 'integer' | 'boolean' | 'timestamptz(3)' | 'jsonb';
  /** SQL of the value in a new row whose record leaves it out. A stored row keeps what it has. */
  readonly default?: string;
  /** Set with the row, and never changed. */
  readonly isFixed?: true;
}

/** The columns that the records of a type set: one for each of its fields, unless they are named as stored otherwise. */
export type ColumnsOf<Type extends RecordType, Otherwise extends keyof RecordOf<Type> = never> = {
  readonly [Field in Exclude<keyof RecordOf<Type>, 'type' | Otherwise>]-?: Column;
} & Readonly<Record<string, Column>>;

/** A table that holds records: its columns are declared here once, for whoever writes, compares and reads them. */
export interface RecordTable {
  readonly table: string;
  /** Its primary key after `agency_id`, which the records name. */
  readonly key: readonly string[];
  /** Key columns included. */
  readonly columns: Readonly<Record<string, Column>>;
  /** SQL of what is looked up for the record `r`, by column. It follows from the other columns. */
  readonly derived?: Readonly<Record<string, string>>;
  /** Where it is looked up. */
  readonly join?: string;
}

/** SQL: columns of the table or subquery with the alias. */
export const columnsOf = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`).join(', ');
