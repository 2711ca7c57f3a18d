import { type Limits, limitOf } from '../limits.ts';
import type { ContractErrors, SourceFile } from './source-file.ts';
import { itemsOf, membersOf } from './members.ts';
import type { SourceFiles } from './source-files.ts';
import type { Texts } from './texts.ts';

/** Every scope, in the order of `scopes.yaml`. */
export function scopesOf({ content }: SourceFile): string[] {
  return Object.values(content).flatMap((scopes) => itemsOf(scopes).map(String));
}

/** `{scopes}`, the list of scopes, and `{scope_table}`, the access that each gives. Both names begin with the prefix. */
export function scopeTexts(file: SourceFile, prefix = ''): Texts {
  const scopes = scopesOf(file);
  return new Map([
    [`${prefix}scopes`, { value: scopes, shown: scopes.map(code).join(', ') }],
    [`${prefix}scope_table`, { value: scopeTable(file.content) }],
  ]);
}

/** Reports scopes that no operation requires with this extension. */
export function checkScopesAreUsed(extension: string, file: SourceFile, files: SourceFiles, errors: ContractErrors): void {
  const used = new Set(files.pathItems.flatMap(([, item]) => Object.values(item).map((operation) => membersOf(operation)[extension])));
  for (const [allowed, scopes] of Object.entries(file.content)) {
    for (const [index, scope] of itemsOf(scopes).entries()) {
      if (!used.has(scope)) errors.add(file, [allowed, index], `${String(scope)}: no operation requires this scope`);
    }
  }
}

/** The rate limits of all operations. */
export function rateLimitTable(files: SourceFiles, limits: Limits): string {
  const own = files.pathItems.flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const requests = membersOf(operation)['x-rate-limit'];
      return requests === undefined ? [] : [{ name: code(`${method.toUpperCase()} ${path}`), requests: Number(requests) }];
    }),
  );
  return limitTable(own, limitOf(limits, 'rate_requests'), limitOf(limits, 'rate_window_seconds'));
}

/** The operations with a lower rate limit than the default, lowest first, and the default. */
export function limitTable(
  operations: readonly { readonly name: string; readonly requests: number }[],
  others: number,
  windowSeconds: number,
): string {
  const own = operations.filter(({ requests }) => requests < others).sort((one, other) => one.requests - other.requests);
  const rows = [...own, { name: 'every other', requests: others }].map(({ name, requests }) => [name, String(requests)]);
  return tableOf(['Operation', `Requests in any ${windowSeconds} seconds`], rows);
}

/** The access that each scope gives. */
export function scopeTable(scopes: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(scopes).map(([allowed, names]) => [itemsOf(names).map(String).map(code).join(', '), allowed]);
  return tableOf(['Scope', 'Allows'], rows);
}

const code = (text: string) => `\`${text}\``;

/** A table of Markdown. */
function tableOf(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heading), `|${heading.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
