import stringWidth from 'string-width';

/** Control characters, and characters that change the direction of text, except line breaks and tabs. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const graphemes = new Intl.Segmenter();

/** Replaces characters that would control the terminal. Line breaks stay. */
export function replaceControls(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(controls, '·');
}

/** As `replaceControls`, on one line. */
export function printable(text: string): string {
  return replaceControls(oneLine(text).replaceAll('\t', '·'));
}

/** Joins the lines of a text, without leading and trailing spaces. */
function oneLine(text: string): string {
  if (!text.includes('\n')) return text;
  const [first = '', ...others] = text.split('\n');
  const last = others.pop() ?? '';
  const between = others.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...between, last.trimStart()].join(' ⏎ ');
}

/** Escapes the characters of JSON that would control the terminal. Its value stays the same. */
export function escapeControlsInJson(json: string): string {
  return json.replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The width of a text in columns of a terminal. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** The text padded to the width of its column. */
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

/** The text with line breaks between words, so that a terminal breaks no word. */
export function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => {
      if (widthOf(line) <= width) return line;
      const [first = '', ...words] = line.split(' ');
      let shown = first;
      let used = widthOf(shown);
      for (const word of words) {
        const isFull = used + 1 + widthOf(word) > width;
        shown += `${isFull ? '\n' : ' '}${word}`;
        used = isFull ? widthOf(word) : used + 1 + widthOf(word);
      }
      return shown;
    })
    .join('\n');
}
