// Generated from spec/ by `npm run generate`. Do not edit.

import type { Request, RequestHandler, Response } from 'express';
import type { OperationRequests, OperationResponses } from '../interfaces/index.ts';

type OperationId = keyof OperationRequests;

/** What the server puts around the routes of a listener. */
export interface RouteOptions<Context, Implementations> {
  /** One implementation per tag of the contract. An operation without a handler does not compile. */
  readonly implementations: Implementations;
  /** The steps between routing and validation, in their order. */
  before(operationId: OperationId): RequestHandler[];
  /** Checks parameters and body against the contract, and yields the request of the operation. */
  validate<Id extends OperationId>(operationId: Id, request: Request): OperationRequests[Id];
  context(request: Request, response: Response): Context;
  /** Writes what the implementation answered. */
  send<Id extends OperationId>(operationId: Id, value: OperationResponses[Id], request: Request, response: Response): void | Promise<void>;
}
