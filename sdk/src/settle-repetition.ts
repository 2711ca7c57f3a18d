import type { Operation } from './generated/operation.ts';
import { isProblem, type ProblemError } from './problem.ts';
import { readResponse } from './read-response.ts';
import type { IncomingResponse, OutgoingRequest } from './transport.ts';

/** A call that may have been repeated. */
export interface Repetition {
  readonly operationId: string;
  readonly operation: Operation;
  readonly request: OutgoingRequest;
  readonly idempotencyKey: string | undefined;
}

/** The member of an edit with the token that was read, which is not written. */
const tokenMember = 'etag';

/** True if the problem is the one of a repetition whose first attempt took effect. */
export function mayBeSettled(error: unknown, answer: IncomingResponse, { repeatProblem }: Operation): error is ProblemError {
  return answer.mayBeRepetition && isProblem(error) && error.slug === repeatProblem;
}

/**
 * The result of a change whose first response was lost and whose repetition failed. A deletion took effect. For an edit, the current state
 * is read. If it contains the written values, the edit took effect. Otherwise another edit came first, and the problem is thrown.
 */
export async function settleRepetition(
  { operationId, operation, request }: Repetition,
  problem: ProblemError,
  send: (request: OutgoingRequest) => Promise<IncomingResponse>,
): Promise<unknown> {
  if (operation.method === 'DELETE') return undefined;
  const written = Object.entries(Object(request.body) as object).filter(([name]) => name !== tokenMember);
  const current = written.length === 0 ? {} : ((await readCurrent()) as Record<string, unknown>);
  if (written.length > 0 && written.every(([name, value]) => current[name] === value)) return current;
  throw problem;

  async function readCurrent(): Promise<unknown> {
    const place = { path: request.path, pathParameters: request.pathParameters };
    const read = await send({ ...place, method: 'GET' });
    if (read.status !== 403) return readResponse(read, operationId, { ...operation, changes: false });
    // For a key that may only write, an edit without changes returns the note.
    const token = (problem.problem as { current_etag?: unknown }).current_etag;
    const shown = await send({ ...place, method: operation.method, body: { [tokenMember]: token } });
    return readResponse(shown, operationId, { ...operation, changes: true });
  }
}
