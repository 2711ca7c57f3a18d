import { addressesOf, asPrimary, withHostsOf } from './database-address.ts';
import { commaList } from './settings.ts';

export const acceptedPostgresUrl = 'a URL such as postgres://user:password@host:5432/database, special characters percent-encoded';
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify', null];

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const sessionAttributes = ['read-write', 'primary', 'any', null];

/** `sslmode` means what it means to every other program of PostgreSQL. */
function postgresUrl(text: string): string | undefined {
  const url = /^postgres(ql)?:\/\/\S+$/.test(text) ? URL.parse(text) : null;
  if (!url || ![url.username, url.password, url.pathname].every(isDecodable)) return undefined;
  const sslMode = url.searchParams.get('sslmode');
  if (!sslModes.includes(sslMode) || !sessionAttributes.includes(url.searchParams.get('target_session_attrs'))) return undefined;
  if (sslMode === null || sslMode === 'no-verify' || url.searchParams.has('uselibpqcompat')) return text;
  url.searchParams.set('uselibpqcompat', 'true');
  return url.href;
}

/** Of the primary, which is one of several hosts where the address names these. */
export function primaryUrl(text: string): string | undefined {
  const addresses = addressesOf(text).map(postgresUrl);
  if (!addresses.every((address) => address !== undefined)) return undefined;
  const isNamed = (address: string) => !/^postgres(ql)?:\/\/([^@]*@)?([:/?]|$)/.test(address);
  if (addresses.length > 1 && !addresses.every(isNamed)) return undefined;
  return asPrimary(withHostsOf(addresses[0]!, addresses));
}

export function replicaUrls(text: string): string[] | undefined {
  const urls = commaList(text).map(postgresUrl);
  return urls.every((url) => url !== undefined) ? urls : undefined;
}
