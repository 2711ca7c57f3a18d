import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeJsonFile } from './json-file.ts';

/** What `svc login` keeps under a name. */
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

/** The file of profiles exists and cannot be understood. It is never overwritten then. */
export class UnreadableProfilesError extends Error {}

/** The user's configuration folder: `SVC_CONFIG_DIR`, else `svc` where the system keeps configuration. */
export function configurationFolder(environment: NodeJS.ProcessEnv): string {
  if (environment['SVC_CONFIG_DIR']) return environment['SVC_CONFIG_DIR'];
  if (environment['XDG_CONFIG_HOME']) return join(environment['XDG_CONFIG_HOME'], 'svc');
  if (process.platform === 'win32' && environment['APPDATA']) return join(environment['APPDATA'], 'svc');
  return join(environment['HOME'] || homedir(), '.config', 'svc');
}

/** The profiles kept so far; none when there is no file. */
export async function readProfiles(folder: string): Promise<Profiles> {
  const path = profilesFile(folder);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new UnreadableProfilesError(`${path} cannot be read: ${(error as Error).message}`);
  }
  try {
    const kept = JSON.parse(text) as Profiles;
    if (typeof kept.profiles === 'object' && kept.profiles !== null) return kept;
  } catch {
    // Reported below, together with JSON of another shape.
  }
  throw new UnreadableProfilesError(`${path} is not a valid profiles file. Correct it, or delete it and run svc login again.`);
}

/** Writes the profiles so that only this user can read them, and never half a file. */
export async function writeProfiles(folder: string, profiles: Profiles): Promise<string> {
  const path = profilesFile(folder);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeJsonFile(path, profiles);
  return path;
}

function profilesFile(folder: string): string {
  return join(folder, 'profiles.json');
}
