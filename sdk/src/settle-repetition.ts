import type { Operation } from './generated/operation.ts';
import { isProblem, type ProblemError } from './problem.ts';
import { readAnswer } from './read-answer.ts';
import type { IncomingAnswer, OutgoingRequest } from './transport.ts';

/** A call that may have been repeated. */
export interface Repetition {
  readonly operationId: string;
  readonly operation: Operation;
  readonly request: OutgoingRequest;
  readonly idempotencyKey: string | undefined;
}

/** The member of an edit that names what was read, and is no part of what is written. */
const tokenMember = 'etag';

/** Whether the problem is the one that a repetition meets where the first attempt was done. */
export function mayBeSettled(error: unknown, answer: IncomingAnswer, { repeatProblem }: Operation): error is ProblemError {
  return answer.mayBeRepetition && isProblem(error) && error.slug === repeatProblem;
}

/**
 * The true result of a change whose first answer was lost, and whose repetition was answered as if it had been done. What was to be deleted is gone. What was to be edited is read: holds it what was
 * written, the edit was done, and its answer is what was read; else somebody else's edit stands there, and the problem
 * is true.
 */
export async function settleRepetition(
  { operationId, operation, request }: Repetition,
  problem: ProblemError,
  send: (request: OutgoingRequest) => Promise<IncomingAnswer>,
): Promise<unknown> {
  if (operation.method === 'DELETE') return undefined;
  const written = Object.entries(Object(request.body) as object).filter(([name]) => name !== tokenMember);
  const current = written.length === 0 ? {} : ((await readCurrent()) as Record<string, unknown>);
  if (written.length > 0 && written.every(([name, value]) => current[name] === value)) return current;
  throw problem;

  async function readCurrent(): Promise<unknown> {
    const place = { path: request.path, pathParameters: request.pathParameters };
    const read = await send({ ...place, method: 'GET' });
    if (read.status !== 403) return readAnswer(read, operationId, { ...operation, changes: false });
    // A key that may write and not read is shown the note by an edit that changes nothing.
    const token = (problem.problem as { current_etag?: unknown }).current_etag;
    const shown = await send({ ...place, method: operation.method, body: { [tokenMember]: token } });
    return readAnswer(shown, operationId, { ...operation, changes: true });
  }
}
