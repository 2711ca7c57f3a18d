import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FillIn } from '../config/installation.ts';
import type { SiteFiles } from './built-files.ts';
import { siteNotBuilt } from './not-built.ts';
import { pageHeaders } from './page-headers.ts';
import { escapeHtml } from './prose.ts';

const folder = fileURLToPath(new URL('../../docs/built', import.meta.url));

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.atom': 'application/atom+xml; charset=utf-8',
};

/** A file of the site as this installation serves it. */
export interface SiteFile {
  readonly contentType: string;
  readonly body: string;
}

/** Where a listener has the site, and what it keeps of it. */
export interface SiteOptions {
  /** Path of the first page, without a slash before it: the others lie below. */
  readonly home: string;
  /** Name of the page at that path. */
  readonly first: string;
  /** Pages that only the operator listener shows lie in `operator`. */
  readonly showsOperators: boolean;
  /** Where the service is, for a site that is served apart from it. */
  readonly serviceUrl?: string;
  readonly fillIn: FillIn;
}

/** A value for HTML. Text in backticks is code. */
const codeHtml = (value: string) => escapeHtml(value).replace(/`([^`]*)`/g, '<code>$1</code>');

/** What HTML and XML may hold of a value: the pages are made before the values are known. */
const names = /\{(docs_home|service_home|page_title|page_body|[a-z]+(?:_[a-z]+)+)\}/g;

export function readSite(): SiteFiles {
  if (!existsSync(join(folder, 'shell.html'))) return siteNotBuilt;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8')]));
}

function pathsOf(files: SiteFiles, home: string): Map<string, string> {
  const below = [...files.keys()].filter((name) => name.startsWith('docs/'));
  const entries = below.map((name): [string, string] => [`/${home}/${name.slice('docs/'.length).replace(/\.html$/, '')}`, name]);
  const forModels = ['llms.txt', 'llms-full.txt'].map((name): [string, string] => [`/${name}`, `docs/${name}`]);
  return new Map([...entries, ...forModels]);
}

/** The way from a path to the top of the site. */
const topOf = (path: string) => '../'.repeat(path.split('/').length - 2);

/** The documentation site, which `npm run build` makes, in memory and with the values of this installation. */
export class Site {
  readonly #options: SiteOptions;
  readonly #files: SiteFiles;
  readonly pageHeaders = pageHeaders;
  readonly home: string;
  /** The paths of all files below the first page, as requests name them, each with the name of its file. */
  readonly paths: ReadonlyMap<string, string>;
  /** The first page, as it is served at its path. */
  readonly firstPage: string;
  readonly firstMarkdown: string;

  constructor(files: SiteFiles, options: SiteOptions) {
    this.#options = options;
    this.home = options.home;
    this.#files = options.showsOperators ? files : new Map([...files].filter(([name]) => !/^docs\/operator[./]/.test(name)));
    this.paths = pathsOf(this.#files, options.home);
    this.firstPage = this.page(options.first, `/${options.home}`)!;
    this.firstMarkdown = this.markdown(options.first, `/${options.home}`)!;
  }

  /** A file as it is served at a path. */
  file(name: string, path: string): SiteFile {
    const contentType = contentTypes[extname(name)]!;
    const text = this.#files.get(name)!;
    const isMarkup = /\.(html|atom)$/.test(name);
    return { contentType, body: isMarkup ? this.#markup(text, path, {}) : this.#options.fillIn(text) };
  }

  /** A page by its name, such as `problems/rate_limited`, as it is served at a path; undefined where there is none. */
  page(name: string, path: string): string | undefined {
    const text = this.#files.get(name === 'index' ? 'docs.html' : `docs/${name}.html`);
    return text === undefined ? undefined : this.#markup(text, path, {});
  }

  /** A page as Markdown, with its links relative to the path that it is served at; undefined where there is none. */
  markdown(name: string, path: string): string | undefined {
    const text = this.#files.get(`docs/${name}.md`);
    if (text === undefined) return undefined;
    const folder = `http://site/${this.home}/${name}`;
    const relative = (link: string) => `${topOf(path)}${new URL(link, folder).href.slice('http://site/'.length)}`;
    return this.#options.fillIn(text.replace(/\]\((?![a-z]+:|[#/{])([^)\s]+)\)/g, (_, link: string) => `](${relative(link)})`));
  }

  /** A page of the service itself, in the site's frame, as it is served at a path. `body` is HTML. */
  framed(title: string, body: string, path: string): string {
    return this.#markup(this.#files.get('shell.html')!, path, { page_title: escapeHtml(title), page_body: body });
  }

  /** Links are relative, so that they hold behind a proxy that serves the service under a path. */
  #markup(text: string, path: string, values: Readonly<Record<string, string>>): string {
    const { home, fillIn, serviceUrl } = this.#options;
    const top = topOf(path);
    const service_home = serviceUrl === undefined ? top : `${escapeHtml(serviceUrl)}/`;
    const own: Readonly<Record<string, string>> = { ...values, docs_home: `${top}${home}`, service_home };
    return text.replace(names, (whole, name: string) => own[name] ?? codeHtml(fillIn(whole)));
  }
}
