import { Temporal } from 'temporal-polyfill';
import { isDate, readInstant } from '../../generated/validators/instants.ts';
import type { Problems } from '../../generated/problems.ts';
import { requireTimeZone } from './time-zone.ts';

/** Whole days in a time zone, both ends inclusive, and their instants. */
export interface DayWindow {
  readonly timezone: string;
  readonly start: Temporal.PlainDate;
  readonly end: Temporal.PlainDate;
  readonly dayCount: number;
  readonly fromMs: number;
  /** Exclusive. */
  readonly untilMs: number;
}

const dayMs = 86_400_000;

/** Days whose instants all have a year of four digits. */
const earliestMs = Date.parse('0001-01-01T00:00:00Z');
const latestMs = Date.parse('9999-12-31T00:00:00Z');

/** The first instant of a day, or of the next day if the zone skipped it. */
export function startOfDay(day: Temporal.PlainDate, timezone: string): Temporal.ZonedDateTime {
  return day.toZonedDateTime({ timeZone: timezone });
}

/** False for a day that the zone skipped when it moved across the date line. */
export function existsIn(day: Temporal.PlainDate, timezone: string): boolean {
  return startOfDay(day, timezone).toPlainDate().equals(day);
}

function parseDay(text: string, timezone: string): Temporal.PlainDate | undefined {
  if (isDate(text)) return Temporal.PlainDate.from(text);
  const instant = readInstant(text);
  return instant === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).toPlainDate();
}

/** Reads a date, or the day of a date-time in the zone. */
function readDay(name: string, text: string, timezone: string, { problem }: Problems<'validation_failed'>): Temporal.PlainDate {
  const refused = (detail: string) => problem('validation_failed', { detail });
  const day = parseDay(text, timezone);
  if (!day) throw refused(`"${name}" must be a day that exists, as YYYY-MM-DD or as a date-time with an offset; "${text}" is not.`);
  const { epochMilliseconds } = startOfDay(day, timezone);
  if (epochMilliseconds < earliestMs || epochMilliseconds > latestMs)
    throw refused(`"${name}" is out of range: the year must be between 1 and 9999.`);
  if (!existsIn(day, timezone)) throw refused(`"${name}": the day ${text} does not exist in ${timezone}.`);
  return day;
}

const quarterMs = 15 * 60_000;

/** Throws `validation_failed` for days that start within a quarter hour of UTC, by which figures are stored. Some zones had such offsets, mostly before 1972. */
export function requireWholeQuarterHours(
  instantsMs: readonly number[],
  { start, end, timezone }: Pick<DayWindow, 'start' | 'end' | 'timezone'>,
  { problem }: Problems<'validation_failed'>,
): void {
  if (instantsMs.every((instantMs) => instantMs % quarterMs === 0)) return;
  throw problem('validation_failed', {
    detail: `"timezone": ${timezone} had an offset from UTC between ${start.toString()} and ${end.toString()} that is not a multiple of 15 minutes; request these days in UTC.`,
  });
}

/** Throws `validation_failed` for a zone or day that does not exist, and for an end before the start. */
export function readDayWindow(
  request: { readonly start: string; readonly end: string; readonly timezone?: string },
  problems: Problems<'validation_failed'>,
): DayWindow {
  const timezone = requireTimeZone(request.timezone ?? 'UTC', problems);
  const start = readDay('start', request.start, timezone, problems);
  const end = readDay('end', request.end, timezone, problems);
  if (Temporal.PlainDate.compare(end, start) < 0) throw problems.problem('validation_failed', { detail: '"end" is before "start".' });
  const fromMs = startOfDay(start, timezone).epochMilliseconds;
  const untilMs = startOfDay(end.add({ days: 1 }), timezone).epochMilliseconds;
  requireWholeQuarterHours([fromMs, untilMs], { start, end, timezone }, problems);
  // Days that the zone skipped do not count.
  const dayCount = Math.min(start.until(end).days + 1, Math.round((untilMs - fromMs) / dayMs));
  return { timezone, start, end, dayCount, fromMs, untilMs };
}

/** Throws `validation_failed` for a window of too many days. */
export function requireWindowWithin(window: DayWindow, maxDays: number, subject: string, { problem }: Problems<'validation_failed'>): void {
  if (window.dayCount > maxDays) {
    throw problem('validation_failed', { detail: `The window has ${window.dayCount} days; ${subject} takes at most ${maxDays}.` });
  }
}
