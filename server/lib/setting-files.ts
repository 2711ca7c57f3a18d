import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that contain a secret: each may be in a file, which `NAME_FILE` names. */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEYS_PREVIOUS',
  'OPERATOR_TOKEN',
  'OPERATOR_WEBHOOK_URL',
  'OPERATOR_WEBHOOK_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
] as const;

/** Larger files are not settings. */
const mostBytes = 65_536;

function contentOf(variable: string, path: string, accepted: string): string {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    throw new ConfigError(variable, `names ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code})`, accepted);
  }
  if (content.length > mostBytes) throw new ConfigError(variable, `names ${path}, which has more than ${mostBytes} bytes`, accepted);
  const text = content.toString('utf8').trim();
  if (text === '') throw new ConfigError(variable, `names ${path}, which is empty`, accepted);
  return text;
}

/** The environment with the settings of files. White space around the content does not count: most programs end a file with a new line. */
export function withSettingFiles(env: Environment): Environment {
  const given: Record<string, string> = {};
  for (const name of secretSettings) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    if (path === undefined || path === '') continue;
    if (env[name]) throw new ConfigError(variable, `is set together with ${name}`, 'one of both');
    given[name] = contentOf(variable, path, `a file with the value of ${name}`);
  }
  return { ...env, ...given };
}
