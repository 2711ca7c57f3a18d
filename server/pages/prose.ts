import { marked } from 'marked';

/** Text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A sentence of the contract, whose inline Markdown becomes HTML. */
export function proseHtml(text: string): string {
  return marked.parseInline(escapeHtml(text).replaceAll('&#39;', "'"), { async: false });
}
