import { isDeepStrictEqual } from 'node:util';
import type { CheckedBody } from '../../generated/models.ts';

/** A possible original of an altered body. */
export interface Altered {
  readonly text: string;
  readonly difference: NonNullable<CheckedBody['difference']>;
}

const byteOrderMark = '\u{FEFF}';

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Decodes a text whose UTF-8 was decoded as Latin-1; undefined for other texts. */
function decodeAgain(text: string): string | undefined {
  if (![...text].every((character) => character.charCodeAt(0) <= 0xff)) return undefined;
  const again = Buffer.from(text, 'latin1').toString('utf8');
  return again.includes('\u{FFFD}') ? undefined : again;
}

/** Possible originals of a body, given common alterations by programs. `sent` is the sent body, if it is known. */
export function alteredForms(body: string, sent: string | undefined): Altered[] {
  const unmarked = body.startsWith(byteOrderMark) ? body.slice(1) : undefined;
  const json = parsed(body.trim());
  const forms: { readonly text: string | undefined; readonly difference: Altered['difference'] }[] = [
    { text: unmarked, difference: 'byte_order_mark' },
    { text: body.trim(), difference: 'surrounding_whitespace' },
    { text: decodeAgain(body), difference: 'encoding' },
    { text: json && JSON.stringify(json.value), difference: 'formatting' },
    { text: sent, difference: sent === undefined ? 'other' : likeness(body, sent) },
  ];
  const seen = new Set([body]);
  return forms.flatMap(({ text, difference }) => {
    if (text === undefined || seen.has(text)) return [];
    seen.add(text);
    return [{ text, difference }];
  });
}

function likeness(body: string, sent: string): Altered['difference'] {
  if (body === '') return 'empty';
  const [one, other] = [parsed(body.trim()), parsed(sent)];
  return one && other && isDeepStrictEqual(one.value, other.value) ? 'formatting' : 'other';
}

/** How a body differs from the sent one. */
export function differenceOf(body: string, sent: string): Altered['difference'] {
  return alteredForms(body, sent).find(({ text }) => text === sent)?.difference ?? 'other';
}
