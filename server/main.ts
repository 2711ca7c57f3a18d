import type { RequestListener, ServerResponse } from 'node:http';
import { composeService, type Service } from './composition.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { DataDir } from './data-dir.ts';
import { EmbeddedPostgresError, startEmbeddedPostgres, type EmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrate.ts';
import { listen, type Listener } from './http/listener.ts';
import { sendUnavailable } from './http/send-problem.ts';
import { createLogger, type Logger } from './log.ts';
import { demoProgress, describeStart } from './start-notice.ts';

/** Requests and attempts in flight get this long to end. */
const stopDeadlineMs = 8_000;

/** What a start cannot go on without. Its message is all that the operator needs to read. */
class StartError extends Error {}

/** A listener whose handler comes once the service is composed; until then it answers 503. */
class Gate {
  handler: RequestListener | undefined;
  readonly #config: Config;

  constructor(config: Config) {
    this.#config = config;
  }

  readonly listen: RequestListener = (request, response: ServerResponse) => {
    if (this.handler) this.handler(request, response);
    else sendUnavailable(request, response, this.#config.errorsBase, 'The service is starting. Try again shortly.');
  };
}

async function openListener(gate: Gate, config: Config, variable: 'PORT' | 'OPERATOR_PORT'): Promise<Listener> {
  const [host, port] = variable === 'PORT' ? [config.host, config.port] : [config.operatorHost, config.operatorPort];
  try {
    return await listen(gate.listen, host, port, config.errorsBase);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is already in use' : code === 'EACCES' ? 'may not be opened by this user' : `cannot be opened (${message})`;
    throw new StartError(`${variable} ${port} on ${host} ${reason}; stop what uses it or set ${variable} to another port`, { cause: error });
  }
}

async function prepareDatabase(config: Config): Promise<{ url: string; postgres: EmbeddedPostgres | undefined }> {
  if (!config.databaseUrl) {
    const postgres = await startEmbeddedPostgres(config.dataDir);
    await migrate(postgres.url);
    return { url: postgres.url, postgres };
  }
  try {
    await migrate(config.databaseUrl);
  } catch (error) {
    throw new StartError(`DATABASE_URL cannot be used: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`, { cause: error });
  }
  return { url: config.databaseUrl, postgres: undefined };
}

function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the service did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}

async function start(): Promise<void> {
  const given = readConfig(process.env, process.stderr.isTTY ?? false);
  const log = createLogger(given);
  const publicGate = new Gate(given);
  const operatorGate = new Gate(given);
  const listeners: Listener[] = [];
  let postgres: EmbeddedPostgres | undefined;
  let service: Service | undefined;

  const stop = async () => {
    await service?.stop(listeners, stopDeadlineMs);
    if (!service) await Promise.all(listeners.map((listener) => listener.close(0)));
    await postgres?.stop();
  };
  stopOnSignal(log, stop);

  try {
    const operatorListener = await openListener(operatorGate, given, 'OPERATOR_PORT');
    listeners.push(operatorListener);
    const servesApi = given.role !== 'worker';
    const publicListener = servesApi ? await openListener(publicGate, given, 'PORT') : undefined;
    if (publicListener) listeners.push(publicListener);
    const config = given.withPorts(publicListener?.port ?? given.port, operatorListener.port);

    const dataDir = new DataDir(config.dataDir);
    const database = await prepareDatabase(config);
    postgres = database.postgres;
    service = await composeService({
      config,
      databaseUrl: database.url,
      encryptionKey: config.encryptionKey ?? dataDir.encryptionKey(),
      operatorToken: dataDir.operatorToken(config.operatorToken, config.operatorUrl),
      log,
    });
    await service.start();
    publicGate.handler = service.publicHandler;
    operatorGate.handler = service.operatorHandler;
    const demo = config.demo ? await service.openDemo(dataDir) : undefined;
    process.stdout.write(describeStart(config, dataDir, demo?.apiKey));
    if (demo) service.fillDemo(demo, demoProgress()).catch((error: unknown) => log.error({ err: error }, 'the demo agency could not be filled'));
  } catch (error) {
    await stop();
    throw error;
  }
}

start().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || error instanceof StartError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
});
