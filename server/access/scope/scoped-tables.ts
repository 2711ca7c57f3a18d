import type { Rule } from '../../declare/scope-rules.ts';
import { declarations, tableNames, type TableName, type tables } from '../../models/tables.ts';

/** A table with a scope rule. */
export type ScopedTable = { [Name in TableName]: (typeof tables)[Name]['scope'] extends Rule ? Name : never }[TableName];

/** The rule that selects the rows of a tenant scope; undefined for a table that keys cannot access. */
export function ruleOf(name: string): Rule | undefined {
  const scope = declarations[name as TableName]?.scope;
  return typeof scope === 'function' ? scope : undefined;
}

export const scopedTables = tableNames.filter((name): name is ScopedTable => ruleOf(name) !== undefined);

/** Tables that statements of keys may not name. They use a scoped table's rule or are closed to keys. */
export const refusedTables: readonly string[] = tableNames.filter((name) => declarations[name].scope !== 'shared');
