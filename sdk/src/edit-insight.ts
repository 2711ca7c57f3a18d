import type { CallOptions } from './call.ts';
import { checkedArguments, checkedCount } from './checks.ts';
import { InvalidArgumentError } from './errors.ts';
import { isProblem, ProblemError } from './problem.ts';
import type { Schemas } from './schemas.ts';
import { backOffMs } from './retry.ts';
import { wait } from './wait.ts';

type Insight = Schemas['Insight'];

/** The fan whose note is edited. */
export interface FanOfNote {
  /** Upstream account id. */
  readonly account_id: string;
  /** Upstream fan id. */
  readonly fan_id: string;
}

/** Makes the new text of a note from the current one. Undefined leaves the note unchanged. */
export type EditNote = (note: string, insight: Insight) => string | undefined | Promise<string | undefined>;

/** Settings of an edit, after its function. */
export interface EditOptions extends CallOptions {
  /** How long the edit is tried again while other edits of the note come first, in milliseconds. 30,000 by default, `Infinity` for no limit. */
  editWithinMs?: number;
}

/** The method that edits notes with several operations. */
export interface NoteEdits {
  /**
   * Reads the note on a fan, passes it to your function, and writes what that returns. If another edit came first, it waits, reads and edits
   * again, for at most 30 seconds (`editWithinMs`). Then it rejects with `precondition_failed`, and the message contains the number of tries.
   * Undefined, or the same text, leaves the note unchanged. Returns the stored note.
   * @example
   * await client.insights.edit({ account_id: 'a1', fan_id: 'f1' }, (note) => `${note} Likes jazz.`);
   */
  edit(fan: FanOfNote, edit: EditNote, options?: EditOptions): Promise<Insight>;
}

/** The methods that an edit calls. */
interface NoteMethods {
  get(fan: FanOfNote, options?: CallOptions): Promise<Insight>;
  update(given: FanOfNote & { note: string; etag: string }, options?: CallOptions): Promise<Insight>;
}

const firstBackOffMs = 50;
const maxBackOffMs = 2_000;

/**
 * Reads a note, edits it and writes it, and starts again if it was changed meanwhile. The random delays prevent programs that edit the same
 * note from repeating the conflict.
 */
export async function editInsight(
  { get, update }: NoteMethods,
  fan: FanOfNote,
  edit: EditNote,
  { editWithinMs = 30_000, ...options }: EditOptions = {},
): Promise<Insight> {
  if (typeof edit !== 'function') throw new InvalidArgumentError('edit', 'a function that returns the new note is required');
  checkedCount('editWithinMs', editWithinMs);
  const { account_id, fan_id } = checkedArguments(fan);
  const place = { account_id, fan_id };
  const startedAt = performance.now();
  for (let tries = 1; ; tries += 1) {
    const insight = await get(place, options);
    const note = await edit(insight.note, insight);
    if (note === undefined || note === insight.note) return insight;
    try {
      return await update({ ...place, note, etag: insight.etag }, options);
    } catch (error) {
      if (!isProblem(error, 'precondition_failed')) throw error;
      const delayMs = Math.random() * backOffMs(tries, firstBackOffMs, maxBackOffMs);
      const passedMs = performance.now() - startedAt;
      if (passedMs + delayMs > editWithinMs) throw conflictError(error, tries, passedMs);
      await wait(delayMs, options.signal);
    }
  }
}

/** The problem of the last try, with the number of tries. */
function conflictError(error: ProblemError<'precondition_failed'>, tries: number, passedMs: number): ProblemError {
  const { problem, status, headers, operationId } = error;
  const counted = `${tries} ${tries === 1 ? 'try' : 'tries'} in ${(passedMs / 1000).toFixed(1)} s`;
  const note = `. Gave up after ${counted}: each time another edit of the note came first`;
  return new ProblemError({ ...problem }, { status, headers, operationId, cause: error, note });
}
