import markdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';

loadLanguages(['bash', 'json', 'typescript', 'python', 'go', 'java', 'php', 'ruby', 'csharp', 'yaml', 'http', 'nginx', 'sql']);
const grammars: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript', js: 'javascript', cs: 'csharp' };

/** The id of a heading. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

interface Environment {
  /** The path of the page, for its relative links. */
  readonly path: string;
}

/** The diagrams that pages show as images of the scheme `diagram:`, by their names. */
export type Diagrams = ReadonlyMap<string, (alternative: string) => string>;

const isFigure = (info: string) => / kind="figure"/.test(info);
const titleOf = (info: string) => /title="([^"]*)"/.exec(info)?.[1];

/** A link from one page's file to another's becomes one of the site: `../webhooks.md#verify` → `{docs_home}/webhooks#verify`. */
function siteLink(href: string, path: string): string {
  if (!/^[^:#?]+\.md(?:#.*)?$/.test(href)) return href;
  const { pathname, hash } = new URL(href.replace(/\.md(?=#|$)/, ''), `http://site/${path}`);
  return `{docs_home}${pathname === '/index' ? '' : pathname}${hash}`;
}

/** Renders Markdown: headings with permalinks, coloured samples, and tables that scroll by themselves. */
export function markdownRenderer(diagrams: Diagrams): markdownIt {
  const md = markdownIt({
    highlight(text, language) {
      const grammar = Prism.languages[grammars[language] ?? language];
      return grammar ? Prism.highlight(text, grammar, language) : '';
    },
  });
  md.use(anchor, { slugify: slug, level: [2, 3], tabIndex: false, permalink: anchor.permalink.headerLink() });

  const { link_open: openLink, fence } = md.renderer.rules;
  md.renderer.rules.link_open = (tokens, index, options, env: Environment, self) => {
    const token = tokens[index]!;
    token.attrSet('href', siteLink(token.attrGet('href') ?? '', env.path));
    return openLink?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
  };

  // A figure is not allowed within a paragraph, so a diagram replaces the whole one.
  md.core.ruler.push('diagrams', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const [image, ...others] = token.children ?? [];
      const [, name] = /^diagram:(.*)$/.exec(image?.attrGet('src') ?? '') ?? [];
      if (name === undefined) continue;
      const diagram = diagrams.get(name);
      if (!diagram || others.length > 0) throw new Error(`There is no diagram ${name}, or it is within a sentence`);
      for (const paragraph of [tokens[index - 1]!, tokens[index + 1]!]) paragraph.hidden = true;
      token.type = 'html_block';
      token.content = diagram(image!.content);
    }
  });

  // Adjacent samples with titles show one thing in several languages. The first is open; figures, such as a response, are always visible.
  md.renderer.rules.fence = (tokens, index, options, env: Environment, self) => {
    const isTitled = (at: number) => tokens[at]?.type === 'fence' && titleOf(tokens[at].info) !== undefined;
    const { info } = tokens[index]!;
    const code = fence!(tokens, index, options, env, self).replace('<pre>', '<pre tabindex="0">');
    if (!isTitled(index)) return code;
    const title = md.utils.escapeHtml(titleOf(info)!);
    let first = index;
    while (isTitled(first - 1)) first--;
    const shown = isFigure(info)
      ? `<figure class="figure"><figcaption>${title}</figcaption>${code}</figure>\n`
      : `<details class="sample" name="samples-${first}"${first === index ? ' open' : ''}><summary>${title}</summary>${code}</details>\n`;
    const others = isFigure(tokens[first]!.info) ? 'pair' : 'samples';
    return `${first === index ? `<div class="${others}">` : ''}${shown}${isTitled(index + 1) ? '' : '</div>\n'}`;
  };
  md.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  return md;
}

export interface Section {
  /** Null above the first heading. */
  readonly heading: string | null;
  readonly text: string;
}

/** A page's Markdown by its headings of the second and third level. Lines in fences are not headings. */
export function sectionsOf(markdown: string): Section[] {
  const sections: { heading: string | null; text: string }[] = [{ heading: null, text: '' }];
  let isFenced = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isFenced = !isFenced;
    const heading = isFenced ? null : /^##+ (.*)$/.exec(line)?.[1];
    if (heading) sections.push({ heading: heading.replaceAll('`', ''), text: '' });
    else sections.at(-1)!.text += `${line}\n`;
  }
  return sections;
}

/** The words of Markdown, for a search. */
export function wordsOf(markdown: string): string {
  return markdown
    .replace(/^```.*?^```$/gms, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^ *- /gm, '')
    .replace(/[`*]/g, '')
    .replace(/[\\|[\]#>]/g, ' ')
    .replace(/-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
