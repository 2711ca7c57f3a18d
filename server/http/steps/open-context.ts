import type { Problems, ProblemSlug } from '../../../generated/problems.ts';
import type { OpenContext } from '../../access/request-context.ts';
import { problems } from '../../problems/problem.ts';
import type { Call } from './run-operation.ts';

/** The context of the handler of an open operation. */
export function openContext({ request, response }: Call): OpenContext & Problems<ProblemSlug> {
  return {
    problem: problems.problem,
    path: request.path,
    get prefersHtml() {
      return request.accepts('json', 'html') === 'html';
    },
    setHeader: (name, value) => void response.setHeader(name, value),
  };
}
