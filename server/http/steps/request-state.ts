import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { Operation, OperationId } from '../../../generated/operations.ts';
import type { ProblemSlug } from '../../../generated/problems.ts';
import type { Actor } from '../../access/audit/author.ts';
import type { Release } from '../../access/request-context.ts';
import { everyResponse } from './response-headers.ts';
import type { Span } from '../../tracing/tracing.ts';
import type { Admission } from './authenticate.ts';
import type { Operator } from './authenticate-operator.ts';
import type { Match, PathParameters } from './match-operation.ts';
import { requestIdOf } from './request-id.ts';

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly state: RequestState;
}

/** A request that passed all steps. */
export interface OperationCall extends Exchange {
  readonly route: Route;
  /** Validated parameters and body. */
  readonly input: unknown;
}

export interface Route {
  readonly operationId: OperationId;
  readonly operation: Operation;
  /** Runs the handler and sends its response. */
  answer(call: OperationCall): Promise<void>;
}

/** Finds the route of a method and path. */
export type Matcher = (method: string, path: string) => Match<Route>;

/** The key of a request, or the operator who impersonates one. */
export interface Caller {
  readonly release: Release;
  readonly actor: Actor;
  /** The id of the key is null for an operator. */
  readonly admission: Omit<Admission, 'keyId' | 'window'> & { readonly keyId: string | null };
}

/** The results of the steps, in the order in which they run. */
export interface RequestState {
  readonly requestId: string;
  readonly startedAt: number;
  span?: Span;
  /** The start of a stream. */
  answeredAt?: number;
  operationId?: OperationId | undefined;
  /** Set for a caller who may call the operation. */
  pathParameters?: PathParameters;
  /** Of a POST, with the hash of its body. */
  idempotencyKey?: string | undefined;
  bodyHash?: string;
  /** The problem of a refused request. */
  problem?: ProblemSlug;
  admission?: Admission;
  caller?: Caller;
  operator?: Operator;
  /** The stored hash of the caller's session. */
  sessionHash?: Buffer;
  /** Whether the caller sent a valid key, token or session. */
  isAuthenticated?: boolean;
}

export function requestStateOf(response: Response): RequestState {
  return response.locals as RequestState;
}

/** Also for a response that no step has processed. */
export function isAuthenticated(response: ServerResponse): boolean {
  return (response as Partial<Response>).locals?.['isAuthenticated'] === true;
}

/** Starts the state of a request, and sets the headers of every response. */
export function openRequestState(request: Request, response: Response, startedAt: number): void {
  const requestId = requestIdOf(request);
  Object.assign(response.locals, { requestId, startedAt });
  response.setHeader('x-request-id', requestId);
  for (const [name, value] of Object.entries(everyResponse)) response.setHeader(name, value);
}
