import { ConfigError } from './config-error.ts';
import { readSmallFile, UnreadableFile } from '../lib/read-small-file.ts';

export interface Environment {
  readonly [name: string]: string | undefined;
}

/** Every setting: each may be in a file, which `NAME_FILE` names. */
export const settingNames = [
  'HOST',
  'PORT',
  'OPERATOR_HOST',
  'OPERATOR_PORT',
  'OPERATOR_TOKEN',
  'METRICS_TOKEN',
  'DATABASE_URL',
  'DATABASE_CONNECTIONS',
  'DATABASE_ENGINE',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
  'DATA_DIR',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEYS_PREVIOUS',
  'ENCRYPTION_KEYS_LOST',
  'ENCRYPTION_KEY_WRAPPING_FILE',
  'TRUSTED_PROXIES',
  'ROLE',
  'MIGRATE',
  'PROCESSES',
  'DRAIN_SECONDS',
  'WORKER_CONCURRENCY',
  'DEMO',
  'OPERATOR_URL',
  'OPERATOR_ALLOWED_HOSTS',
  'PUBLIC_URL',
  'DOCS_URL',
  'ERRORS_BASE',
  'FORMER_BRAND',
  'DEV_DESTINATIONS',
  'OPERATOR_WEBHOOK_URL',
  'OPERATOR_WEBHOOK_SECRET',
  'LOG_LEVEL',
  'LOG_FORMAT',
  'OTEL_SDK_DISABLED',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_EXPORTER',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OTEL_EXPORTER_OTLP_TIMEOUT',
  'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT',
  'OTEL_EXPORTER_OTLP_COMPRESSION',
  'OTEL_EXPORTER_OTLP_TRACES_COMPRESSION',
  'OTEL_BSP_MAX_QUEUE_SIZE',
  'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
  'OTEL_BSP_SCHEDULE_DELAY',
] as const;

/** The member of an environment that names its settings from files. */
const fromFiles = Symbol('settings from files');

interface CompleteEnvironment extends Environment {
  readonly [fromFiles]?: ReadonlySet<string>;
}

/** Whether a file has the setting. A message does not repeat its value: a wrong path may lead to a secret. */
export const isFromFile = (env: Environment, name: string): boolean => (env as CompleteEnvironment)[fromFiles]?.has(name) ?? false;

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

/**
 * The environment with the settings of files, all of them or those that a command reads. White space around the content does not count:
 * most programs end a file with a new line.
 */
export function withSettingFiles(env: Environment, names: readonly (typeof settingNames)[number][] = settingNames): Environment {
  const given: Record<string, string> = {};
  for (const name of names) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    if (path === undefined || path === '') continue;
    if (env[name]) throw new ConfigError(variable, `is set together with ${name}`, 'one of both');
    given[name] = contentOf(variable, path, `a file with the value of ${name}`);
  }
  const complete: CompleteEnvironment = { ...env, ...given, [fromFiles]: new Set(Object.keys(given)) };
  return complete;
}
