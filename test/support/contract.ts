import { operations, type OperationId } from '../../generated/operations.ts';
import { responses } from '../../generated/validators/responses.js';
import type { Validator } from '../../generated/validators/validator.ts';
import { operationMatcher } from '../../server/http/match-operation.ts';

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly text: string;
}

const validators: Readonly<Record<string, Validator | undefined>> = responses;
const isOperator = (id: OperationId) => operations[id].access === 'operator';
const matchers = { public: operationMatcher((id) => !isOperator(id)), operator: operationMatcher(isOperator) };

/** Throws when an answer is not one that the contract declares: status, headers, media type, body, no undeclared member. */
export function expectContract(
  listener: 'public' | 'operator',
  method: string,
  target: string,
  { status, headers, body, text }: Answered,
): void {
  const { operationId } = matchers[listener](method, target.split('?')[0]!);
  const place = `${method} ${target} answered ${status}`;
  if (!headers.get('x-request-id')) throw new Error(`${place} without x-request-id`);
  if (status >= 400) {
    if (headers.get('content-type') !== 'application/problem+json') throw new Error(`${place} as ${headers.get('content-type')}`);
    if ((body as { status?: unknown } | undefined)?.status !== status && method !== 'HEAD')
      throw new Error(`${place} with another status in its body: ${text}`);
  }
  if (!operationId) {
    if (![400, 401, 404, 503].includes(status)) throw new Error(`${place}, but is not in the contract`);
    return;
  }
  const operation = operations[operationId];
  if (status < 400 && status !== operation.successStatus) throw new Error(`${place}, the contract says ${operation.successStatus}`);
  if (status === 204 && text !== '') throw new Error(`${place} with a body`);
  if (status < 400 && operation.rateLimit && !(headers.has('ratelimit') && headers.has('ratelimit-policy'))) {
    throw new Error(`${place} without RateLimit and RateLimit-Policy`);
  }
  if (body === undefined) return;
  const validate = validators[`${operationId} ${status}`];
  if (!validate) throw new Error(`${place}, which ${operationId} does not declare: ${text}`);
  if (!validate(body)) throw new Error(`${place}, against the contract: ${JSON.stringify(validate.errors)}\n${text}`);
}
