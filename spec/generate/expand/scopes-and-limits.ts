import { type Limits, limitOf } from '../limits.ts';
import type { Complaints, SourceFile } from './source-file.ts';
import { itemsOf, membersOf } from './members.ts';
import type { SourceFiles } from './source-files.ts';
import type { Filling, Texts } from './texts.ts';

/** Every scope, in the order of `scopes.yaml`. */
export function scopesOf({ content }: SourceFile): string[] {
  return Object.values(content).flatMap((scopes) => itemsOf(scopes).map(String));
}

/** `{scopes}`, the list of them, and `{scope_table}`, what they allow; with a prefix before both names. */
export function scopeTexts(file: SourceFile, prefix = ''): Texts {
  const scopes = scopesOf(file);
  const table = scopeTable(file.content);
  return new Map([
    [`${prefix}scopes`, { value: scopes, shown: scopes.map(code).join(', ') }],
    [`${prefix}scope_table`, { value: table, shown: table }],
  ]);
}

/** Complains of scopes that no operation asks for by this extension: they could be held for nothing. */
export function checkScopesAreAsked(extension: string, file: SourceFile, files: SourceFiles, complaints: Complaints): void {
  const items = files.all.filter(({ name }) => name.startsWith('paths/')).flatMap(({ content }) => Object.values(content));
  const operations = items.flatMap((item) => Object.values(membersOf(item))).map(membersOf);
  const asked = new Set(operations.map((operation) => operation[extension]));
  for (const [allowed, scopes] of Object.entries(file.content)) {
    for (const [index, scope] of itemsOf(scopes).entries()) {
      if (!asked.has(scope)) complaints.add(file, [allowed, index], `${String(scope)}: no operation asks for this scope`);
    }
  }
}

/** The limits of all operations, with their paths of `openapi.yaml`. */
export function rateLimitTable(files: SourceFiles, limits: Limits): Filling {
  const entry = files.named('openapi.yaml');
  const own = Object.entries(membersOf(entry.content['paths'])).flatMap(([path, reference]) => {
    const item = membersOf(files.follow(entry, String(membersOf(reference)['$ref']))?.node);
    return Object.entries(item).flatMap(([method, operation]) => {
      const requests = membersOf(operation)['x-rate-limit'];
      return requests === undefined ? [] : [{ name: code(`${method.toUpperCase()} ${path}`), requests: Number(requests) }];
    });
  });
  const text = limitTable(own, limitOf(limits, 'rate_requests'), limitOf(limits, 'rate_window_seconds'));
  return { value: text, shown: text };
}

/** The operations that allow fewer requests than the others, lowest first, and what the others allow. */
export function limitTable(
  operations: readonly { readonly name: string; readonly requests: number }[],
  others: number,
  windowSeconds: number,
): string {
  const own = operations.filter(({ requests }) => requests < others).sort((one, other) => one.requests - other.requests);
  const rows = [...own, { name: 'every other', requests: others }].map(({ name, requests }) => [name, String(requests)]);
  return tableOf(['Operation', `Requests in any ${windowSeconds} seconds`], rows);
}

/** What each scope allows. */
export function scopeTable(scopes: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(scopes).map(([allowed, names]) => [itemsOf(names).map(String).map(code).join(', '), allowed]);
  return tableOf(['Scope', 'Allows'], rows);
}

const code = (text: string) => `\`${text}\``;

/** Rows of Markdown below a heading. */
function tableOf(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heading), `|${heading.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
