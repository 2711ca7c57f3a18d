import { TextAnswer } from '../../../generated/interfaces/text-answer.ts';
import type { ExplainedProblem } from '../../../generated/models.ts';
import { problems, type ProblemSlug } from '../../../generated/problems.ts';
import { markdownResponse, pageResponse } from '../../pages/page-responses.ts';
import type { Handler } from '../handler.ts';

const markdownSuffix = '.md';

/** The page of a problem's `type`. */
export const getErrorPage: Handler<'getErrorPage', 'site' | 'fillIn'> = async ({ slug: name }, context, { site, fillIn }) => {
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
};
