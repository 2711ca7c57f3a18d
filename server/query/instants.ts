import { readInstant } from '../../generated/validators/instants.ts';
import type { Problems } from '../../generated/problems.ts';

/** Reads an instant with its offset, to the millisecond. Throws `validation_failed`. */
export function parseInstant(name: string, text: string, { problem }: Problems<'validation_failed'>): Date {
  const instant = readInstant(text);
  if (instant === undefined) {
    throw problem('validation_failed', {
      detail: `"${name}" must be an ISO 8601 date-time with an offset, such as 2026-07-01T00:00:00Z.`,
    });
  }
  return new Date(instant);
}

/** Reads the inclusive `start` and the exclusive `end` of a list. Throws `validation_failed` for an end before the start. */
export function readInstantRange(request: { start?: string; end?: string }, problems: Problems<'validation_failed'>) {
  const start = request.start === undefined ? undefined : parseInstant('start', request.start, problems);
  const end = request.end === undefined ? undefined : parseInstant('end', request.end, problems);
  if (start && end && end < start) throw problems.problem('validation_failed', { detail: '"end" is before "start".' });
  return { start, end };
}
