import { Temporal } from 'temporal-polyfill';
import { limits } from '../../generated/limits.ts';
import type { Problems } from '../../generated/problems.ts';
import { existsIn, requireWindowWithin, startOfDay, type DayWindow } from './day-window.ts';

export type Granularity = 'hour' | 'day' | 'week' | 'month';

/** One step of a time series, cut at the ends of the window. */
export interface Period {
  /** The start of the whole period, with the zone's offset: for a week its Monday, also if the window starts later. */
  readonly start: string;
  readonly fromMs: number;
  /** Exclusive. */
  readonly untilMs: number;
}

const maxDays: Readonly<Record<Granularity, number>> = {
  hour: limits.hourlyDays,
  day: limits.dailyDays,
  week: limits.weeklyDays,
  month: limits.weeklyDays,
};
const hourMs = 3_600_000;

function automatic({ dayCount }: DayWindow): Granularity {
  if (dayCount <= limits.chosenHourlyDays) return 'hour';
  if (dayCount <= limits.chosenDailyDays) return 'day';
  return dayCount <= limits.chosenWeeklyDays ? 'week' : 'month';
}

/** The requested granularity, or one that fits the window. Throws `validation_failed` for a window that is too long. */
export function chooseGranularity(window: DayWindow, asked: Granularity | undefined, problems: Problems<'validation_failed'>): Granularity {
  const granularity = asked ?? automatic(window);
  requireWindowWithin(window, maxDays[granularity], `granularity "${granularity}"`, problems);
  return granularity;
}

function firstDays({ start, end, timezone }: DayWindow, granularity: Exclude<Granularity, 'hour'>): Temporal.PlainDate[] {
  const first = {
    day: () => start,
    week: () => start.subtract({ days: start.dayOfWeek - 1 }),
    month: () => start.with({ day: 1 }),
  }[granularity]();
  const days: Temporal.PlainDate[] = [];
  for (let index = 0; ; index += 1) {
    const day = first.add({ [`${granularity}s`]: index });
    if (Temporal.PlainDate.compare(day, end) > 0) return days;
    if (granularity !== 'day' || existsIn(day, timezone)) days.push(day);
  }
}

/** A day has 23 or 25 hours when the clock changes. Its last hour is shorter if the change is less than an hour. */
function hourStarts(window: DayWindow): Temporal.ZonedDateTime[] {
  const days = firstDays(window, 'day').map((day) => startOfDay(day, window.timezone));
  return days.flatMap((day, index) => {
    const nextDayMs = days[index + 1]?.epochMilliseconds ?? window.untilMs;
    const hourCount = Math.ceil((nextDayMs - day.epochMilliseconds) / hourMs);
    return Array.from({ length: hourCount }, (_, hour) => day.add({ hours: hour }));
  });
}

export function periodsOf(window: DayWindow, granularity: Granularity): Period[] {
  const starts =
    granularity === 'hour' ? hourStarts(window) : firstDays(window, granularity).map((day) => startOfDay(day, window.timezone));
  return starts.map((start, index) => ({
    start: start.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    fromMs: Math.max(start.epochMilliseconds, window.fromMs),
    untilMs: starts[index + 1]?.epochMilliseconds ?? window.untilMs,
  }));
}
