import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'spec/README.md',
  'sdk/README.md',
  'cli/README.md',
  'docs/configuration.md',
  'docs/data.md',
  ...readdirSync('docs/decisions').map((name) => `docs/decisions/${name}`),
  ...readdirSync('contributing').map((name) => `contributing/${name}`),
];

/** What the guides of contributing/ make, and files that a running service or `svc` writes. */
const made = [
  'server/resources/tags/get-tag.ts',
  'test/api/tags/get-tag.test.ts',
  'spec/former/',
  'former/',
  'spec/former/Amethyste/schemas/ai-requests.yaml',
  'server/versions/beryl.ts',
  'DATA_DIR/operator.json',
  'profiles.json',
];

/** Folders below which a document names files: ARCHITECTURE.md those of the server, spec/README.md those of the specification. */
const folders = ['.', 'server', 'spec', 'sdk', 'docs'];

const exists = (file: string) => folders.some((folder) => existsSync(join(folder, file)));

/** The files that code spans outside of fences name, and diagrams: `a/b.ts`, `b.yaml`, `a/`. */
function filesIn(markdown: string): string[] {
  const spans = markdown.replaceAll(/^ *```[^]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g);
  const diagrams = markdown.matchAll(/^```mermaid\n([^]*?)^```/gm);
  const names = [...[...spans].map(([, span]) => span!), ...[...diagrams].flatMap(([, diagram]) => diagram!.split(/[\s"<>,]+/))];
  return names.filter((span) => /^[\w.-]+(\/[\w.-]+)*(\.(ts|sql|yaml|md|json)|\/)$/.test(span));
}

describe.each(documents)('%s', (document) => {
  const text = readFileSync(document, 'utf8');

  test('names files that exist', () => {
    expect(filesIn(text).filter((file) => !made.includes(file) && !exists(file))).toEqual([]);
  });

  test('links to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!);
    expect(links.filter((link) => !existsSync(join(dirname(document), link)))).toEqual([]);
  });
});

test('a file that is not there is found, and one that is elsewhere', () => {
  expect(exists('http/gone.ts')).toBe(false);
  expect(exists('delivery/send/render.ts')).toBe(true);
  expect(exists('render.ts')).toBe(false);
  expect(exists('delivery/render.ts')).toBe(false);
  expect(filesIn('See `http/gone.ts` and `gone/`, not `/docs/x` or `a b.ts`.\n\n```ts\n`x.ts`\n```\n')).toEqual(['http/gone.ts', 'gone/']);
  expect(filesIn('```mermaid\na["two<br>http/gone.ts, gone/"] --> b\n```\n')).toEqual(['http/gone.ts', 'gone/']);
});

test('docs/decisions/README.md lists every page, in their order, and none is longer than 60 lines', () => {
  const pages = readdirSync('docs/decisions').filter((name) => name !== 'README.md');
  const listed = [...readFileSync('docs/decisions/README.md', 'utf8').matchAll(/^\| \[\d{3}\]\((.+)\) \|/gm)].map(([, page]) => page);
  expect(listed).toEqual(pages.toSorted());
  for (const page of pages) expect(readFileSync(`docs/decisions/${page}`, 'utf8').split('\n').length, page).toBeLessThanOrEqual(61);
});
