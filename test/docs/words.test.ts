import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Rule {
  readonly pattern: string;
  readonly expected: string;
}

const { rules } = parse(await readFile('docs/style/words.yml', 'utf8')) as { readonly rules: readonly Rule[] };
const expressions = rules.map(({ pattern }) => {
  const [, source, flags] = /^\/(.*)\/(\w*)$/.exec(pattern)!;
  return new RegExp(source!, flags);
});
const found = (text: string) => expressions.filter((expression) => expression.test(text)).map(({ source }) => source);

test.each([
  'The answer tells the reason.',
  'The two are told apart by their prefix.',
  'The run goes on without asking.',
  'This is no proxy.',
  'Orders has no DELETE.',
  'Whoever reads the list sees it.',
  'Nobody receives it.',
  'What is stored names its key. The rest is lost.',
  'An account of what is stored.',
  'Records come in faster than they are stored.',
  'The token is read anew.',
  'The header is declared beside the key.',
  'It fails for want of a scope.',
  'The process counts at each look.',
  'Look at the log.',
  'The rule stands in one file.',
  'Entries are kept for 30 days.',
  'The figures are held by a test.',
  'The delivery failed for good.',
  'The key is to be replaced.',
  'The page that was asked for is empty.',
])('%s: is refused', (text) => {
  expect(found(text)).toHaveLength(1);
});

test.each([
  'There is no limit.',
  'The key is no longer valid.',
  'It is no older than a minute.',
  'What is signed?',
  'Keep the old secret valid for 1 hour.',
  'The transaction holds the lock.',
  'The parameter goes on the page.',
  'Look for the request id.',
  'The look-up is one statement.',
  'Connections are kept open.',
  'The endpoint has no failures.',
  'The job stands for one delivery.',
])('%s: is accepted', (text) => {
  expect(found(text)).toEqual([]);
});
