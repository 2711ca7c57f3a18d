import { UnexpectedResponseError } from './errors.ts';
import { ProblemError, type ProblemBody } from './problem.ts';
import type { IncomingAnswer } from './transport.ts';

/** What is expected of an answer. */
export interface Expectation {
  /** Whether success is JSON or text, such as a page. */
  readonly answers: 'json' | 'text';
  readonly operationId: string | undefined;
}

/** The value of a successful answer; throws a {@link ProblemError} or, for an answer of something else, says what it is. */
export function readAnswer(answer: IncomingAnswer, { answers, operationId }: Expectation): unknown {
  const { status, text } = answer;
  const requestId = requestIdOf(answer);
  const json = isJson(answer) ? parse(text) : undefined;
  if (status >= 200 && status < 300) {
    if (answers === 'text') return text;
    if (text === '') return undefined;
    if (json !== undefined) return json.value;
    throw new UnexpectedResponseError(`${describe(answer)} where JSON was expected. ${advice}`, status, requestId);
  }
  if (json !== undefined && isProblemBody(json.value)) {
    throw new ProblemError(json.value, { status, requestId, operationId });
  }
  const where = answer.headers.get('location');
  const what = status >= 400 ? describe(answer) : `The answer is a redirect${where === null ? '' : ` to ${where}`}`;
  throw new UnexpectedResponseError(`${what}, which does not come from the service. ${advice}`, status, requestId);
}

/** The id to quote when asking for support. */
export function requestIdOf(answer: IncomingAnswer): string | undefined {
  return answer.headers.get('x-request-id') ?? undefined;
}

const advice = 'Check the base URL, and any proxy on the way.';

function describe({ status, headers, text }: IncomingAnswer): string {
  const start = text.replace(/\s+/g, ' ').trim().slice(0, 120);
  const type = headers.get('content-type') ?? 'no content type';
  return `The answer has the status ${status} and is ${type}${start === '' ? '' : ` (${JSON.stringify(start)})`}`;
}

function isJson({ headers }: IncomingAnswer): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isProblemBody(value: unknown): value is ProblemBody {
  if (typeof value !== 'object' || value === null) return false;
  const { type, title } = value as { type?: unknown; title?: unknown };
  return typeof type === 'string' && typeof title === 'string';
}
