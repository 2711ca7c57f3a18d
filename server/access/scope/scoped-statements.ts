import type { Statement } from '../../database/client/sql.ts';
import type { ScopeValues } from '../../declare/scope-rules.ts';
import { NamedStatements } from '../../lib/named-statements.ts';
import { columnsOf, type TableName } from '../../models/tables.ts';
import type { TenantScope } from './tenant-scope.ts';
import { refusedTables, ruleOf } from './scoped-tables.ts';

const notCode = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|\{[^}]*\}/g;
/** A table by its own name: the text before it, the table, the text after it. A name before or behind a dot is a column's. */
const named = new RegExp(
  String.raw`(?:\b(delete\s+from|update|into|as)\s+(?:only\s+)?)?(?:\bpublic\s*\.\s*|(?<![.\w]))(${refusedTables.join('|')})\b(?!\s*\.)(?:\s+(?:as\s+)?(?!set\b|where\b|using\b)(\w+))?`,
  'gi',
);

/** Thrown for a statement whose text could read or write rows outside the key's reach. */
class UnboundedStatementError extends Error {}

/**
 * Refuses a statement that names a table without its rule: rows are read from `{orders}`; an update or a delete of `orders o` needs
 * `{scope orders o}` in its condition; an insert names `{agency_id}` among its values. A table without a rule is always refused.
 */
function refuseUnbounded(text: string): void {
  for (const [, before, table, alias] of text.replace(notCode, ' ').replaceAll('"', '').matchAll(named)) {
    const use = before?.toLowerCase().slice(0, 6);
    if (use === 'as') continue;
    const isBound =
      use === 'into'
        ? ruleOf(table!.toLowerCase()) !== undefined && text.includes('{agency_id}')
        : (use === 'update' || use === 'delete') && text.includes(`{scope ${table} ${alias ?? table}}`);
    if (!isBound) throw new UnboundedStatementError(`"${table}" is used outside the reach of the key in: ${text}`);
  }
}

interface Compiled {
  readonly text: string;
  readonly bindsCreators: boolean;
}

function bind(text: string, restricted: boolean, valueCount: number): string {
  refuseUnbounded(text);
  // An index is read by the creators of the policy. For those of the text too, the planner would expect a search for each pair of them, and
  // prefer to read all rows of an agency that has few on average: for a key of 3 creators 6,099 buffers of 11,000 orders in place of 367.
  const bound: ScopeValues = { agencyId: `$${valueCount + 1}`, creatorIds: `$${valueCount + 2}`, isFilter: true };
  const result = text.replace(/\{(scope )?(\w+)(?: (\w+))?\}/g, (_, condition: string | undefined, name: string, alias?: string) => {
    if (name === 'agency_id') return `${bound.agencyId}::uuid`;
    const rule = ruleOf(name);
    if (!rule) throw new UnboundedStatementError(`"${name}" does not have a scope rule`);
    if (condition) return rule(alias ?? name, bound, restricted);
    return `(SELECT ${columnsOf(name as TableName)} FROM ${name} WHERE ${rule(name, bound, restricted)})`;
  });
  if (!result.includes(bound.agencyId)) throw new UnboundedStatementError(`statement is not limited to an agency: ${text}`);
  return result;
}

/** Binds statements to the reach of keys, and remembers the forms that it has bound. */
export class ScopedStatements {
  readonly #kept = new NamedStatements<Compiled>('scoped');

  /**
   * `{orders}` stands for the reachable rows of `orders` (give it an alias, as any subquery), `{scope orders o}` for the
   * condition on the alias `o`, `{agency_id}` for the agency's id.
   */
  within(tenantScope: TenantScope, statement: Statement): Statement {
    const { values = [], plan } = statement;
    const { isRestricted } = tenantScope;
    const form = `${isRestricted ? 'r' : 'a'}${values.length}${statement.text}`;
    const { text, bindsCreators, name } = this.#kept.get(form, () => this.#bind(statement.text, isRestricted, values.length));
    return {
      ...(plan === 'custom' ? {} : { name }),
      ...(plan ? { plan } : {}),
      text,
      values: bindsCreators ? [...values, tenantScope.agencyId, tenantScope.creatorIds] : [...values, tenantScope.agencyId],
      rowScope: tenantScope,
    };
  }

  #bind(text: string, restricted: boolean, valueCount: number): Compiled {
    const bound = bind(text, restricted, valueCount);
    const bindsCreators = restricted && bound.includes(`$${valueCount + 2}`);
    return { text: bound, bindsCreators };
  }
}
