import { limits } from '../../../generated/limits.ts';
import { decodedBody } from './decode-body.ts';

const plain = /^[\x20-\x7e\n\r\t]*$/;
// Control characters except tab and line ends, and characters that change the direction of text.
const unsafe = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The longest beginning of a text within so many bytes of UTF-8. */
export function firstBytes(text: string, bytes: number): string {
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= bytes) return text;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
}

/** The beginning of a body as text that is safe for the database and a terminal. */
export function toExcerpt(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const isCut = bytes.length >= limits.excerptBytes;
  const text = bytes.toString('utf8', 0, Math.min(bytes.length, limits.excerptBytes));
  if (plain.test(text)) return text;
  // A character at the cut is incomplete.
  const whole = isCut
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, limits.excerptBytes), { stream: true })
    : text;
  // A replacement takes three bytes.
  return firstBytes(whole.replace(unsafe, '\ufffd'), limits.excerptBytes);
}

/** The decoded beginning of a body with a `Content-Encoding`, or a text that says that it is compressed. */
export async function toDecodedExcerpt(encoding: string, chunks: readonly Buffer[]): Promise<string> {
  const body = Buffer.concat(chunks);
  if (body.length === 0) return '';
  const decoded = await decodedBody(encoding, body);
  if (decoded) return toExcerpt([decoded]);
  // Some receivers name an encoding and send plain text.
  const text = body.toString('latin1');
  if (plain.test(text)) return text;
  return /^[\w-]{1,20}$/.test(encoding) ? `compressed body (${encoding})` : 'compressed body';
}
