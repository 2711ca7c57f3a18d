import { isIP } from 'node:net';
import { ConfigError } from './config-error.ts';
import { isFromFile, type Environment } from './setting-files.ts';

/** The value may contain a URL with a password or a token, also where a URL does not belong. */
const mayHoldSecret = /[@?#]/;

/** A setting, or undefined where it is not set. Throws a `ConfigError` that names what is accepted; it shows no secret. */
export function readSetting<Value>(
  env: Environment,
  variable: string,
  accepted: string,
  parse: (text: string) => Value | undefined,
  { secret = false } = {},
): Value | undefined {
  const text = env[variable];
  if (text === undefined || text === '') return undefined;
  const value = parse(text);
  if (value === undefined) {
    throw new ConfigError(
      variable,
      secret || mayHoldSecret.test(text) || isFromFile(env, variable) ? 'has a value that is not valid' : `is ${JSON.stringify(text)}`,
      accepted,
    );
  }
  return value;
}

export function oneOf<Choice extends string>(env: Environment, variable: string, choices: readonly Choice[], fallback: Choice): Choice {
  return readSetting(env, variable, choices.join(', '), (text) => choices.find((choice) => choice === text)) ?? fallback;
}

export function port(env: Environment, variable: string, fallback: number): number {
  const parse = (text: string) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined);
  return readSetting(env, variable, 'a port number from 0 (any free port) to 65535', parse) ?? fallback;
}

export function host(env: Environment, variable: string): string {
  const parse = (text: string) => (isIP(text) || /^[a-z0-9.-]+$/i.test(text) ? text : undefined);
  return readSetting(env, variable, 'a host name or IP address without a port', parse) ?? '127.0.0.1';
}

export function httpUrl(env: Environment, variable: string): string | undefined {
  return readSetting(env, variable, 'an absolute http or https URL without user, query and fragment', (text) => {
    const url = /^https?:\/\/[^\s/]/i.test(text) ? URL.parse(text) : null;
    if (!url || url.username || url.password || url.search || url.hash) return undefined;
    return url.href.replace(/\/+$/, '');
  });
}

export function commaList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}
