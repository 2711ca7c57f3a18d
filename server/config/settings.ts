import { isIP } from 'node:net';
import { ConfigError } from './config-error.ts';
import { secretNames, type Environment } from './setting-files.ts';

const collectorUrls = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

/** A value with one of these characters may be a URL with a password or a token, even in a setting that is not secret. */
const isSecret = (variable: string, text: string) => [...secretNames, ...collectorUrls].includes(variable) || /[@?#]/.test(text);

/** The parsed setting; undefined if it is not set. Throws a `ConfigError`, which shows no secret. */
export function readSetting<Value>(
  env: Environment,
  variable: string,
  accepted: string,
  parse: (text: string) => Value | undefined,
): Value | undefined {
  const text = env[variable];
  if (text === undefined || text === '') return undefined;
  const value = parse(text);
  if (value !== undefined) return value;
  throw new ConfigError(variable, isSecret(variable, text) ? 'has a value that is not valid' : `is ${JSON.stringify(text)}`, accepted);
}

export function oneOf<Choice extends string>(env: Environment, variable: string, choices: readonly Choice[], fallback: Choice): Choice {
  return readSetting(env, variable, choices.join(', '), (text) => choices.find((choice) => choice === text)) ?? fallback;
}

/** Parses a whole number in a range, of digits only. */
export const wholeNumber = (least: number, most: number) => (text: string) => {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  return number >= least && number <= most ? number : undefined;
};

export function number(env: Environment, variable: string, least: number, most: number): number | undefined {
  return readSetting(env, variable, `a whole number from ${least} to ${most}`, wholeNumber(least, most));
}

export function port(env: Environment, variable: string, fallback: number): number {
  return readSetting(env, variable, 'a port number from 0 (any free port) to 65535', wholeNumber(0, 65_535)) ?? fallback;
}

export function host(env: Environment, variable: string): string {
  const parse = (text: string) => (isIP(text) || /^[a-z0-9.-]+$/i.test(text) ? text : undefined);
  return readSetting(env, variable, 'a host name or IP address without a port', parse) ?? '127.0.0.1';
}

/** An absolute http or https URL without a fragment. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text) && !text.includes('#');
}

export function httpUrl(env: Environment, variable: string): string | undefined {
  return readSetting(env, variable, 'an absolute http or https URL without user, query and fragment', (text) => {
    const url = isHttpUrl(text) ? new URL(text) : undefined;
    if (!url || url.username || url.password || url.search) return undefined;
    return url.href.replace(/\/+$/, '');
  });
}

export function commaList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

/** Parses a list whose items all match. */
export const listOf = (isItem: (text: string) => boolean) => (text: string) => {
  const items = commaList(text);
  return items.every(isItem) ? items : undefined;
};
