import type { GetErrorPageRequest } from '../../../generated/interfaces/meta.ts';
import { TextAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { ExplainedProblem } from '../../../generated/models.ts';
import { problems, type ProblemSlug } from '../../../generated/problems.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { markdownResponse, pageResponse } from '../../pages/page.ts';
import type { MetaDependencies } from './dependencies.ts';

const markdownSuffix = '.md';

/** The page to which the `type` of a problem leads. */
export function getErrorPage(
  { site, fillIn }: Pick<MetaDependencies, 'site' | 'fillIn'>,
  { slug: name }: GetErrorPageRequest,
  context: ContextOf<'getErrorPage'>,
): TextAnswer<'text/html' | 'text/markdown' | 'application/problem+json'> {
  const isMarkdown = name.endsWith(markdownSuffix);
  const slug = isMarkdown ? name.slice(0, -markdownSuffix.length) : name;
  const html = site.page(`problems/${slug}`, context.path);
  if (html === undefined) throw context.problem('not_found', { detail: 'No problem has this slug.' });
  context.setHeader('vary', 'accept');
  const type = isMarkdown
    ? 'text/markdown'
    : context.preferred(['text/html', 'text/markdown', 'text/plain', 'application/problem+json', 'application/json']);
  if (type === 'text/html') return pageResponse(context, html);
  if (type.startsWith('text/')) return markdownResponse(site.markdown(`problems/${slug}`, context.path)!);
  const { title, status, description } = problems[slug as ProblemSlug];
  const problem: ExplainedProblem = { type: `{errors_base}/${slug}`, title, status, detail: description, instance: context.path };
  return new TextAnswer('application/problem+json', JSON.stringify(fillIn(problem)));
}
