// Generated from spec/ by `npm run generate`. Do not edit.

/** What the validators call: formats, and the length of a text in characters. */

const dateTimePattern = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-5]):[0-5]\d)$/;
const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The instants that fit into four digits of years, in any offset. */
const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** A day that exists. */
function isDate(text: string): boolean {
  const match = datePattern.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && leap ? 29 : (monthDays[month - 1] ?? 0);
  return year >= 1 && day >= 1 && day <= days;
}

/** An instant with its offset, on a day that exists. */
function isDateTime(text: string): boolean {
  const day = dateTimePattern.exec(text)?.[1];
  if (day === undefined || !isDate(day)) return false;
  const instant = Date.parse(text);
  return instant >= firstInstant && instant <= lastInstant;
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(text) && URL.canParse(text);
}

export const formats = {
  date: isDate,
  'date-time': isDateTime,
  uri: isUri,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  email: /^[^\s@]+@[^\s@]+$/,
};

/** The length of a text in Unicode characters, which is what `minLength` and `maxLength` count. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const high = text.charCodeAt(index);
    if (high < 0xd800 || high > 0xdbff) continue;
    const low = text.charCodeAt(index + 1);
    if (low >= 0xdc00 && low <= 0xdfff) {
      count--;
      index++;
    }
  }
  return count;
}
