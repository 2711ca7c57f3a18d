// Generated from spec/ by `npm run generate`. Do not edit.

import type { Request, Response } from 'express';
import type { OperationRequests, OperationResponses } from '../interfaces/index.ts';

type OperationId = keyof OperationRequests;

/** The decoded parameters of a path, by their contract names. */
export type PathParameters = Readonly<Record<string, string>>;

/** Answers a request of one operation. */
export type Route = (request: Request, response: Response, pathParameters: PathParameters) => Promise<void>;

/** What the server puts around the implementations of a listener. */
export interface RouteOptions<Context, Implementations> {
  /** One implementation per tag of the contract. An operation without a handler does not compile. */
  readonly implementations: Implementations;
  /** Checks parameters and body against the contract, and yields the request of the operation. */
  validate<Id extends OperationId>(operationId: Id, request: Request, pathParameters: PathParameters): OperationRequests[Id];
  context(request: Request, response: Response): Context;
  /** Writes what the implementation answered. */
  send<Id extends OperationId>(operationId: Id, value: OperationResponses[Id], request: Request, response: Response): void | Promise<void>;
}
