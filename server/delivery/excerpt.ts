import { limits } from '../../generated/limits.ts';

const plain = /^[\x20-\x7e\n\r\t]*$/;
// Controls (but tab and line ends), and marks that change the direction of the text around them.
const unsafe = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The beginning of a body as text that breaks neither the database nor a terminal. */
export function toExcerpt(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const text = bytes.toString('utf8', 0, Math.min(bytes.length, limits.excerptBytes));
  return plain.test(text) ? text : text.replace(unsafe, '\ufffd');
}
