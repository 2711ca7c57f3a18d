import { referenceOf, type Reference } from './referring-fields.ts';

/** References whose names are shown next to their ids. */
const shownNames: ReadonlySet<Reference> = new Set(['creator', 'account', 'employee', 'agency']);

/** The name column for an id column. */
export const nameColumn = (column: string): string => column.replace(/_id$/, '_name');

/** The reference of an id column that has a name column. */
export function namedReference(column: string): Reference | undefined {
  const reference = column.endsWith('_id') ? referenceOf(column) : undefined;
  return reference !== undefined && shownNames.has(reference) ? reference : undefined;
}

/** The columns of a table, with a name column after each id column. */
export function withNameColumns(columns: readonly string[] | undefined): readonly string[] | undefined {
  return columns?.flatMap((column) => (namedReference(column) === undefined ? [column] : [column, nameColumn(column)]));
}
