import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const manifest = 'cli/package.json';

type CommandLine = typeof import('../cli/src/program.ts') & typeof import('../cli/src/man.ts');

/** Lists the pages of the manual in the package of the command line: npm links no folder of pages. */
export async function listManPages(): Promise<void> {
  const load = async (name: string) => (await import(pathToFileURL(resolve(`cli/dist/${name}.js`)).href)) as CommandLine;
  const [{ createProgram }, { manPages }] = [await load('program'), await load('man')];
  const { stdin, stdout, stderr } = process;
  const pages = manPages(createProgram({ stdin, stdout, stderr, environment: {}, version: '', ownCommand: [process.execPath] }), '');
  const content = JSON.parse(await readFile(manifest, 'utf8')) as Record<string, unknown>;
  content['man'] = pages.map(({ file }) => `man/${file}`);
  await writeFile(manifest, `${JSON.stringify(content, null, 2)}\n`);
}
