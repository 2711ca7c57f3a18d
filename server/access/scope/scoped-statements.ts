import type { Statement } from '../../database/client/sql.ts';
import type { ScopeValues } from '../../declare/scope-rules.ts';
import { NamedStatements } from '../../lib/named-statements.ts';
import { columnsOf, type TableName } from '../../models/tables.ts';
import type { TenantScope } from './tenant-scope.ts';
import { refusedTables, ruleOf } from './scoped-tables.ts';

const notCode = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|\{[^}]*\}/g;
/** A use of a table by its own name: the preceding words, the table, and its alias. A name next to a dot is a column. */
const named = new RegExp(
  String.raw`(?:\b(delete\s+from|update|into|as)\s+(?:only\s+)?)?(?:\bpublic\s*\.\s*|(?<![.\w]))(${refusedTables.join('|')})\b(?!\s*\.)(?:\s+(?:as\s+)?(?!set\b|where\b|using\b)(\w+))?`,
  'gi',
);

/**
 * Refuses a statement that names a table without its rule. Rows are read from `{orders}`; an update or delete of `orders o` needs
 * `{scope orders o}` in its condition; an insert needs `{agency_id}` in its values. A table without a rule is always refused.
 */
function refuseUnscoped(text: string): void {
  for (const [, before, table, alias] of text.replace(notCode, ' ').replaceAll('"', '').matchAll(named)) {
    const use = before?.toLowerCase().slice(0, 6);
    if (use === 'as') continue;
    const isBound =
      use === 'into'
        ? ruleOf(table!.toLowerCase()) !== undefined && text.includes('{agency_id}')
        : (use === 'update' || use === 'delete') && text.includes(`{scope ${table} ${alias ?? table}}`);
    if (!isBound) throw new Error(`"${table}" is used without its scope rule in: ${text}`);
  }
}

interface Compiled {
  readonly text: string;
  readonly bindsCreators: boolean;
}

function bind(text: string, restricted: boolean, valueCount: number): Compiled {
  refuseUnscoped(text);
  // An index is read by the creators of the policy. If the text searched by them too, the planner would expect a search for each pair. It would then
  // read all rows of an agency: 6,099 buffers instead of 367 for a key of 3 creators and 11,000 orders.
  const bound: ScopeValues = { agencyId: `$${valueCount + 1}`, creatorIds: `$${valueCount + 2}`, isFilter: true };
  const result = text.replace(/\{(scope )?(\w+)(?: (\w+))?\}/g, (_, condition: string | undefined, name: string, alias?: string) => {
    if (name === 'agency_id') return `${bound.agencyId}::uuid`;
    const rule = ruleOf(name);
    if (!rule) throw new Error(`"${name}" does not have a scope rule`);
    if (condition) return rule(alias ?? name, bound, restricted);
    return `(SELECT ${columnsOf(name as TableName)} FROM ${name} WHERE ${rule(name, bound, restricted)})`;
  });
  if (!result.includes(bound.agencyId)) throw new Error(`statement is not limited to an agency: ${text}`);
  return { text: result, bindsCreators: restricted && result.includes(bound.creatorIds) };
}

/** Adds the tenant scope to statements, and caches the resulting texts. */
export class ScopedStatements {
  readonly #cached = new NamedStatements<Compiled>('scoped');

  /** Replaces `{orders}` by a subquery of the rows in scope, `{scope orders o}` by the condition on the alias `o`, and `{agency_id}` by the agency's id. */
  addScope(tenantScope: TenantScope, statement: Statement): Statement {
    const { values = [], plan } = statement;
    const { isRestricted } = tenantScope;
    const form = `${isRestricted ? 'r' : 'a'}${values.length}${statement.text}`;
    const { text, bindsCreators, name } = this.#cached.get(form, () => bind(statement.text, isRestricted, values.length));
    return {
      ...(plan === 'custom' ? {} : { name }),
      ...(plan ? { plan } : {}),
      text,
      values: bindsCreators ? [...values, tenantScope.agencyId, tenantScope.creatorIds] : [...values, tenantScope.agencyId],
      rowScope: tenantScope,
    };
  }
}
