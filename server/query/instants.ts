import { Temporal } from 'temporal-polyfill';
import { Problem } from '../problems/problem.ts';

const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(\.\d+)?([Zz]|[+-]\d{2}(?::?\d{2})?)$/;

/**
 * Reads an ISO 8601 instant with an offset. A part of a millisecond counts upwards: what is stored to the millisecond
 * is at or after the instant exactly when it is at or after the next whole one.
 */
export function parseInstant(name: string, text: string): Date {
  const [, date, time, fraction = '', offset] = dateTime.exec(text) ?? [];
  try {
    if (date === undefined) throw new RangeError('not a date-time with an offset');
    const instant = Temporal.Instant.from(`${date}T${time}${fraction.slice(0, 10)}${offset}`);
    return new Date(instant.round({ smallestUnit: 'millisecond', roundingMode: 'ceil' }).epochMilliseconds);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new Problem('validation_failed', {
      detail: `"${name}" must be an ISO 8601 date-time with an offset, such as 2026-07-01T00:00:00Z.`,
      cause,
    });
  }
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
