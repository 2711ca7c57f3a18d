import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFolder, type ConsoleFiles } from './built-files.ts';
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

/** The names that the page shows until its program runs, which the first paint does not wait for. The portal does not know its theme yet. */
const otherName = { console: /<!--portal-->.*?<!--\/portal-->/s, portal: /<!--console-->.*?<!--\/console-->/s };

export const readConsole = (folder = builtFolder): ConsoleFiles => readFolder(folder, page) ?? consoleNotBuilt;

/**
 * The browser application as the console or as the portal. Its page is the same at every path below its own, except below `assets`.
 * `{base}` is the relative path to the application's root, so that the page works behind a proxy that serves the service under a path.
 */
export class ConsoleSite {
  readonly #mode: 'console' | 'portal';
  readonly pageHeaders = {};
  /** The paths of assets, with the names of their files, which contain a hash. */
  readonly paths: ReadonlyMap<string, string>;
  readonly #files: ConsoleFiles;
  readonly #page: string;

  constructor(files: ConsoleFiles, mode: 'console' | 'portal') {
    this.#mode = mode;
    this.#files = files;
    const assets = [...files.keys()].filter((name) => name.startsWith('assets/'));
    this.paths = new Map(assets.map((name) => [`/${mode}/${name}`, name]));
    this.#page = files.get(page)!.toString().replace(otherName[mode], '');
  }

  file(name: string): { readonly contentType: string; readonly body: Buffer; readonly isImmutable: true } {
    return { contentType: contentTypes[extname(name)] ?? 'application/octet-stream', body: this.#files.get(name)!, isImmutable: true };
  }

  hasPageAt(path: string): boolean {
    const home = `/${this.#mode}`;
    return path === home || (path.startsWith(`${home}/`) && !path.startsWith(`${home}/assets/`));
  }

  page(path: string): string {
    return this.#page.replaceAll('{base}', '../'.repeat(path.split('/').length - 2) + this.#mode);
  }

  /** Headers of the page, which only pages of these origins may embed. */
  headers(origins: readonly string[]): Readonly<Record<string, string>> {
    return consolePolicy(origins);
  }
}
