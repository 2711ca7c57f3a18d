import type { CallOptions } from './call.ts';
import { InvalidArgumentError } from './errors.ts';
import type { Schemas } from './schemas.ts';
import { isProblem } from './problem.ts';

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

/** The methods that an edit calls. */
interface NoteMethods {
  get(fan: FanOfNote, options?: CallOptions): Promise<Insight>;
  update(given: FanOfNote & { note: string; etag: string }, options?: CallOptions): Promise<Insight>;
}

/** How often an edit is repeated because another one came first. */
const mostEdits = 5;

/** Reads a note, edits it and writes it; reads and edits it again if it was changed meanwhile. */
export async function editInsight({ get, update }: NoteMethods, fan: FanOfNote, edit: EditNote, options?: CallOptions): Promise<Insight> {
  if (typeof edit !== 'function') throw new InvalidArgumentError('edit', 'a function that returns the new note is required');
  const place = { account_id: fan.account_id, fan_id: fan.fan_id };
  for (let edits = 1; ; edits += 1) {
    const insight = await get(place, options);
    const note = await edit(insight.note, insight);
    if (note === undefined || note === insight.note) return insight;
    try {
      return await update({ ...place, note, etag: insight.etag }, options);
    } catch (error) {
      if (!isProblem(error, 'precondition_failed') || edits === mostEdits) throw error;
    }
  }
}
