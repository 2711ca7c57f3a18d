import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The names of former releases, each of which has a contract of its own. */
const formers = existsSync('spec/former') ? readdirSync('spec/former').sort() : [];

/** Outputs of `npm run build`, which are not committed. */
export const built = [
  ...formers.flatMap((name) => [`generated/openapi.${name}.json`, `generated/openapi.internal.${name}.json`]),
  'generated/openapi.internal.json',
  'generated/openapi.json',
  'generated/openapi.operator.json',
  'sdk/src/generated',
  'cli/src/generated',
  'console/src/generated',
  ...['contract', 'examples', 'operator_resources', 'problems', 'resources', 'types'].map(
    (name) => `sdk/python/src/agency_service/${name}.py`,
  ),
  'docs/built',
  'console/built',
];

/** The sources of the outputs. */
export const sources = [
  'spec',
  'docs',
  'console',
  'generated',
  'sdk/src',
  'sdk/tsconfig.json',
  'sdk/README.md',
  'sdk/python/README.md',
  'sdk/python/src',
  'cli/README.md',
  'openapitools.json',
  'package.json',
  'package-lock.json',
  'tools',
  'tsconfig.base.json',
];

/** The hash of the sources of the present outputs. */
const fingerprintFile = '.cache/built-from';

/** A stage failed. The message is its output. */
export class StageFailure extends Error {}

/** Ends the process with the message of a failed stage. */
export function reportFailure(error: unknown): never {
  if (!(error instanceof StageFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** The files below a path without outputs, sorted. */
async function filesBelow(path: string): Promise<string[]> {
  if (built.includes(path)) return [];
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).sort();
  return (await Promise.all(names.map((name) => filesBelow(join(path, name))))).flat();
}

/** The hash of the contents of the sources. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of (await Promise.all(sources.filter((path) => existsSync(path)).map(filesBelow))).flat()) {
    const content = await readFile(path);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function run(...parameters: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  if (status !== 0) throw new StageFailure(stderr.trim() || stdout.trim() || `${parameters[0]} ended with ${status}`);
  process.stdout.write(stdout);
}

/** Compiles the packages. */
const compile = () => run('node_modules/typescript/bin/tsc', '-b', 'sdk', 'sdk/commonjs', 'cli');

/** Builds all outputs; with `onlyIfNeeded` only if a source has changed. The incremental compilation of the packages always runs. */
export async function buildAll({ onlyIfNeeded = false } = {}): Promise<void> {
  const known = await readFile(fingerprintFile, 'utf8').catch(() => '');
  if (!onlyIfNeeded || known !== (await fingerprint()) || !built.every((path) => existsSync(path))) {
    await Promise.all([fingerprintFile, ...built].map((path) => rm(path, { recursive: true, force: true })));
    for (const stage of ['spec/generate/documents.ts', 'docs/site/build.ts', 'console/build.ts']) run(stage);
    await mkdir('.cache', { recursive: true });
    await writeFile(fingerprintFile, await fingerprint());
  }
  compile();
}

/** Also generates the committed files. */
export async function generateAll(): Promise<void> {
  run('spec/generate/main.ts');
  await buildAll();
  await listManPages();
}

/** Generates the committed files. Throws if one of them changed. */
export async function checkCommitted(): Promise<void> {
  const read = async () =>
    new Map(await Promise.all((await filesBelow('generated')).map(async (path) => [path, await readFile(path, 'utf8')] as const)));
  const before = await read();
  run('spec/generate/main.ts');
  const after = await read();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
  if (changed.length > 0) throw new StageFailure(`npm run generate changes what is committed:\n${changed.join('\n')}`);
}

const manifest = 'cli/package.json';

type CommandLine = typeof import('../cli/src/program.ts') & typeof import('../cli/src/man.ts');

/** Lists the manual pages in the package of the command line, because npm does not link a folder of pages. */
async function listManPages(): Promise<void> {
  const load = async (name: string) => (await import(pathToFileURL(resolve(`cli/dist/${name}.js`)).href)) as CommandLine;
  const [{ createProgram }, { manPages }] = [await load('program'), await load('man')];
  const { stdin, stdout, stderr } = process;
  const pages = manPages(createProgram({ stdin, stdout, stderr, environment: {}, version: '' }), '');
  const content = JSON.parse(await readFile(manifest, 'utf8')) as Record<string, unknown>;
  content['man'] = pages.map(({ file }) => `man/${file}`);
  await writeFile(manifest, `${JSON.stringify(content, null, 2)}\n`);
}
