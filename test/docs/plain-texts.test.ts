import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';

const file = new URL('../../eslint.config.js', import.meta.url);
const { plainTexts } = (await import(file.href)) as { plainTexts: Linter.Config };

function wordsIn(text: string, filename = 'server/planted.tsx'): string[] {
  const parser = { languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } } };
  const parsed: Linter.Config = { files: ['**/*.ts', '**/*.tsx'], ...parser };
  return new Linter().verify(text, [parsed, plainTexts], { filename }).map(({ message, line }) => `${line}: ${message.split(' is ')[0]}`);
}

test.each([
  ['a string', "throw new Error('the caller was told so');", ['1: "told"']],
  ['a template', 'log(`the worker ${id} goes on with ${count}`);', ['1: "goes on"']],
  ['a text that JSX shows', 'const page = <p>Nobody reads it.</p>;', ['1: "Nobody"']],
  ['a comment', '// The address is read anew.', ['1: "anew"']],
  ['a phrase on two lines', '/**\n * The claim goes\n * on after an outage.\n */', ['2: "goes on"']],
  ['line comments that are one sentence', '// The claim goes\n// on after an outage.', ['1: "goes on"']],
])('%s is checked', (_, text, found) => {
  expect(wordsIn(text)).toEqual(found);
});

test.each([
  ['identifiers', 'const told = tell(nobody); export { told };'],
  ['imports', "import { anew } from './told anew.ts';"],
  ['code in backticks and options', '// `told` is passed to `tell(whoever)` with --beside.'],
  ['SQL', 'const text = `SELECT told FROM letters WHERE beside = ${at}`;'],
  ['single words, which are names', "const names = ['told', 'beside'];"],
  ['plain words', '// The worker claims due deliveries and continues after an outage.'],
])('%s are accepted', (_, text) => {
  expect(wordsIn(text)).toEqual([]);
});

test('folders without the rule are not checked', () => {
  expect(wordsIn("throw new Error('the caller was told so');", 'spec/planted.ts')).toEqual([]);
});
