import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FillIn } from '../config/installation.ts';
import { readFolder, type SiteFiles } from './built-files.ts';
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

export interface SiteOptions {
  /** Path of the first page without a leading slash. The other pages are below it. */
  readonly home: string;
  /** Name of the page at that path. */
  readonly first: string;
  /** Whether to serve the pages in `operator` and the menu for operators, which are for the operator listener. */
  readonly showsOperators: boolean;
  /** The address of the service, for a site that another listener or host serves. */
  readonly serviceUrl?: string;
  readonly fillIn: FillIn;
}

/** A value as HTML. Text in backticks is code. */
const codeHtml = (value: string) => escapeHtml(value).replace(/`([^`]*)`/g, '<code>$1</code>');

const operatorParts = /<!--operators-->[^]*?<!--\/operators-->/g;

/** Placeholders: the pages are built before the values are known. */
const names = /\{(docs_home|service_home|page_title|page_body|[a-z]+(?:_[a-z]+)+)\}/g;

export function readSite(): SiteFiles {
  const files = readFolder(folder, 'shell.html');
  return files ? new Map([...files].map(([name, body]) => [name, body.toString()])) : siteNotBuilt;
}

function pathsOf(files: SiteFiles, home: string): Map<string, string> {
  const below = [...files.keys()].filter((name) => name.startsWith('docs/'));
  const entries = below.map((name): [string, string] => [`/${home}/${name.slice('docs/'.length).replace(/\.html$/, '')}`, name]);
  const forModels = ['llms.txt', 'llms-full.txt'].map((name): [string, string] => [`/${name}`, `docs/${name}`]);
  return new Map([...entries, ...forModels]);
}

function withoutOperators(files: SiteFiles): SiteFiles {
  const others = [...files].filter(([name]) => !/^docs\/operator[./]/.test(name));
  return new Map(others.map(([name, text]) => [name, name.endsWith('.html') ? text.replace(operatorParts, '') : text]));
}

/** The relative path to the root. */
const topOf = (path: string) => '../'.repeat(path.split('/').length - 2);

/** The documentation site in memory, with the values of this installation. */
export class Site {
  readonly #options: SiteOptions;
  readonly #files: SiteFiles;
  readonly pageHeaders = pageHeaders;
  readonly home: string;
  /** The paths of all files, with the names of the files. */
  readonly paths: ReadonlyMap<string, string>;
  readonly firstPage: string;
  readonly firstMarkdown: string;

  constructor(files: SiteFiles, options: SiteOptions) {
    this.#options = options;
    this.home = options.home;
    this.#files = options.showsOperators ? files : withoutOperators(files);
    this.paths = pathsOf(this.#files, options.home);
    this.firstPage = this.page(options.first, `/${options.home}`)!;
    this.firstMarkdown = this.markdown(options.first, `/${options.home}`)!;
  }

  file(name: string, path: string) {
    const contentType = contentTypes[extname(name)]!;
    const text = this.#files.get(name)!;
    const isMarkup = /\.(html|atom)$/.test(name);
    return { contentType, body: isMarkup ? this.#markup(text, path, {}) : this.#options.fillIn(text) };
  }

  /** A page by its name, such as `problems/rate_limited`; undefined for an unknown name. */
  page(name: string, path: string): string | undefined {
    const text = this.#files.get(name === 'index' ? 'docs.html' : `docs/${name}.html`);
    return text === undefined ? undefined : this.#markup(text, path, {});
  }

  /** A page as Markdown, with links relative to the path; undefined for an unknown name. */
  markdown(name: string, path: string): string | undefined {
    const text = this.#files.get(`docs/${name}.md`);
    if (text === undefined) return undefined;
    const folder = `http://site/${this.home}/${name}`;
    const relative = (link: string) => `${topOf(path)}${new URL(link, folder).href.slice('http://site/'.length)}`;
    return this.#options.fillIn(text.replace(/\]\((?![a-z]+:|[#/{])([^)\s]+)\)/g, (_, link: string) => `](${relative(link)})`));
  }

  /** A page of the service in the frame of the site. `body` is HTML. */
  framed(title: string, body: string, path: string): string {
    return this.#markup(this.#files.get('shell.html')!, path, { page_title: escapeHtml(title), page_body: body });
  }

  /** Links are relative, so that they work behind a proxy that serves the service under a path. */
  #markup(text: string, path: string, values: Readonly<Record<string, string>>): string {
    const { home, fillIn, serviceUrl } = this.#options;
    const top = topOf(path);
    const service_home = serviceUrl === undefined ? top : `${escapeHtml(serviceUrl)}/`;
    const own: Readonly<Record<string, string>> = { ...values, docs_home: `${top}${home}`, service_home };
    return text.replace(names, (whole, name: string) => own[name] ?? codeHtml(fillIn(whole)));
  }
}
