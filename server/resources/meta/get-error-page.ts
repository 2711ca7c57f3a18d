import type { GetErrorPageRequest } from '../../../generated/interfaces/meta.ts';
import type { TextAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { pageResponse } from '../../pages/page.ts';
import type { MetaDependencies } from './dependencies.ts';

/** The page to which the `type` of a problem leads. */
export function getErrorPage(
  { site }: Pick<MetaDependencies, 'site'>,
  { slug }: GetErrorPageRequest,
  context: ContextOf<'getErrorPage'>,
): TextAnswer<'text/html'> {
  const html = site.page(`problems/${slug}`, context.path);
  if (html === undefined) throw context.problem('not_found', { detail: 'No problem has this slug.' });
  return pageResponse(context, html);
}
