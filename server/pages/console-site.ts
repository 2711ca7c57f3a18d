import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConsoleFiles } from './built-files.ts';
import { consoleNotBuilt } from './not-built.ts';
import { consolePolicy } from './page-headers.ts';

const builtFolder = fileURLToPath(new URL('../../console/built', import.meta.url));

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

const page = 'index.html';

/** The name of the application, which the page shows until its program runs. The portal has the name of its link's theme. */
const consoleName = /<!--console-->.*?<!--\/console-->/s;

export function readConsole(folder = builtFolder): ConsoleFiles {
  if (!existsSync(join(folder, page))) return consoleNotBuilt;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path)]));
}

/**
 * The browser application at one of its two doors. Its page is the same at every path below the door, except below `assets`; `{base}` in
 * it is the way from there to the door, so that it holds behind a proxy that serves the service under a path.
 */
export class ConsoleSite {
  readonly door: 'console' | 'portal';
  readonly pageHeaders = {};
  /** The paths of assets, each with the name of its file, which contains a hash: it never changes. */
  readonly paths: ReadonlyMap<string, string>;
  readonly #files: ConsoleFiles;
  readonly #page: string;

  constructor(files: ConsoleFiles, door: 'console' | 'portal') {
    this.door = door;
    this.#files = files;
    const assets = [...files.keys()].filter((name) => name.startsWith('assets/'));
    this.paths = new Map(assets.map((name) => [`/${door}/${name}`, name]));
    const text = files.get(page)!.toString();
    this.#page = door === 'console' ? text : text.replace(consoleName, '');
  }

  file(name: string): { readonly contentType: string; readonly body: Buffer; readonly isImmutable: true } {
    return { contentType: contentTypes[extname(name)] ?? 'application/octet-stream', body: this.#files.get(name)!, isImmutable: true };
  }

  hasPageAt(path: string): boolean {
    return path === `/${this.door}` || (path.startsWith(`/${this.door}/`) && !path.startsWith(`/${this.door}/assets/`));
  }

  /** The page as it is served at a path. */
  page(path: string): string {
    return this.#page.replaceAll('{base}', '../'.repeat(path.split('/').length - 2) + this.door);
  }

  /** Headers of the page where pages of these origins, and no others, may show it inside of their own. */
  headers(origins: readonly string[]): Readonly<Record<string, string>> {
    return consolePolicy(origins);
  }
}
