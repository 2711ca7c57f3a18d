import type { TextAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { markdownResponse, pageResponse } from '../../pages/page.ts';
import type { MetaDependencies } from './dependencies.ts';

export function getDocs(
  { site }: Pick<MetaDependencies, 'site'>,
  context: ContextOf<'getDocs'>,
): TextAnswer<'text/html' | 'text/markdown'> {
  context.setHeader('vary', 'accept');
  const isPage = context.preferred(['text/html', 'text/markdown', 'text/plain']) === 'text/html';
  return isPage ? pageResponse(context, site.firstPage) : markdownResponse(site.firstMarkdown);
}
