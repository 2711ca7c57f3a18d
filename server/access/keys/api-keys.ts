import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const currentPrefix = 'svc_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;
const mintedLength = randomLength + checksumLength;
const displayedLength = 4;
const afterPrefix = /^[A-Za-z0-9._~+/=-]{32,64}$/;

function base62(value: number): string {
  let digits = '';
  for (let rest = value; digits.length < checksumLength; rest = Math.floor(rest / alphabet.length)) {
    digits = alphabet[rest % alphabet.length] + digits;
  }
  return digits;
}

/** Bytes beyond the last multiple of 62 are drawn again, so that every character is equally likely. */
function randomBase62(length: number): string {
  const fairBytes = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fairBytes && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

function checksumOf(text: string): string {
  return base62(crc32(text));
}

function holdsChecksum(apiKey: string): boolean {
  return checksumOf(apiKey.slice(0, -checksumLength)) === apiKey.slice(-checksumLength);
}

/** A new secret text: prefix, random part and a checksum of both. */
export function mint(prefix: string): string {
  const unchecked = prefix + randomBase62(randomLength);
  return unchecked + checksumOf(unchecked);
}

/** Whether a text can be one that was minted with this prefix: a mistyped one is known without the database. */
export function canBeMinted(prefix: string, text: string): boolean {
  return text.startsWith(prefix) && text.length === prefix.length + mintedLength && holdsChecksum(text);
}

export function mintApiKey(): string {
  return mint(currentPrefix);
}

/** What is stored of a key or an operator token. */
export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

const mostAlike = 0.7;

/** The part of the characters from `distance` on that are like the one `distance` before them. */
function alikeAt(text: readonly number[], distance: number): number {
  return text.filter((code, index) => index >= distance && code === text[index - distance]).length / (text.length - distance);
}

/**
 * Whether a text is far from random: few different characters, a part that is repeated, or characters that follow one another as in
 * an alphabet, also with a checksum behind them. Of random digits or hexadecimal digits fewer than one in a million looks so.
 */
function isGuessable(text: string): boolean {
  const codes = Array.from(text, (character) => character.charCodeAt(0));
  const steps = codes.slice(1).map((code, index) => code - codes[index]!);
  const distances = codes.slice(0, Math.floor(codes.length / 2)).map((_, index) => index + 1);
  return new Set(codes).size < 6 || distances.some((distance) => alikeAt(codes, distance) >= mostAlike) || alikeAt(steps, 1) >= mostAlike;
}

/**
 * Which texts can be keys, known without the database: either prefix and 32 to 64 characters after it. A text with the
 * current prefix and the length of a minted key holds its checksum, or is `unchecked`: a mistyped key, or one that was
 * brought over from an earlier service.
 */
export class ApiKeyFormat {
  readonly #formerPrefix: string;

  /** `formerBrand` is the service's former name: its keys begin with `<brand>_live_`. */
  constructor(formerBrand: string) {
    this.#formerPrefix = `${formerBrand.toLowerCase()}_live_`;
  }

  accepts(text: string): boolean {
    const prefix = this.#prefixOf(text);
    if (prefix === undefined) return false;
    const rest = text.slice(prefix.length);
    return afterPrefix.test(rest);
  }

  /** Whether the text looks like a minted key but for its checksum. */
  isUnchecked(text: string): boolean {
    return this.#prefixOf(text) === currentPrefix && text.length === currentPrefix.length + mintedLength && !holdsChecksum(text);
  }

  /** What is stored of the key, or undefined for a text that cannot be one. */
  hashOf(text: string): Buffer | undefined {
    return this.accepts(text) ? hashApiKey(text) : undefined;
  }

  /** Whether what is behind the prefix of an accepted key could be guessed. */
  isGuessable(apiKey: string): boolean {
    return isGuessable(apiKey.slice((this.#prefixOf(apiKey) ?? '').length));
  }

  /** The first characters of an accepted key, for display. */
  displayPrefix(apiKey: string): string {
    return apiKey.slice(0, (this.#prefixOf(apiKey) ?? '').length + displayedLength);
  }

  #prefixOf(text: string): string | undefined {
    return [currentPrefix, this.#formerPrefix].find((prefix) => text.startsWith(prefix));
  }
}
