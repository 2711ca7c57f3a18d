import type { Granularity } from './plain-sums.ts';
import { dayIn, periodOfDay } from './plain-sums.ts';

export interface PlainPeriod {
  /** As the API writes it: local time with the offset that holds then. */
  readonly start: string;
  readonly startMs: number;
}

const quarterMs = 900_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);

function daysFrom(start: string, end: string): string[] {
  const days = [];
  for (let day = start; day <= end; day = nextDay(day)) days.push(day);
  return days;
}

/** The local time of an instant with its offset, by way of `Intl` alone. */
function writerIn(timezone: string): (instantMs: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
  const pad = (value: number) => String(value).padStart(2, '0');
  return (instantMs) => {
    const local = format.format(instantMs).replace(' ', 'T');
    const offsetMinutes = (Date.parse(`${local}Z`) - instantMs) / 60_000;
    const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
    return `${local}${offsetMinutes < 0 ? '-' : '+'}${pad(hours)}:${pad(minutes)}`;
  };
}

/** The periods of a window of days, found by checking each quarter hour's local day: clocks change at quarter hours. */
export function plainPeriods(start: string, end: string, timezone: string, granularity: Granularity): PlainPeriod[] {
  const localDay = dayIn(timezone);
  const written = writerIn(timezone);
  const startOf = (day: string): number => {
    let ms = Date.parse(day) - 16 * hourMs;
    while (localDay(ms) < day) ms += quarterMs;
    return ms;
  };
  const startsMs =
    granularity === 'hour'
      ? daysFrom(start, end).flatMap((day) => {
          const [firstMs, untilMs] = [startOf(day), startOf(nextDay(day))];
          return Array.from({ length: Math.ceil((untilMs - firstMs) / hourMs) }, (_, hour) => firstMs + hour * hourMs);
        })
      : [...new Set(daysFrom(start, end).map((day) => periodOfDay(day, granularity)))].map(startOf);
  return startsMs.map((startMs) => ({ start: written(startMs), startMs }));
}
