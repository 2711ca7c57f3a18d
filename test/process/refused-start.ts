import { expect } from 'vitest';
import { ConfigError, readConfig } from '../../server/config/config.ts';
import { EmbeddedPostgresError } from '../../server/database/embedded/postgres-place.ts';
import { createLogger } from '../../server/log/log.ts';
import { ServiceProcess } from '../../server/processes/service-process.ts';
import { StartError } from '../../server/startup/start-error.ts';
import { noTracing } from '../../server/tracing/tracing.ts';
import { createDataDir } from './service-process.ts';

async function start(env: Readonly<Record<string, string>>): Promise<void> {
  const config = readConfig({ PORT: '0', OPERATOR_PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: createDataDir(), ...env }, false);
  const log = createLogger(config);
  await new ServiceProcess(config, log, noTracing).start();
}

/** Starts a service that is to refuse, within this process. Returns the line that the operator reads. */
export async function refusalOf(env: Readonly<Record<string, string>>): Promise<string> {
  const error: unknown = await start(env).then(
    () => new Error('the service started'),
    (reason: unknown) => reason,
  );
  if (![ConfigError, StartError, EmbeddedPostgresError].some((each) => error instanceof each)) throw error;
  const { message } = error as Error;
  expect(message).toMatch(/^[^\n]+$/);
  return message;
}
