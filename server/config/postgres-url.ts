import { isIP } from 'node:net';
import { addressesOf, asPrimary, withHostsOf } from './database-address.ts';
import { ConfigError } from './config-error.ts';
import { libpqDefault } from './libpq-variables.ts';
import type { Environment } from './setting-files.ts';
import { commaList } from './settings.ts';

export const acceptedPostgresUrl =
  'a URL such as postgres://user:password@host:5432/database, special characters percent-encoded, with ?host=/folder for a Unix socket';
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify', null];

/** The variable of an address, and the environment that completes it. */
interface Origin {
  readonly variable: string;
  readonly env: Environment;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const sessionAttributes = ['read-write', 'primary', 'any', null];

/** `sslmode` has libpq's meaning, except that `prefer` never falls back to a connection without TLS. */
function postgresUrl(text: string): string | undefined {
  const url = /^postgres(ql)?:\/\/\S+$/.test(text) ? URL.parse(text) : null;
  if (!url || ![url.username, url.password, url.pathname].every(isDecodable)) return undefined;
  const sslMode = url.searchParams.get('sslmode');
  if (!sslModes.includes(sslMode) || !sessionAttributes.includes(url.searchParams.get('target_session_attrs'))) return undefined;
  if (sslMode === null || sslMode === 'no-verify' || url.searchParams.has('uselibpqcompat')) return text;
  url.searchParams.set('uselibpqcompat', 'true');
  return url.href;
}

/** libpq applies them and the service does not, because its sessions have their own settings. */
const refusedParameters = ['options', 'hostaddr', 'service', 'dbname', 'passfile'];

const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;

/** A host in the form of an address. A folder of a Unix socket begins with a slash. */
function hostInUrl(host: string): string {
  if (isIP(host) === 6) return `[${host}]`;
  return host.startsWith('/') ? encodeURIComponent(host) : host;
}

/** A host of an address and its port, both optional. */
const hostForm = /^(\[.*\]|[^:[\]]*)(?::(.*))?$/;

/** The hosts of an address with their ports, by libpq's precedence: the parameters `host` and `port`, the authority, PGHOST and PGPORT. */
function hostsOf(authority: string, valueOf: (name: string) => string | undefined, env: Environment): string | undefined {
  const hostParts = authority.split(',').map((part) => hostForm.exec(part));
  if (!hostParts.every((part) => part !== null)) return undefined;
  const given = valueOf('host') ?? (hostParts.every(([, host]) => host === '') ? libpqDefault(env, 'host') : undefined);
  const hosts = given?.split(',').map(hostInUrl) ?? hostParts.map(([, host]) => host!);
  const ports = valueOf('port')?.split(',') ?? hostParts.map(([, , port]) => port);
  if (ports.length > 1 && ports.length !== hosts.length) return undefined;
  const withPort = (host: string, index: number) => {
    const port = ports[ports.length > 1 ? index : 0] || libpqDefault(env, 'port');
    return port ? `${host || (hosts.length > 1 ? '' : 'localhost')}:${port}` : host;
  };
  return hosts.map(withPort).join(',');
}

/** The address with its hosts in the authority, completed from the environment as libpq does. */
function completeUrl(text: string, { variable, env }: Origin): string | undefined {
  const [, beginning, authority, path, query = ''] = form.exec(text) ?? [];
  if (beginning === undefined || !isDecodable(query)) return undefined;
  const parameters = new Map(query.split('&').map((each) => [each.split('=', 1)[0]!, each]));
  const valueOf = (name: string) => (parameters.has(name) ? decodeURIComponent(parameters.get(name)!.slice(name.length + 1)) : undefined);
  const refused = refusedParameters.find((name) => parameters.has(name));
  if (refused) throw new ConfigError(variable, `has the parameter ${refused}, which the service does not support`, acceptedPostgresUrl);
  const hosts = hostsOf(authority!, valueOf, env);
  for (const name of ['host', 'port']) parameters.delete(name);
  if (!parameters.has('ssl')) fillIn(parameters, 'sslmode', env);
  const usesTls = parameters.has('sslmode') && valueOf('sslmode') !== 'disable';
  if (usesTls) for (const name of ['sslrootcert', 'sslcert', 'sslkey'] as const) fillIn(parameters, name, env);
  fillIn(parameters, 'target_session_attrs', env);
  const rest = [...parameters.values()].filter((each) => each !== '').join('&');
  return hosts === undefined ? undefined : `${beginning}${hosts}${path}${rest === '' ? '' : `?${rest}`}`;
}

function fillIn(parameters: Map<string, string>, name: Parameters<typeof libpqDefault>[1], env: Environment): void {
  const value = parameters.has(name) ? undefined : libpqDefault(env, name);
  if (value !== undefined) parameters.set(name, `${name}=${encodeURIComponent(value)}`);
}

/** The address of the primary. If it names several hosts, the primary is one of them. */
export function primaryUrl(text: string, origin: Origin): string | undefined {
  const complete = completeUrl(text, origin);
  if (complete === undefined) return undefined;
  const addresses = addressesOf(complete).map(postgresUrl);
  if (!addresses.every((address) => address !== undefined)) return undefined;
  const isNamed = (address: string) => !/^postgres(ql)?:\/\/([^@]*@)?([:/?]|$)/.test(address);
  if (addresses.length > 1 && !addresses.every(isNamed)) return undefined;
  return asPrimary(withHostsOf(addresses[0]!, addresses));
}

export function replicaUrls(text: string, origin: Origin): string[] | undefined {
  const urls = commaList(text).map((each) => {
    const complete = completeUrl(each, origin);
    return complete === undefined ? undefined : postgresUrl(complete);
  });
  return urls.every((url) => url !== undefined) ? urls : undefined;
}
