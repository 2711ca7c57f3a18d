// Generated from spec/ by `npm run generate`. Do not edit.

import type { Problems, ProblemSlug } from '../problems.ts';
import type { AccessContexts, OperationRequests, OperationResponses } from '../interfaces/index.ts';

type OperationId = keyof OperationRequests;

/** Creates the route of an operation from its handler. */
type RouteMaker<Context, Route> = <Id extends OperationId>(
  operationId: Id,
  handle: (request: OperationRequests[Id], context: Context) => Promise<OperationResponses[Id]>,
) => Route;

/** The route makers of a listener, by the callers of the operation. */
type RouteMakers<Contexts extends AccessContexts, Route> = {
  readonly [Access in keyof AccessContexts]: RouteMaker<Contexts[Access] & Problems<ProblemSlug>, Route>;
};

export type PublicRouteMakers<Contexts extends AccessContexts, Route> = Pick<RouteMakers<Contexts, Route>, 'open' | 'key'>;
export type OperatorRouteMakers<Contexts extends AccessContexts, Route> = Pick<RouteMakers<Contexts, Route>, 'open' | 'operator'>;
