/** What the validators call: formats, and the length of a text in characters. */

import { isDate, readInstant } from './instants.ts';

/** How instants are written in answers, which is stricter than how they are read. */
const answeredInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?(?:Z|[+-]\d{2}:\d{2})$/;

/** An instant with its offset, on a day that exists. */
function isInstant(text: string): boolean {
  return readInstant(text) !== undefined;
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(text) && URL.canParse(text);
}

export const formats = {
  date: isDate,
  'date-time': isInstant,
  uri: isUri,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  email: /^[^\s@]+@[^\s@]+$/,
};

/** The formats of what the service answers and delivers. */
export const answerFormats = { ...formats, 'date-time': (text: string) => answeredInstant.test(text) && isInstant(text) };

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
