import { readSmallFile, UnreadableFile } from '../lib/read-small-file.ts';
import { ConfigError } from './config-error.ts';

export interface Environment {
  readonly [name: string]: string | undefined;
}

/** Settings that may contain a secret. Each can be in a file that `NAME_FILE` names. */
export const secretNames = [
  'OPERATOR_TOKEN',
  'METRICS_TOKEN',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEYS_PREVIOUS',
  'OPERATOR_WEBHOOK_URL',
  'OPERATOR_WEBHOOK_SECRET',
] as const;

function contentOf(variable: string, path: string, accepted: string): string {
  try {
    const text = readSmallFile(path);
    if (text === '') throw new UnreadableFile('is empty');
    return text;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new ConfigError(variable, `names ${path}, which ${error.message}`, accepted);
  }
}

/** The environment with the secrets of files, without white space around them: most programs end a file with a new line. */
export function withSecretFiles(env: Environment): Environment {
  const given: Record<string, string> = {};
  for (const name of secretNames) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    if (path === undefined || path === '') continue;
    if (env[name]) throw new ConfigError(variable, `is set together with ${name}`, 'one of both');
    given[name] = contentOf(variable, path, `a file with the value of ${name}`);
  }
  return { ...env, ...given };
}
