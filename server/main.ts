import './oldest-node.js';
import { ConfigError, readConfig } from './config.ts';
import { EmbeddedPostgresError } from './database/embedded/postgres-place.ts';
import { createLogger } from './log/log.ts';
import { isDatabaseUnavailable } from './problems/database-problem.ts';
import { shortageOf } from './problems/shortage.ts';
import { ServiceProcess } from './service-process.ts';
import { StartError } from './startup/start-error.ts';

function runService(): void {
  const config = readConfig(process.env, process.stderr.isTTY ?? false);
  const log = createLogger(config);
  const service = new ServiceProcess(config, log);
  const onSignal = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping');
    service.stop(0);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error; stopping');
    service.stop(1);
  });
  process.on('unhandledRejection', (error) => {
    // A statement without a waiting caller fails with the database, and must not take the service with it.
    const reason = shortageOf(error) ?? (isDatabaseUnavailable(error) ? 'database unreachable' : undefined);
    if (reason === undefined) throw error;
    log.error({ err: error }, reason);
  });
  // The reader of the notice may close it before the service ends.
  process.stdout.on('error', () => undefined);
  service.start().catch(endStart);
}

function endStart(error: unknown): void {
  const isExpected = error instanceof ConfigError || error instanceof StartError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}

try {
  runService();
} catch (error) {
  endStart(error);
}
