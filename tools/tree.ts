/** What the stages of the generation read, and what they make. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Made from the contract alone by `npm run generate`, and committed: its tools need Java. */
export const committed = ['generated'];

/** The names of former releases, each of which has a contract of its own. */
const formers = existsSync('spec/former') ? readdirSync('spec/former').sort() : [];

/** Made by `npm run build`, and not committed. */
export const built = [
  ...formers.flatMap((name) => [`generated/openapi.${name}.json`, `generated/openapi.internal.${name}.json`]),
  'generated/openapi.internal.json',
  'generated/openapi.json',
  'generated/openapi.operator.json',
  'sdk/src/generated',
  'cli/src/generated',
  'console/src/generated',
  'docs/built',
  'console/built',
];

/** What the stages read. */
export const sources = [
  'spec',
  'docs',
  'console',
  'generated',
  'sdk/src',
  'sdk/tsconfig.json',
  'sdk/README.md',
  'cli/README.md',
  'README.md',
  'openapitools.json',
  'package.json',
  'package-lock.json',
  'tools',
  'tsconfig.base.json',
];

/** The files below a path that are not built, in their order. */
export async function filesBelow(path: string, root = '.'): Promise<string[]> {
  if (built.includes(path)) return [];
  const place = join(root, path);
  if (!(await stat(place)).isDirectory()) return [path];
  const names = (await readdir(place)).sort();
  return (await Promise.all(names.map((name) => filesBelow(join(path, name), root)))).flat();
}

/** The same for the same sources, whatever the times of their files are. */
export async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of (await Promise.all(sources.filter((path) => existsSync(path)).map((path) => filesBelow(path)))).flat()) {
    const content = await readFile(path);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Copies what the stages read into a folder, without what they make. They find the packages there too. */
export async function copySources(folder: string, made: readonly string[]): Promise<void> {
  for (const path of sources.filter((source) => existsSync(source))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(path, join(folder, path), { recursive: true, filter: (each) => !made.includes(each) });
  }
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
}
