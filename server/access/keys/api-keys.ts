import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const currentPrefix = 'svc_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;
const createdLength = randomLength + checksumLength;
const displayedLength = 4;
const afterPrefix = /^[A-Za-z0-9._~+/=-]{32,64}$/;

function base62(value: number): string {
  let digits = '';
  for (let rest = value; digits.length < checksumLength; rest = Math.floor(rest / alphabet.length)) {
    digits = alphabet[rest % alphabet.length] + digits;
  }
  return digits;
}

const checksumOf = (text: string) => base62(crc32(text));

const hasChecksum = (text: string) => checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);

/** A new key, token, session or secret: prefix, random part and a checksum of both. */
export function newCredential(prefix: string): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]);
  const unchecked = prefix + random.join('');
  return unchecked + checksumOf(unchecked);
}

/** Whether a text has the form of a credential with this prefix. A typo is detected without the database. */
export function isWellFormed(prefix: string, text: string): boolean {
  return text.startsWith(prefix) && text.length === prefix.length + createdLength && hasChecksum(text);
}

export function newApiKey(): string {
  return newCredential(currentPrefix);
}

/** The stored hash of a key, token or link. */
export function hashApiKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

const maxRepeatedShare = 0.7;

/** The share of characters that equal the character `distance` positions earlier. */
function alikeAt(text: readonly number[], distance: number): number {
  return text.filter((code, index) => index >= distance && code === text[index - distance]).length / (text.length - distance);
}

/**
 * Whether a text has few distinct characters, a repeated part, or characters in alphabetical order, even before a valid checksum. Fewer
 * than one in a million random digit strings match.
 */
function isGuessable(text: string): boolean {
  const codes = Array.from(text, (character) => character.charCodeAt(0));
  const steps = codes.slice(1).map((code, index) => code - codes[index]!);
  const distances = codes.slice(0, Math.floor(codes.length / 2)).map((_, index) => index + 1);
  return (
    new Set(codes).size < 6 ||
    distances.some((distance) => alikeAt(codes, distance) >= maxRepeatedShare) ||
    alikeAt(steps, 1) >= maxRepeatedShare
  );
}

/**
 * The form of keys, which is checked without the database: one of two prefixes and 32 to 64 characters. A key in the created form without a
 * valid checksum is `unchecked`: a typo, or a key that was imported from an earlier service.
 */
export class ApiKeyFormat {
  readonly #formerPrefix: string;

  /** Keys of the former brand begin with `<brand>_live_`. */
  constructor(formerBrand: string) {
    this.#formerPrefix = `${formerBrand.toLowerCase()}_live_`;
  }

  accepts(text: string): boolean {
    const prefix = this.#prefixOf(text);
    return prefix !== undefined && afterPrefix.test(text.slice(prefix.length));
  }

  /** Whether the text has the form of a created key, except for its checksum. */
  isUnchecked(text: string): boolean {
    return this.#prefixOf(text) === currentPrefix && text.length === currentPrefix.length + createdLength && !hasChecksum(text);
  }

  /** Undefined for a text that cannot be a key. */
  hashOf(text: string): Buffer | undefined {
    return this.accepts(text) ? hashApiKey(text) : undefined;
  }

  /** Whether the text after the prefix of an accepted key is guessable. */
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
