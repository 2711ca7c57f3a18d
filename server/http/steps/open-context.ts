import type { Request, Response } from 'express';
import type { Problems, ProblemSlug } from '../../../generated/problems.ts';
import type { OpenContext } from '../../access/request-context.ts';
import { problems } from '../../problems/problem.ts';
import type { Call } from './run-operation.ts';

/** Sets headers of a response. */
export const headerSetter =
  (response: Response): OpenContext['setHeader'] =>
  (name, value) =>
    void response.setHeader(name, value);

/** The context of the handler of an open operation. */
export class OpenCallContext implements OpenContext, Problems<ProblemSlug> {
  readonly problem = problems.problem;
  readonly path: string;
  readonly setHeader: OpenContext['setHeader'];
  readonly #request: Request;

  constructor({ request, response }: Call) {
    this.path = request.path;
    this.setHeader = headerSetter(response);
    this.#request = request;
  }

  get prefersHtml(): boolean {
    return this.#request.accepts('json', 'html') === 'html';
  }

  preferred<Type extends string>(types: readonly [Type, ...Type[]]): Type {
    return (this.#request.accepts(...types) || types[0]) as Type;
  }
}
