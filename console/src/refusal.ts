import { wordsOfMismatch } from './words-of-mismatch.ts';

/** One part of a request that was not as it has to be. */
export interface Mismatch {
  readonly path: string;
  readonly message: string;
}

interface ProblemMembers {
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly Mismatch[];
  readonly required_scope?: string;
}

/** A request that was not answered with success. `status` is 0 where there was no answer at all. */
export class Refusal extends Error {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** The last segment of the problem's type; empty where the answer was not a problem. */
  readonly slug: string;
  readonly requestId: string | null;
  readonly mismatches: readonly Mismatch[];

  constructor(status: number, problem: ProblemMembers, requestId: string | null) {
    const title = problem.title ?? (status === 0 ? 'No response' : `The service responded with ${status}`);
    super(title);
    this.status = status;
    this.title = title;
    const scope = problem.required_scope === undefined ? '' : `It requires the scope ${problem.required_scope}.`;
    this.detail = [problem.detail ?? '', scope].filter((text) => text !== '').join(' ');
    this.slug = problem.type?.split('/').at(-1) ?? '';
    this.requestId = requestId;
    this.mismatches = (problem.errors ?? []).map(({ path, message }) => ({ path, message: wordsOfMismatch(path, message) }));
  }

  /** What is wrong with a field or an item of it, as a sentence to show at the field. */
  messageAt(field: string): string | undefined {
    const message = this.mismatches.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
    return message && `${message}.`;
  }
}

/** What the caught error of a request is to people. A request that was given up on purpose stays what it was. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const detail = 'The service could not be reached. Check the connection, then try again.';
  return new Refusal(0, { title: 'No response', detail }, null);
}

const isObject = (value: unknown): value is ProblemMembers => typeof value === 'object' && value !== null;

/** The refusal that an answer without success is. */
export function refusalIn(response: Response, body: unknown): Refusal {
  return new Refusal(response.status, isObject(body) ? body : {}, response.headers.get('x-request-id'));
}
