import { join } from 'node:path';
import { UsageError } from './exit-codes.ts';
import type { FormatOptions } from './formats.ts';
import { readJsonFile } from './json-file.ts';
import { configurationFolder, readProfiles, type Profile, type Profiles } from './profiles.ts';

/** Options that every command takes. */
export interface GlobalOptions extends FormatOptions {
  baseUrl?: string;
  apiKey?: string;
  profile?: string;
  operatorUrl?: string;
  operatorToken?: string;
  serviceVersion?: string;
  timeout?: number;
  yes?: boolean;
  verbose?: boolean;
  debug?: boolean;
}

/** The address of the API, and the key. */
export interface PublicAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The address of the operator API, and the token. */
export interface OperatorAccess {
  readonly operatorUrl: string;
  readonly operatorToken: string;
}

/** The file in `DATA_DIR` from which operators on the service's machine can read address and token. */
interface OperatorFile {
  readonly url: string;
  readonly token: string;
}

export const defaultBaseUrl = 'http://127.0.0.1:8080';
export const defaultOperatorUrl = 'http://127.0.0.1:8081';

/**
 * The key of a call: from the options, else a named profile, the environment, or the default profile. The key of a profile is sent only to
 * the address of that profile.
 */
export async function publicAccess(options: GlobalOptions, environment: NodeJS.ProcessEnv): Promise<PublicAccess> {
  const profile = await chosenProfile(options, environment);
  const baseUrl = await baseUrlOf(options, environment);
  const stored = profile?.base_url === baseUrl ? profile.api_key : undefined;
  const apiKey = firstOf(options.apiKey, options.profile && stored, environment['SVC_API_KEY'], stored);
  if (apiKey !== undefined) return { baseUrl, apiKey };
  const elsewhere = profile !== undefined && profile.base_url !== baseUrl;
  throw new UsageError(
    `the API key for ${baseUrl} is missing. Use --api-key, set SVC_API_KEY, or run svc login.` +
      (elsewhere ? ` The profile's key is for ${profile.base_url} and is not sent anywhere else.` : ''),
  );
}

/** The address of the API. */
export async function baseUrlOf(options: GlobalOptions, environment: NodeJS.ProcessEnv): Promise<string> {
  const stored = (await chosenProfile(options, environment))?.base_url;
  const url = firstOf(options.baseUrl, options.profile && stored, environment['SVC_BASE_URL'], stored, defaultBaseUrl);
  return checkedUrl(url, '--base-url');
}

/** Address and token of an operator, looked up like the key, and finally in the service's file in `DATA_DIR`. */
export async function operatorAccess(options: GlobalOptions, environment: NodeJS.ProcessEnv): Promise<OperatorAccess> {
  const profile = await chosenProfile(options, environment);
  const path = join(environment['DATA_DIR'] || '.data', 'operator.json');
  const given = firstOf(options.operatorUrl, options.profile && profile?.operator_url, environment['SVC_OPERATOR_URL']);
  const url = given === undefined ? undefined : checkedUrl(given, '--operator-url');
  const stored = profile?.operator_token && isSameUrl(url, profile.operator_url) ? profile.operator_token : undefined;
  const token = firstOf(options.operatorToken, options.profile && stored, environment['SVC_OPERATOR_TOKEN'], stored);
  if (token !== undefined) {
    return { operatorUrl: firstOf(url, token === stored ? profile?.operator_url : undefined, defaultOperatorUrl), operatorToken: token };
  }
  const found = await readOperatorFile(path);
  if (found !== null && isSameUrl(url, found.operatorUrl)) return found;
  throw new UsageError(
    `the operator token${url === undefined ? '' : ` for ${url}`} is missing. Use --operator-token, set SVC_OPERATOR_TOKEN, ` +
      `or run this command where ${path} exists (DATA_DIR sets its folder).`,
  );
}

function firstOf(...values: [...(string | undefined)[], string]): string;
function firstOf(...values: (string | undefined)[]): string | undefined;
function firstOf(...values: (string | undefined)[]): string | undefined {
  return values.find((value) => value !== undefined && value !== '');
}

/** The named profile, else the default one. */
async function chosenProfile(options: GlobalOptions, environment: NodeJS.ProcessEnv): Promise<Profile | undefined> {
  const stored = await readProfiles(configurationFolder(environment));
  const name = options.profile ?? environment['SVC_PROFILE'];
  if (name === undefined) return stored.default === undefined ? undefined : stored.profiles[stored.default];
  return checkedProfile(stored, name);
}

/** The profile with this name. */
export function checkedProfile({ profiles }: Profiles, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return profile;
  const known = Object.keys(profiles);
  throw new UsageError(
    `the profile "${name}" does not exist. ${known.length === 0 ? 'Create one with svc login.' : `Known: ${known.join(', ')}.`}`,
  );
}

async function readOperatorFile(path: string): Promise<OperatorAccess | null> {
  const isValid = ({ url, token }: OperatorFile) => typeof url === 'string' && typeof token === 'string';
  const refusal = `${path} does not contain {"url","token"}. Restart the service, or use --operator-token.`;
  const file = await readJsonFile(path, isValid, refusal);
  return file && { operatorUrl: file.url, operatorToken: file.token };
}

function isSameUrl(givenUrl: string | undefined, storedUrl: string | undefined): boolean {
  return givenUrl === undefined || withoutSlash(givenUrl) === withoutSlash(storedUrl ?? defaultOperatorUrl);
}

/** An http or https address without a trailing slash. */
export function checkedUrl(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // The text may contain a password or a token.
    const shown = /[@?#]/.test(text) ? 'this' : `"${text}"`;
    throw new UsageError(`${option}: ${shown} is not an http or https address, such as ${defaultBaseUrl}.`);
  }
  if (url.username !== '' || url.password !== '') throw new UsageError(`${option}: the address must not contain a user name or password.`);
  return withoutSlash(text);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
