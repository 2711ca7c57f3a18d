import { marked } from 'marked';

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A sentence of the contract with inline Markdown, as HTML. */
export function proseHtml(text: string): string {
  return marked.parseInline(escapeHtml(text).replaceAll('&#39;', "'"), { async: false });
}
