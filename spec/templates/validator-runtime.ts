import { isDate, readInstant } from './instants.ts';

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(text) && URL.canParse(text);
}

export const formats = {
  date: isDate,
  'date-time': (text: string) => readInstant(text) !== undefined,
  uri: isUri,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  email: /^[^\s@]+@[^\s@]+$/,
};

/** The length of a text in Unicode characters, for `minLength` and `maxLength`. */
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
