import { UnexpectedResponseError, type ErrorDetails } from './errors.ts';
import type { Operation } from './generated/operation.ts';
import { ProblemError, slugOf, type ProblemBody } from './problem.ts';
import type { SendingPolicy } from './send-repeatedly.ts';
import type { IncomingResponse } from './transport.ts';

/** The value of a successful response. Throws a {@link ProblemError}, or an `UnexpectedResponseError` if it is not from the service. */
export function readResponse(
  answer: IncomingResponse,
  operationId: string,
  {
    answers,
    repeatProblem,
    changes,
    idempotencyKey,
  }: Pick<Operation, 'answers' | 'repeatProblem'> & Pick<SendingPolicy, 'changes' | 'idempotencyKey'>,
): unknown {
  const { status, headers, text, stream } = answer;
  const mayHaveTakenEffect = answer.mayBeRepetition || status >= 500;
  const details: ErrorDetails = { headers, outcomeUnknown: changes && mayHaveTakenEffect, idempotencyKey };
  const json = isJson(answer) ? parse(text) : undefined;
  if (status >= 200 && status < 300) {
    if (answers === 'none' && status === 204) return undefined;
    if (answers === 'text' && text !== '') return text;
    if (answers === 'stream' && stream) return stream;
    if (answers === 'json' && isObject(json?.value)) return json.value;
    const expected = { json: json === undefined ? 'JSON' : 'a JSON object', text: 'a text', stream: 'a stream', none: 'no body' }[answers];
    throw new UnexpectedResponseError(`${describe(answer)} where ${expected} was expected. ${advice}`, status, details);
  }
  if (json !== undefined && isProblemBody(json.value)) {
    const settles = slugOf(json.value) === repeatProblem;
    throw new ProblemError(json.value, { ...details, ...(settles && { outcomeUnknown: false }), status, operationId });
  }
  const where = headers.get('location');
  const what = status >= 400 ? describe(answer) : `The answer is a redirect${where === null ? '' : ` to ${where}`}`;
  throw new UnexpectedResponseError(`${what}, which does not come from the service. ${advice}`, status, details);
}

const advice = 'Check the base URL, and any proxy on the way';

function describe({ status, headers, text }: IncomingResponse): string {
  const start = text.replace(/\s+/g, ' ').trim().slice(0, 120);
  const type = headers.get('content-type') ?? 'no content type';
  return `The answer has the status ${status} and is ${type}${start === '' ? ' without a body' : ` (${JSON.stringify(start)})`}`;
}

function isJson({ headers }: IncomingResponse): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Every response of the service in JSON is an object. */
function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isProblemBody(value: unknown): value is ProblemBody {
  if (typeof value !== 'object' || value === null) return false;
  const { type, title } = value as { type?: unknown; title?: unknown };
  return typeof type === 'string' && typeof title === 'string';
}
