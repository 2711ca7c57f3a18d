import { limits } from '../../../generated/limits.ts';
import { decodedBody } from './decode-body.ts';

const plain = /^[\x20-\x7e\n\r\t]*$/;
// Controls (but tab and line ends), and marks that change the direction of the text around them.
const unsafe = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The first characters of a text that take at most so many bytes of UTF-8 together. */
export function firstBytes(text: string, bytes: number): string {
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= bytes) return text;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
}

/** The beginning of a body as text that breaks neither the database nor a terminal. */
export function toExcerpt(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const isCut = bytes.length >= limits.excerptBytes;
  const text = bytes.toString('utf8', 0, Math.min(bytes.length, limits.excerptBytes));
  if (plain.test(text)) return text;
  // Of a character at the cut the first bytes alone are there.
  const whole = isCut
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, limits.excerptBytes), { stream: true })
    : text;
  // What replaces a byte takes three.
  return firstBytes(whole.replace(unsafe, '\ufffd'), limits.excerptBytes);
}

/** The beginning of a body with a `Content-Encoding`, decoded; if that is impossible, a text that says so. */
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
