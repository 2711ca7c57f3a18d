import type { GetErrorPageRequest } from '../../../generated/interfaces/meta.ts';
import type { TextAnswer } from '../../../generated/interfaces/text-answer.ts';
import { problems, type ProblemSlug } from '../../../generated/problems.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { page, proseHtml } from '../../pages/page.ts';
import type { MetaDependencies } from './dependencies.ts';

/** The page to which the `type` of a problem leads. */
export function getErrorPage(
  { fillIn }: Pick<MetaDependencies, 'fillIn'>,
  { slug }: GetErrorPageRequest,
  context: ContextOf<'getErrorPage'>,
): TextAnswer<'text/html'> {
  if (!Object.hasOwn(problems, slug)) throw context.problem('not_found', { detail: 'No problem has this slug.' });
  const { title, status, description, reserved } = problems[slug as ProblemSlug];
  return page(
    context,
    title,
    `<p><code>${slug}</code> · HTTP ${status}${reserved ? ' · reserved, not answered today' : ''}</p><p>${proseHtml(fillIn(description))}</p>`,
  );
}
