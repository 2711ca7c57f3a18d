/**
 * The prose linter: `node docs/style/lint.ts [FILE…]`. It applies words.yml to the documents and to the texts of the
 * contract, each as Markdown, so that code in backticks and fences is left out. Prints `file:line: found => instead`.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import words from 'textlint-rule-prh';
import { isScalar, LineCounter, parseDocument, visit } from 'yaml';

const list = 'docs/style/words.yml';

interface Passage {
  readonly text: string;
  /** The line of the file on which the text begins. */
  readonly line: number;
}

const kernel = new TextlintKernel();
const options = {
  ext: '.md',
  plugins: [{ pluginId: 'markdown', plugin: markdown.default }],
  rules: [
    {
      ruleId: 'words',
      rule: words.default,
      options: { ruleContents: [await readFile(list, 'utf8')], checkLink: true, checkEmphasis: true, checkBlockQuote: true },
    },
  ],
};

/** The texts of a YAML document: its strings of several words. */
function textsOf(source: string): Passage[] {
  const lines = new LineCounter();
  const passages: Passage[] = [];
  visit(parseDocument(source, { lineCounter: lines }), {
    Scalar(_key, scalar) {
      if (!isScalar(scalar) || typeof scalar.value !== 'string' || !/\S\s+\S/.test(scalar.value)) return;
      const { line } = lines.linePos(scalar.range![0]);
      passages.push({ text: scalar.value, line: scalar.type?.startsWith('BLOCK') ? line + 1 : line });
    },
  });
  return passages;
}

async function complaintsAbout(file: string): Promise<string[]> {
  const source = await readFile(file, 'utf8');
  const passages = extname(file) === '.md' ? [{ text: source, line: 1 }] : textsOf(source);
  const complaints = await Promise.all(
    passages.map(async ({ text, line }) => {
      const { messages } = await kernel.lintText(text, options);
      return messages.map((found) => `${file}:${line + found.loc.start.line - 1}: ${found.message}`);
    }),
  );
  return complaints.flat();
}

const named = process.argv.slice(2);
const { stdout } = await promisify(execFile)('git', ['ls-files', '--', ...(named.length > 0 ? named : ['*.md', 'docs', 'spec'])]);
const files = stdout.split('\n').filter((file) => /\.(md|ya?ml)$/.test(file) && !/^(docs\/built|docs\/style|generated)\//.test(file));
let count = 0;
for (const file of files) {
  const complaints = await complaintsAbout(file);
  count += complaints.length;
  for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
}
if (count > 0) process.exitCode = 1;
