// Generated from spec/ by `npm run generate`. Do not edit.

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * RFC 3339, and its variants that programs print: a space for the T (Python's `str`), no seconds (Java), an offset without a colon (`%z`).
 * Digits of a fraction after the third are ignored.
 */
const instantPattern = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))$/;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The range of instants whose year has four digits. */
const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether a text is an existing day. */
export function isDate(text: string): boolean {
  const match = datePattern.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && leap ? 29 : (monthDays[month - 1] ?? 0);
  return year >= 1 && day >= 1 && day <= days;
}

/** The offset from UTC in milliseconds; undefined for a day or more. */
function offsetOf(sign: string | undefined, hours = '00', minutes = '00'): number | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

/**
 * The milliseconds since 1970 of an instant with an offset on an existing day; undefined for any other text. A leap second, which is the
 * last second of a day in UTC, is read as the next second.
 */
export function readInstant(text: string): number | undefined {
  const match = instantPattern.exec(text);
  if (match === null) return undefined;
  const [, date = '', time = '', second = '00', fraction = '', sign, hours, minutes] = match;
  const offset = offsetOf(sign, hours, minutes);
  if (!isDate(date) || time >= '24' || time.slice(3) > '59' || second > '60' || offset === undefined) return undefined;
  const minuteStart = Date.parse(`${date}T${time}:00Z`) - offset;
  const isLastOfDay = (((minuteStart + minuteMs) % dayMs) + dayMs) % dayMs === 0;
  if (second === '60' && !isLastOfDay) return undefined;
  const instant = minuteStart + Number(second) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return instant >= firstInstant && instant <= lastInstant ? instant : undefined;
}
