import { createHash } from 'node:crypto';
import { marked } from 'marked';
import { TextAnswer } from '../../generated/interfaces/text-answer.ts';
import type { OpenContext } from '../access/request-context.ts';

/** Text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A sentence of the contract, whose inline Markdown becomes HTML. */
export function proseHtml(text: string): string {
  return marked.parseInline(escapeHtml(text).replaceAll('&#39;', "'"), { async: false });
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
  body { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; }
  h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.1rem; margin-top: 2rem; }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
  code { font: .92em ui-monospace, monospace; } nav a { margin-right: 1rem; }
  .operational, .ok { color: #15803d; } .degraded { color: #b45309; } .down, .failed { color: #b91c1c; }`;

/** Browsers ask for an icon of their own accord, where a page names none. */
export const noIcon = '<link rel="icon" href="data:,">';

/** A page, which no other site shows inside of its own, and which tells no other site where it was read. */
export function pageAnswer(context: OpenContext, policy: string, html: string): TextAnswer<'text/html'> {
  context.setHeader('content-security-policy', `${policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`);
  context.setHeader('referrer-policy', 'no-referrer');
  return new TextAnswer('text/html; charset=utf-8', html);
}

/** The form in which a policy names an inline text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const policy = `default-src 'none'; style-src ${hashSource(style)}; img-src data:`;

/** One of the service's own pages, which loads nothing from elsewhere. Its links hold behind a proxy's path too. */
export function page(context: OpenContext, title: string, body: string): TextAnswer<'text/html'> {
  const root = '../'.repeat(context.path.split('/').length - 2);
  return pageAnswer(
    context,
    policy,
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>${noIcon}<style>${style}</style></head>
<body><nav><a href="${root}docs">Reference</a><a href="${root}changelog">Changelog</a><a href="${root}status">Status</a></nav>
<h1>${escapeHtml(title)}</h1>
${body}
</body></html>
`,
  );
}
