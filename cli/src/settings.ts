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

/** Where the API is and the key for it. */
export interface PublicAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Where the operator API is and its token. */
export interface OperatorAccess {
  readonly operatorUrl: string;
  readonly operatorToken: string;
}

/** What the service keeps in `DATA_DIR` for operators on its machine. */
interface OperatorFile {
  readonly url: string;
  readonly token: string;
}

export const defaultBaseUrl = 'http://127.0.0.1:8080';
export const defaultOperatorUrl = 'http://127.0.0.1:8081';

/**
 * The key for a call. Options come first, then a profile that is named, then the environment, then the default
 * profile. The key of a profile is only ever sent to the address of the same profile.
 */
export async function publicAccess(options: GlobalOptions, environment: NodeJS.ProcessEnv): Promise<PublicAccess> {
  const profile = await chosenProfile(options, environment);
  const baseUrl = await baseUrlOf(options, environment);
  const kept = profile?.base_url === baseUrl ? profile.api_key : undefined;
  const apiKey = firstOf(options.apiKey, options.profile && kept, environment['SVC_API_KEY'], kept);
  if (apiKey !== undefined) return { baseUrl, apiKey };
  const elsewhere = profile !== undefined && profile.base_url !== baseUrl;
  throw new UsageError(
    `the API key for ${baseUrl} is missing. Use --api-key, set SVC_API_KEY, or run svc login.` +
      (elsewhere ? ` The profile's key is for ${profile.base_url} and is not sent anywhere else.` : ''),
  );
}

/** The address of the API, also where no key is needed. */
export async function baseUrlOf(options: GlobalOptions, environment: NodeJS.ProcessEnv): Promise<string> {
  const kept = (await chosenProfile(options, environment))?.base_url;
  const url = firstOf(options.baseUrl, options.profile && kept, environment['SVC_BASE_URL'], kept, defaultBaseUrl);
  return checkedUrl(url, '--base-url');
}

/** The operator's access, looked up like the key, and at last in the file that the service keeps in `DATA_DIR`. */
export async function operatorAccess(options: GlobalOptions, environment: NodeJS.ProcessEnv): Promise<OperatorAccess> {
  const profile = await chosenProfile(options, environment);
  const path = join(environment['DATA_DIR'] || '.data', 'operator.json');
  const given = firstOf(options.operatorUrl, options.profile && profile?.operator_url, environment['SVC_OPERATOR_URL']);
  const url = given === undefined ? undefined : checkedUrl(given, '--operator-url');
  const kept = profile?.operator_token && fits(url, profile.operator_url) ? profile.operator_token : undefined;
  const token = firstOf(options.operatorToken, options.profile && kept, environment['SVC_OPERATOR_TOKEN'], kept);
  if (token !== undefined) {
    return { operatorUrl: firstOf(url, token === kept ? profile?.operator_url : undefined, defaultOperatorUrl), operatorToken: token };
  }
  const found = await readOperatorFile(path);
  if (found !== null && fits(url, found.operatorUrl)) return found;
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

/** The profile asked for by name, else the default one. */
async function chosenProfile(options: GlobalOptions, environment: NodeJS.ProcessEnv): Promise<Profile | undefined> {
  const kept = await readProfiles(configurationFolder(environment));
  const name = options.profile ?? environment['SVC_PROFILE'];
  if (name === undefined) return kept.default === undefined ? undefined : kept.profiles[kept.default];
  return checkedProfile(kept, name);
}

/** The profile of a requested name. */
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

function fits(givenUrl: string | undefined, keptUrl: string | undefined): boolean {
  return givenUrl === undefined || withoutSlash(givenUrl) === withoutSlash(keptUrl ?? defaultOperatorUrl);
}

/** An http or https address without a trailing slash. */
export function checkedUrl(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // What holds a password or a token is not shown.
    const shown = /[@?#]/.test(text) ? 'this' : `"${text}"`;
    throw new UsageError(`${option}: ${shown} is not an http or https address, such as ${defaultBaseUrl}.`);
  }
  if (url.username !== '' || url.password !== '') throw new UsageError(`${option}: the address must not contain a user name or password.`);
  return withoutSlash(text);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
