import type { Record as UpstreamRecord } from '../../generated/models.ts';
import { typeOf, type Column, type RecordColumn } from '../declare/columns.ts';
import { tables } from '../models/tables.ts';

export type RecordType = UpstreamRecord['type'];
export type RecordOf<Type extends RecordType> = Extract<UpstreamRecord, { type: Type }>;

/** The columns that the records of a type set: one for each field, except for fields that are stored elsewhere. */
export type ColumnsOf<Type extends RecordType, Otherwise extends keyof RecordOf<Type> = never> = {
  readonly [Field in Exclude<keyof RecordOf<Type>, 'type' | Otherwise>]-?: Column;
} & Readonly<Record<string, Column>>;

/** A table that records are written to. */
export interface RecordTable {
  readonly table: string;
  /** Its primary key after `agency_id`, which the records contain. */
  readonly key: readonly string[];
  /** The columns that the fields of a record set, including those of the key, each with its PostgreSQL type. */
  readonly columns: Readonly<Record<string, RecordColumn & { readonly type: string }>>;
  /** SQL of the values looked up for the record `r`, by column. They depend only on other columns. */
  readonly derived: Readonly<Record<string, string>>;
  /** SQL of the join that looks them up. */
  readonly join: string;
}

function recordTable(table: string, columns: Readonly<Record<string, Column>>, join = ''): RecordTable {
  const set = Object.entries(columns).flatMap(([name, column]) => (column.record ? [{ name, column, record: column.record }] : []));
  const own = set.filter(({ record }) => record.derived === undefined);
  return {
    table,
    key: own.filter(({ column }) => column.primaryKey).map(({ name }) => name),
    columns: Object.fromEntries(own.map(({ name, column, record }) => [name, { ...record, type: typeOf(column) }])),
    derived: Object.fromEntries(set.flatMap(({ name, record }) => (record.derived === undefined ? [] : [[name, record.derived]]))),
    join,
  };
}

const creatorOfAccount = 'JOIN creators c ON c.agency_id = r.agency_id AND c.account_id = r.account_id';

export const creatorTable = recordTable('creators', tables.creators.columns satisfies ColumnsOf<'creator', 'account'>);
export const employeeTable = recordTable('employees', tables.employees.columns satisfies ColumnsOf<'employee'>);
export const tagTable = recordTable('tags', tables.tags.columns satisfies ColumnsOf<'tag'>);
export const fanTable = recordTable('fans', tables.fans.columns satisfies ColumnsOf<'fan'>, creatorOfAccount);
export const sendTable = recordTable('sends', tables.sends.columns satisfies ColumnsOf<'send'>);
export const orderTable = recordTable(
  'orders',
  tables.orders.columns satisfies ColumnsOf<'order'>,
  'JOIN creators c ON c.agency_id = r.agency_id AND c.id = r.creator_id',
);
export const aiRequestTable = recordTable('ai_requests', tables.ai_requests.columns satisfies ColumnsOf<'ai_request'>, creatorOfAccount);
