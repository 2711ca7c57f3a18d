import { isIP } from 'node:net';
import { limits } from '../../generated/limits.ts';
import type { Problems } from '../../generated/problems.ts';
import { fieldRefusal } from '../problems/validation-error.ts';
import { isPublicAddress, isInRanges, type AddressRange } from './destination-ranges.ts';

export interface DestinationPolicy {
  /** Ranges that deliveries may use although they are private, also over plain HTTP, for development and tests. */
  readonly devRanges: readonly AddressRange[];
}

/** The ports that browsers refuse to fetch (WHATWG Fetch, "port blocking"), and 0. */
const blockedPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117,
  119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636,
  989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Names that are never on the public internet. */
const localSuffixes = ['.localhost', '.local', '.internal', '.home.arpa', '.onion'];

const label = /^[a-z0-9_-]{1,63}$/;

/** Whether a parsed host name (lower-case ASCII, no trailing dot) may be on the public internet. */
export function isPublicName(name: string): boolean {
  const labels = name.split('.');
  return (
    name.length <= 253 &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    !localSuffixes.some((suffix) => name.endsWith(suffix))
  );
}

/** Whether deliveries may connect to the address. Plain HTTP is only for the development ranges. */
export function mayConnect(address: string, protocol: string, policy: DestinationPolicy): boolean {
  return isInRanges(address, policy.devRanges) || (protocol === 'https:' && isPublicAddress(address));
}

/**
 * Parses the text of a destination and returns the normalized URL to store. It does not resolve host names. Throws `undeliverable_url` unless the
 * URL is HTTPS on a public host, and `validation_failed` for other mistakes.
 */
export function checkDestinationText(
  text: string,
  policy: DestinationPolicy,
  problems: Problems<'undeliverable_url' | 'validation_failed'>,
): URL {
  const refusal = (detail: string) => problems.problem('undeliverable_url', { detail });
  const invalid = (message: string, keyword = 'format') => fieldRefusal('url', message, keyword, problems);
  if (!URL.canParse(text)) throw refusal('The URL is not valid.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refusal('The URL must begin with https://.');
  if (url.username !== '' || url.password !== '') throw invalid('must not contain a user name or a password');
  if (url.href.includes('#')) throw invalid('must not contain a fragment');
  if (url.port !== '' && blockedPorts.has(Number(url.port))) throw invalid(`must not name port ${url.port}, which browsers refuse`);
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (url.href.length > limits.urlCharacters) {
    const [length, most] = [url.href.length, limits.urlCharacters].map((count) => count.toLocaleString('en'));
    throw invalid(`must be at most ${most} characters long, percent-encoded; it has ${length}`, 'maxLength');
  }

  const address = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) && isInRanges(address, policy.devRanges)) return url;
  if (url.protocol !== 'https:') throw refusal('The URL must begin with https://.');
  if (!(isIP(address) ? isPublicAddress(address) : isPublicName(address))) {
    throw refusal('The host must be public: not localhost, a private address, or a local network name.');
  }
  return url;
}
