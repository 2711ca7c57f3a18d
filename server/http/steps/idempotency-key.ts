import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Operation } from '../../../generated/operations.ts';
import { AnswerOnce, type AnswerOnceOptions, type KeyedRequest } from '../../access/idempotency/answer-once.ts';
import { answeringWithoutKey, type Answering } from '../../access/idempotency/answering.ts';
import { problems } from '../../problems/problem.ts';
import { fieldRefusal } from '../../problems/validation-error.ts';
import type { Call } from './request-state.ts';

/** HTTP libraries send `Idempotency-Key` by themselves, so it has no effect. */
const name = 'Service-Idempotency-Key';

/** Visible characters of ASCII. */
const accepted = /^[!-~]{1,255}$/;

/** The idempotency key of a POST; undefined where it has none. Throws `validation_failed`. */
export function readIdempotencyKey({ method }: Pick<Operation, 'method'>, { headers }: Pick<Request, 'headers'>): string | undefined {
  const key = headers['service-idempotency-key'];
  if (method !== 'post' || key === undefined) return undefined;
  if (typeof key === 'string' && accepted.test(key)) return key;
  throw fieldRefusal(name, 'must have 1 to 255 visible ASCII characters, and must be sent once', 'pattern', problems);
}

export const bodyHashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

export interface KeyedAnswer extends Omit<AnswerOnceOptions, 'request' | 'problems'> {
  readonly owner: KeyedRequest['owner'];
  /** The date of the release; null on the operator listener. */
  readonly release: string | null;
}

/** Runs the handler, or returns the response to the earlier request with the same key. */
export async function answerOnce(
  { owner, release, ...options }: KeyedAnswer,
  { request, response, route: { operationId }, state: { idempotencyKey: key, bodyHash = '' } }: Call,
  handle: (answering: Answering) => Promise<unknown>,
): Promise<unknown> {
  if (key === undefined) return options.present(await handle(answeringWithoutKey));
  const parts = [operationId, request.originalUrl, release ?? '', bodyHash];
  const once = new AnswerOnce({ ...options, problems, request: { key, parts, owner } });
  const answered = await once.answer(() => handle(once));
  if (answered.isReplayed) response.setHeader('Idempotent-Replayed', 'true');
  return answered.response;
}
