import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Operation } from '../../../generated/operations.ts';
import { IdempotentRequest, type IdempotentRequestOptions, type KeyedRequest } from '../../access/idempotency/idempotent-request.ts';
import { withoutIdempotencyKey, type Idempotency } from '../../access/idempotency/idempotency.ts';
import { problems } from '../../problems/problem.ts';
import { fieldRefusal } from '../../problems/validation-error.ts';
import type { OperationCall } from './request-state.ts';

/** HTTP libraries send `Idempotency-Key` by themselves, so it has no effect. */
const name = 'Service-Idempotency-Key';

/** Visible characters of ASCII. */
const accepted = /^[!-~]{1,255}$/;

/** The idempotency key of a POST; undefined for none. Throws `validation_failed`. */
export function readIdempotencyKey({ method }: Pick<Operation, 'method'>, { headers }: Pick<Request, 'headers'>): string | undefined {
  const key = headers['service-idempotency-key'];
  if (method !== 'post' || key === undefined) return undefined;
  if (typeof key === 'string' && accepted.test(key)) return key;
  throw fieldRefusal(name, 'must have 1 to 255 visible ASCII characters, and must be sent once', 'pattern', problems);
}

export const bodyHashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

export interface KeyedResponse extends Omit<IdempotentRequestOptions, 'request' | 'problems'> {
  readonly owner: KeyedRequest['owner'];
  /** The date of the release; null on the operator listener. */
  readonly release: string | null;
}

/** Runs the handler, or returns the response to the earlier request with the same key. */
export async function respondOnce(
  { owner, release, ...options }: KeyedResponse,
  { request, response, route: { operationId }, state: { idempotencyKey: key, bodyHash = '' } }: OperationCall,
  handle: (idempotency: Idempotency) => Promise<unknown>,
): Promise<unknown> {
  if (key === undefined) return options.present(await handle(withoutIdempotencyKey));
  const parts = [operationId, request.originalUrl, release ?? '', bodyHash];
  const once = new IdempotentRequest({ ...options, problems, request: { key, parts, owner } });
  const answered = await once.answer(() => handle(once));
  if (answered.isReplayed) response.setHeader('Idempotent-Replayed', 'true');
  return answered.response;
}
