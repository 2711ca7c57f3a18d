import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The files of a folder by their names, with a slash between folders; undefined unless the folder contains `required`. */
export function readFolder(folder: string, required: string): ReadonlyMap<string, Buffer> | undefined {
  if (!existsSync(join(folder, required))) return undefined;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path)]));
}

/** The documentation's files by their names. */
export type SiteFiles = ReadonlyMap<string, string>;

/** The browser application's files by their names: its page, `index.html`, and those below `assets`. */
export type ConsoleFiles = ReadonlyMap<string, Buffer>;
