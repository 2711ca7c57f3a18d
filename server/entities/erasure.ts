import type { ErasedRows } from '../../generated/models.ts';
import type { RowsOfFan } from '../declare/table.ts';
import { declarations, tableNames, type Rows, type TableName } from '../models/tables.ts';
import { presenting } from './presented.ts';

/** A row of `erasures`. */
export type ErasureRow = Rows['erasures'];

/** A table with rows that an erasure removes or changes, and their condition: `$1` is the agency, `$2` the fan. */
export interface ErasedTable {
  readonly table: TableName;
  readonly rows: string;
}

/** The tables that the erasure of an agency empties, in this order. */
export const tablesOfAgency: readonly ErasedTable[] = tableNames.flatMap((table) => {
  const { erasure } = declarations[table];
  return erasure && !erasure.stays ? [{ table, rows: erasure.ofAgency }] : [];
});

/** SQL: the condition of the rows of a table that are about the fan. */
export function conditionOfFan(table: TableName): string {
  const ofFan = declarations[table].erasure?.ofFan;
  if (!ofFan || ofFan === 'throughEvents') throw new TypeError(`no condition finds the rows of a fan in ${table}`);
  return ofFan.rows;
}

/** The tables that the erasure of a fan changes, without those that it finds through events. */
export const tablesOfFan: readonly (RowsOfFan & ErasedTable)[] = tableNames.flatMap((table) => {
  const ofFan = declarations[table].erasure?.ofFan;
  return ofFan && ofFan !== 'throughEvents' ? [{ table, ...ofFan }] : [];
});

/** A dry run counts at most so many rows of each table. */
export const maxCounted = 1_000_000;

/** SQL that counts the rows of one table. */
export const countRows = ({ table, rows }: ErasedTable) =>
  `SELECT count(*) AS count FROM (SELECT FROM ${table} WHERE ${rows} LIMIT ${maxCounted}) counted`;

/** Adds rows of a table to the counts. */
export function addErased(counts: readonly ErasedRows[], table: string, count: number): readonly ErasedRows[] {
  if (count === 0) return counts;
  const known = counts.find((one) => one.table === table);
  if (!known) return [...counts, { table, count }];
  return counts.map((one) => (one === known ? { table, count: one.count + count } : one));
}

export const presentErasure = presenting(['id', 'agency_id', 'kind', 'status', 'counts', 'requested_at', 'ended_at']);
