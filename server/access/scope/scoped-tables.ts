import type { Rule } from '../../declare/scope-rules.ts';
import { declarations, tableNames, type TableName, type tables } from '../../models/tables.ts';

/** A table of which a key reaches some rows. */
export type ScopedTable = { [Name in TableName]: (typeof tables)[Name]['scope'] extends Rule ? Name : never }[TableName];

/** Which rows of a table a key reaches; undefined where it reaches none. */
export function ruleOf(name: string): Rule | undefined {
  const scope = declarations[name as TableName]?.scope;
  return typeof scope === 'function' ? scope : undefined;
}

export const scopedTables = tableNames.filter((name): name is ScopedTable => ruleOf(name) !== undefined);

/** Tables that a key's statement may not name: it reads those with a rule through the rule, and cannot access the others. */
export const refusedTables: readonly string[] = tableNames.filter((name) => declarations[name].scope !== 'shared');
