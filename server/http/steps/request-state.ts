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

/** A request and its response, with what the steps have found out. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly state: RequestState;
}

/** A request that may be answered. */
export interface Call extends Exchange {
  readonly route: Route;
  /** Parameters and body, as the contract describes them. */
  readonly input: unknown;
}

/** An operation as a listener serves it. */
export interface Route {
  readonly operationId: OperationId;
  readonly operation: Operation;
  /** Runs the handler with the input of the call, and writes its response. */
  answer(call: Call): Promise<void>;
}

/** Finds the route of a method and path. */
export type Matcher = (method: string, path: string) => Match<Route>;

/** Who makes a request: a key and what that found, or an operator in the place of one. */
export interface Caller {
  readonly release: Release;
  readonly actor: Actor;
  /** The id of the key is null where an operator acts in its place. */
  readonly admission: Omit<Admission, 'keyId' | 'window'> & { readonly keyId: string | null };
}

/** What the steps have found out about one request, in the order in which they run. */
export interface RequestState {
  readonly requestId: string;
  readonly startedAt: number;
  /** Where the request is traced. */
  span?: Span;
  /** Of a stream: when it began. */
  answeredAt?: number;
  operationId?: OperationId | undefined;
  /** Of a caller who may call the operation. */
  pathParameters?: PathParameters;
  /** Of a POST that has one, and then the hash of its body. */
  idempotencyKey?: string | undefined;
  bodyHash?: string;
  /** Of a refused request: the slug of its problem. */
  problem?: ProblemSlug;
  admission?: Admission;
  caller?: Caller;
  operator?: Operator;
  /** Of a caller with a session: what the service stores of it. */
  sessionHash?: Buffer;
  /** The caller has shown a valid key or token. */
  isKnown?: boolean;
}

export function requestStateOf(response: Response): RequestState {
  return response.locals as RequestState;
}

/** Of any response, also one that never became an exchange. */
export function isOfKnown(response: ServerResponse): boolean {
  return (response as Partial<Response>).locals?.['isKnown'] === true;
}

/** Opens the request's exchange; every answer carries its id and the headers that all answers have. */
export function openRequestState(request: Request, response: Response, startedAt: number): void {
  const requestId = requestIdOf(request);
  Object.assign(response.locals, { requestId, startedAt });
  response.setHeader('x-request-id', requestId);
  for (const [name, value] of Object.entries(everyResponse)) response.setHeader(name, value);
}
