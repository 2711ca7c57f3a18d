import type { ConsoleFiles, SiteFiles } from './built-files.ts';

export const howToBuild = 'Run `npm run build` in the folder of the service, then restart it.';

const html = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}</html>\n`;

const notBuilt = (what: string) => html(`${what} is not built`, `<p>${howToBuild.replace(/`(.*)`/, '<code>$1</code>')}</p>`);

/** Replaces the documentation if it is not built. The service's own pages need `shell.html`. */
export const siteNotBuilt: SiteFiles = new Map([
  ['docs.html', notBuilt('The documentation')],
  ['docs/operator.html', notBuilt('The documentation')],
  ['docs/index.md', `# The documentation is not built\n\n${howToBuild}\n`],
  ['docs/operator.md', `# The documentation is not built\n\n${howToBuild}\n`],
  ['shell.html', html('{page_title}', '{page_body}')],
]);

/** Replaces the browser application if it is not built. */
export const consoleNotBuilt: ConsoleFiles = new Map([['index.html', Buffer.from(notBuilt('The console'))]]);
