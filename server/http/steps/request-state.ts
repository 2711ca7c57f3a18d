import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { OperationId } from '../../../generated/operations.ts';
import type { ProblemSlug } from '../../../generated/problems.ts';
import { everyResponse } from './response-headers.ts';
import type { Span } from '../../tracing/tracing.ts';
import type { Admission } from './authenticate.ts';
import type { Operator } from './authenticate-operator.ts';
import { requestIdOf } from './request-id.ts';

/** What the steps have found out about one request, in the order in which they run. */
export interface RequestState {
  readonly requestId: string;
  readonly startedAt: number;
  /** Where the request is traced. */
  span?: Span;
  /** Of a stream: when it began. */
  answeredAt?: number;
  operationId?: OperationId;
  /** Of a POST that has one, and then the hash of its body. */
  idempotencyKey?: string;
  bodyHash?: string;
  /** Of a refused request: the slug of its problem. */
  problem?: ProblemSlug;
  admission?: Admission;
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
