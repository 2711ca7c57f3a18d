import { TextAnswer } from '../../generated/interfaces/text-answer.ts';
import type { OpenContext } from '../access/request-context.ts';
import { pageHeaders } from './page-headers.ts';
import type { Site } from './site.ts';

export function pageResponse(context: OpenContext, html: string): TextAnswer<'text/html'> {
  for (const [name, value] of Object.entries(pageHeaders)) context.setHeader(name, value);
  return new TextAnswer('text/html; charset=utf-8', html);
}

export const markdownResponse = (text: string) => new TextAnswer<'text/markdown'>('text/markdown; charset=utf-8', text);

/** The first page of the documentation as HTML or Markdown. */
export function firstPageResponse(site: Site, context: OpenContext): TextAnswer<'text/html' | 'text/markdown'> {
  context.setHeader('vary', 'accept');
  const isPage = context.preferred(['text/html', 'text/markdown', 'text/plain']) === 'text/html';
  return isPage ? pageResponse(context, site.firstPage) : markdownResponse(site.firstMarkdown);
}

/** A page of the service in the frame of the documentation. */
export function framedPageResponse(site: Site, context: OpenContext, title: string, body: string): TextAnswer<'text/html'> {
  return pageResponse(context, site.framed(title, body, context.path));
}
