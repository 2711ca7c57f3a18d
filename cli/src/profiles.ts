import { mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRecord } from './cells.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';

/** A saved login. */
export interface Profile {
  base_url: string;
  api_key?: string;
  operator_url?: string;
  operator_token?: string;
}

/** The file of profiles. */
export interface Profiles {
  /** Name of the default profile. */
  default?: string;
  profiles: Record<string, Profile>;
}

/** The user's configuration folder: `SVC_CONFIG_DIR`, else `svc` where the system keeps configuration. */
export function configurationFolder(environment: NodeJS.ProcessEnv): string {
  if (environment['SVC_CONFIG_DIR']) return environment['SVC_CONFIG_DIR'];
  if (environment['XDG_CONFIG_HOME']) return join(environment['XDG_CONFIG_HOME'], 'svc');
  if (process.platform === 'win32' && environment['APPDATA']) return join(environment['APPDATA'], 'svc');
  return join(environment['HOME'] || homedir(), '.config', 'svc');
}

/** The saved profiles; none without a file. Other content is an error, so that it is never overwritten. */
export async function readProfiles(folder: string): Promise<Profiles> {
  const path = profilesFile(folder);
  const isValid = (content: Profiles) =>
    isOptionalText(content?.default) && isRecord(content.profiles) && Object.values(content.profiles).every(isProfile);
  const refusal = `${path} is not a valid profiles file. Correct it, or delete it and run svc login again.`;
  return (await readJsonFile(path, isValid, refusal)) ?? { profiles: {} };
}

/** Writes the profiles atomically, readable only by this user. */
export async function writeProfiles(folder: string, profiles: Profiles): Promise<string> {
  const path = profilesFile(folder);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeJsonFile(path, profiles);
  return path;
}

const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string';

function isProfile(value: unknown): boolean {
  if (!isRecord(value) || typeof value['base_url'] !== 'string') return false;
  return [value['api_key'], value['operator_url'], value['operator_token']].every(isOptionalText);
}

/** The path of the profiles if other users of this machine can read or change the file. */
export async function exposedProfiles(folder: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  const path = profilesFile(folder);
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (found.mode & 0o077) !== 0 ? path : undefined;
}

function profilesFile(folder: string): string {
  return join(folder, 'profiles.json');
}
