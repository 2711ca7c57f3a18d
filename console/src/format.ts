/** The language of the page, not of the browser: numbers and dates are formatted like the English texts. */
const locale = 'en-GB';

type FormatNumber = (value: number) => string;
type FormatInstant = (instant: Date | number) => string;

export const count: FormatNumber = new Intl.NumberFormat(locale).format;
export const shortCount: FormatNumber = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format;
export const percent: FormatNumber = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format;

const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });

/** Euro cents as an amount, as `€15.00`. */
export const amount = (cents: number): string => euros.format(cents / 100);

export const counted = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`;

const byteUnits = ['bytes', 'KB', 'MB', 'GB', 'TB'];

export function bytes(value: number): string {
  const step = value < 1 ? 0 : Math.min(Math.floor(Math.log10(value) / 3), byteUnits.length - 1);
  return `${step === 0 ? count(value) : (value / 1_000 ** step).toFixed(1)} ${byteUnits[step]!}`;
}

const ofDay = { day: 'numeric', month: 'short' } as const;
const ofClock = { hour: '2-digit', minute: '2-digit' } as const;
const shown = new Intl.DateTimeFormat(locale, { ...ofDay, ...ofClock, second: '2-digit' });
const shownWithYear = new Intl.DateTimeFormat(locale, { ...ofDay, ...ofClock, second: '2-digit', year: 'numeric' });

export const dayOf: FormatInstant = new Intl.DateTimeFormat(locale, ofDay).format;
export const clockTime: FormatInstant = new Intl.DateTimeFormat(locale, ofClock).format;

const spoken = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' });

/** The viewer's time zone, as `Europe/Paris`. */
export const viewerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const isUtc = ['UTC', 'Etc/UTC'].includes(viewerZone);

/** An instant in the viewer's time zone, without the year if it is the current one. */
export function localTime(instant: string | number | Date): string {
  const date = new Date(instant);
  return (date.getFullYear() === new Date().getFullYear() ? shown : shownWithYear).format(date);
}

/** A time, without the day if it is today. */
export function shortTime(instant: string | number | Date): string {
  const date = new Date(instant);
  return date.toDateString() === new Date().toDateString() ? clockTime(date) : `${dayOf(date)}, ${clockTime(date)}`;
}

/** The label of a time tick: midnight as its day, any other as a time. */
export const axisTime = (time: Date): string => (time.getHours() + time.getMinutes() === 0 ? dayOf(time) : clockTime(time));

/** An instant in UTC, to the second, as `2026-11-22 05:31:12 UTC`. */
export const absoluteTime = (instant: string | number | Date): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** The distance of an instant from now, as `5 minutes ago`. */
export function relativeTime(instant: string | number | Date, now = Date.now()): string {
  const distance = new Date(instant).getTime() - now;
  const [unit, ms] = units.find(([, ms]) => Math.abs(distance) >= ms) ?? units.at(-1)!;
  return spoken.format(Math.round(distance / ms), unit);
}

/** A duration in a readable unit, as `87 ms`, `1.4 s` or `12 min`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${Math.round(ms / 3_600_000)} h`;
  return `${Math.round(ms / 86_400_000)} days`;
}

/** An instant as the text of an `InstantField`, to the minute. */
export function localInput(instant: number): string {
  const offsetMs = new Date(instant).getTimezoneOffset() * 60_000;
  return new Date(instant - offsetMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** The instant of the text of an `InstantField`; undefined if it is empty. */
export function instantOf(local: string | null | undefined): string | undefined {
  if (!local) return undefined;
  const date = new Date(local.length === 10 ? `${local}T00:00` : local.replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
