import type { Record as UpstreamRecord } from '../../generated/models.ts';
import type { Column } from '../declare/columns.ts';

export type RecordType = UpstreamRecord['type'];
export type RecordOf<Type extends RecordType> = Extract<UpstreamRecord, { type: Type }>;

/** The columns that the records of a type set: one for each of its fields, unless they are named as stored otherwise. */
export type ColumnsOf<Type extends RecordType, Otherwise extends keyof RecordOf<Type> = never> = {
  readonly [Field in Exclude<keyof RecordOf<Type>, 'type' | Otherwise>]-?: Column;
} & Readonly<Record<string, Column>>;

/** SQL: columns of the table or subquery with the alias. */
export const columnsOf = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`).join(', ');
