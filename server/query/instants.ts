import { readInstant } from '../../generated/validators/instants.ts';
import { Problem } from '../problems/problem.ts';

/** Reads an instant with its offset, to the millisecond. */
export function parseInstant(name: string, text: string): Date {
  const instant = readInstant(text);
  if (instant === undefined) {
    throw new Problem('validation_failed', {
      detail: `"${name}" must be an ISO 8601 date-time with an offset, such as 2026-07-01T00:00:00Z.`,
    });
  }
  return new Date(instant);
}

export interface InstantRange {
  /** Included. */
  readonly start?: Date;
  /** Not included. */
  readonly end?: Date;
}

/** Reads the `start` and `end` of a list. */
export function readInstantRange(request: { start?: string; end?: string }): InstantRange {
  const start = request.start === undefined ? undefined : parseInstant('start', request.start);
  const end = request.end === undefined ? undefined : parseInstant('end', request.end);
  if (start && end && end < start) {
    throw new Problem('validation_failed', { detail: '"end" is before "start".' });
  }
  return { start, end };
}
