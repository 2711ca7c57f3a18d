import type { Request, Response } from 'express';
import type { OperationRequests, OperationResponses } from '../../../generated/interfaces/index.ts';
import { operations, type Operation, type OperationId } from '../../../generated/operations.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import type { PathParameters } from './match-operation.ts';
import { readBody } from './read-body.ts';
import { refuseUnstorableTarget } from './refuse-unstorable.ts';
import { requestStateOf } from './request-state.ts';
import type { ResponseSender } from './send-response.ts';
import { validateRequest } from './validate-request.ts';

/** A request whose operation is known. */
export interface Call {
  readonly request: Request;
  readonly response: Response;
  pathParameters(): PathParameters;
}

/** An operation as a listener serves it: what its path leads to, with its rules and its handler. */
export interface Routed {
  readonly operationId: OperationId;
  readonly operation: Operation;
}

/** Undefined too where the client is gone. */
type Handle<Id extends OperationId> = (input: OperationRequests[Id]) => Promise<OperationResponses[Id] | undefined>;

/** When costly work may begin: never, where the client is gone. */
type Turn = (action: () => Promise<void>) => Promise<void>;

const atOnce: Turn = (action) => action();

/**
 * The steps of a request that may be made: its body, its parameters, and, when it is its turn, its handler and the answer that
 * `send` writes.
 */
export async function runOperation<Id extends OperationId>(
  operationId: Id,
  { request, response, pathParameters }: Call,
  handle: Handle<Id>,
  send: ResponseSender,
  inTurn = atOnce,
): Promise<void> {
  const operation = operations[operationId];
  refuseUnstorableTarget(request.url, operation);
  const idempotencyKey = idempotencyKeyOf(operation, request);
  if (idempotencyKey !== undefined) requestStateOf(response).idempotencyKey = idempotencyKey;
  request.body = await readBody(operation, request, response);
  // The client is gone, so the operation is not run.
  if (response.destroyed) return;
  const input = validateRequest(operationId, request, pathParameters());
  await inTurn(async () => send(operationId, await handle(input), request, response));
}
