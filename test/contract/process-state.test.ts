import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';

const file = new URL('../../eslint.config.js', import.meta.url);
const { noProcessState } = (await import(file.href)) as { noProcessState: Linter.Config };

/** What the rule says of a module of the server with this text. */
function complaintsAbout(text: string, filename = 'server/delivery/planted.ts'): string[] {
  const parsed: Linter.Config = { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } };
  return new Linter().verify(text, [parsed, noProcessState], { filename }).map(({ message }) => message);
}

test.each([
  ['a variable', 'let count = 0;'],
  ['one that is given away', 'export let count = 0;'],
  ['a set to be filled', 'const open = new Set<string>();'],
  ['a map to be filled', 'export const kept: ReadonlyMap<string, number> = new Map();'],
  ['a weak map', 'const kept = new WeakMap<object, number>();'],
  ['a list to be filled', 'const waiting: string[] = [];'],
  ['an object to be filled', 'const known = {};'],
  ['a record to be filled', 'const known: Record<string, number> = {};'],
  ['an object that is constructed', 'const places = new Places();'],
])('a module of the server does not hold %s', (_, text) => {
  expect(complaintsAbout(text)).toEqual([expect.stringContaining('composition')]);
});

test('it holds what never changes, and constructed objects hold what does', () => {
  const fine = `
    const codes = new Set(['40001']);
    const uuid = new RegExp('^[0-9a-f-]+$');
    export class Places { readonly #open = new Map<string, number>(); #count = 0; }
    export function keep() { let running; return () => (running ??= []); }`;
  expect(complaintsAbout(fine)).toEqual([]);
  expect(complaintsAbout('let count = 0;', 'test/delivery/planted.ts')).toEqual([]);
});
