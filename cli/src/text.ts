import stringWidth from 'string-width';

/** Characters that steer a terminal or turn the direction of the following text, except line breaks and tabs. */
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const graphemes = new Intl.Segmenter();

/** Text from elsewhere must not steer the terminal; its line breaks stay. */
export function harmless(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(steering, '·');
}

/** The same on one line. */
export function printable(text: string): string {
  return harmless(oneLine(text).replaceAll('\t', '·'));
}

/** Lines and what is blank around their ends, with a sign between them. */
function oneLine(text: string): string {
  if (!text.includes('\n')) return text;
  const [first = '', ...others] = text.split('\n');
  const last = others.pop() ?? '';
  const between = others.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...between, last.trimStart()].join(' ⏎ ');
}

/** JSON whose texts steer no terminal. It is read as what it was. */
export function harmlessJson(json: string): string {
  return json.replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** The text in a column: filled up with spaces, to the left of it where it stands to the right. */
export function padded(text: string, width: number, toTheRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return toTheRight ? space + text : text + space;
}

/** The beginning of a text that is too wide, with an ellipsis. */
export function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let start = '';
  for (const { segment } of graphemes.segment(text)) {
    if (widthOf(start + segment) > width - 1) break;
    start += segment;
  }
  return `${start.trimEnd()}…`;
}
