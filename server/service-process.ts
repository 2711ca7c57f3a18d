import type { RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { RolesMissing } from './access/scope/row-level-security.ts';
import { composeService, missingEncryptionKeys, type Service } from './composition.ts';
import type { Config } from './config.ts';
import { directConnections, poolSizes, refusalOfConnections } from './startup/pool-sizes.ts';
import { refusalOfPooler } from './startup/pooler.ts';
import { DataDir } from './startup/data-dir.ts';
import { throughPooler } from './database/client/transaction-pooler.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import { ownHost } from './http/connection/host-header.ts';
import { listen, type Listener } from './http/connection/listener.ts';
import { openEncryptionKeys, type EncryptionKeys } from './startup/encryption-keys.ts';
import { sendUnavailable } from './http/steps/send-problem.ts';
import type { Logger } from './log/log.ts';
import { prepareDatabase } from './startup/prepare-database.ts';
import { demoProgress, describeStart } from './startup/start-notice.ts';

/** Requests and attempts in flight get this long to end. */
const stopDeadlineMs = 8_000;

/** After the deadline, what was given up is written down and the pools close. Whatever then remains is left behind. */
const leaveAfterMs = stopDeadlineMs + 1_000;

/** A condition without which the start cannot continue. Its message is all that the operator needs to read. */
export class StartError extends Error {}

/** The process received the signal to stop before it was ready. */
class StartStopped extends Error {}

/** A listener whose handler comes once the service is composed; until then it answers 503. */
class Gate {
  handler: RequestListener | undefined;
  readonly errorsBase: () => string;

  constructor(errorsBase: () => string) {
    this.errorsBase = errorsBase;
  }

  readonly listen: RequestListener = (request, response: ServerResponse) => {
    if (this.handler) this.handler(request, response);
    else sendUnavailable(request, response, this.errorsBase(), 'The service is starting. Try again shortly.');
  };
}

async function openListener(gate: Gate, config: Config, prefix: '' | 'OPERATOR_'): Promise<Listener> {
  const [host, port] = prefix === '' ? [config.host, config.port] : [config.operatorHost, config.operatorPort];
  try {
    const isOwnHost = prefix === '' ? {} : { isOwnHost: ownHost([config.operatorListenerUrl, config.operatorUrl]) };
    return await listen(gate.listen, host, port, gate.errorsBase, isOwnHost);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const elsewhere = `set ${prefix}PORT to another port`;
    if (code === 'EADDRINUSE')
      throw new StartError(`${prefix}PORT ${port} on ${host} is already in use; stop the process that uses it or ${elsewhere}`);
    if (code === 'EACCES') throw new StartError(`${prefix}PORT ${port} needs privileges that this user does not have; ${elsewhere}`);
    throw new StartError(
      `${prefix}HOST ${host} is not an address to listen on (${message}); accepted: a host name or IP address of this machine`,
    );
  }
}

function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || String(error)).replace(/\s+/g, ' ');
}

async function prepareEmbedded(url: string, config: Config): Promise<void> {
  try {
    await prepareDatabase(url);
  } catch (error) {
    throw new StartError(
      `DATA_DIR ${config.dataDir} cannot be used: its database reports: ${reasonOf(error)}; restore it or set another DATA_DIR`,
    );
  }
}

async function prepareGiven(url: string, directUrl: string | undefined): Promise<void> {
  try {
    const refusal = await refusalOfPooler(url, directUrl);
    if (refusal) throw new StartError(refusal);
    await prepareDatabase(directUrl ?? url);
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (error instanceof RolesMissing) throw new StartError(`DATABASE_URL cannot be used: ${error.message}`);
    const variable = directUrl ? 'DATABASE_URL or DATABASE_DIRECT_URL' : 'DATABASE_URL';
    throw new StartError(
      `${variable} cannot be used: ${reasonOf(error)}; accepted: a reachable PostgreSQL database, version 18 or later, in which this user can create tables`,
    );
  }
}

/** A process that may open more connections than the database accepts would fail under load. */
async function requireConnections(databaseUrl: string, { databaseConnections, databaseDirectUrl }: Config): Promise<void> {
  const refusal = databaseDirectUrl
    ? await refusalOfConnections(databaseDirectUrl, directConnections(poolSizes(databaseConnections, true)), true)
    : await refusalOfConnections(databaseUrl, databaseConnections);
  if (refusal) throw new StartError(refusal);
}

/** A process that lacks a key would deliver nothing to some endpoints, and make secrets that the others cannot read. */
async function requireKeys(databaseUrl: string, keys: EncryptionKeys, { encryptionKeysLost }: Config): Promise<void> {
  const missing = (await missingEncryptionKeys(databaseUrl, keys)).filter((id) => !encryptionKeysLost.includes(id));
  if (missing.length === 0) return;
  throw new StartError(
    `ENCRYPTION_KEY cannot decrypt all signing secrets in the database: some are encrypted with the key ${missing.join(', ')}; ` +
      'add that key to ENCRYPTION_KEYS_PREVIOUS, or its id to ENCRYPTION_KEYS_LOST if the key is lost',
  );
}

/** The process from its start to its end. Resources are closed in the opposite order. */
export class ServiceProcess {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #listeners: Listener[] = [];
  #postgres: EmbeddedPostgres | undefined;
  #service: Service | undefined;
  #starting: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(config: Config, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  /** Rejects when the start fails, with everything closed. A start that is stopped ends with the process. */
  async start(): Promise<void> {
    this.#starting = this.#start();
    try {
      await this.#starting;
    } catch (error) {
      if (this.#isStopping) return;
      await this.#close();
      throw error;
    }
  }

  /** Ends the process, also one that still starts. */
  stop(exitCode: number): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const started = this.#starting.catch(() => undefined);
    Promise.race([started, sleep(stopDeadlineMs)])
      .then(() => this.#close())
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          this.#log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
  }

  async #start(): Promise<void> {
    const given = this.#config;
    const dataDir = new DataDir(given.dataDir);
    // A port that the system chooses is known once its listener is open.
    let { errorsBase } = given;
    const publicGate = new Gate(() => errorsBase);
    const operatorGate = new Gate(() => errorsBase);
    const operatorListener = await this.#open(openListener(operatorGate, given, 'OPERATOR_'));
    const publicListener = given.role === 'worker' ? undefined : await this.#open(openListener(publicGate, given, ''));
    const config = given.withPorts(publicListener?.port ?? given.port, operatorListener.port);
    errorsBase = config.errorsBase;

    const keys = await openEncryptionKeys(config, () => dataDir.encryptionKey());
    const databaseUrl = await this.#prepareDatabase();
    this.#goOn();
    await requireConnections(databaseUrl, config);
    await requireKeys(databaseUrl, keys, config);
    const service = await composeService({
      config,
      databaseUrl,
      encryptionKeys: keys,
      operatorToken: dataDir.operatorToken(config.operatorToken, config.operatorListenerUrl),
      log: this.#log,
    });
    this.#service = service;
    await service.start();
    publicGate.handler = service.publicHandler;
    operatorGate.handler = service.operatorHandler;
    const demo = config.demo ? await service.openDemo(dataDir) : undefined;
    this.#goOn();
    process.stdout.write(describeStart(config, dataDir, demo?.apiKey, this.#postgres?.elsewhere));
    if (demo) {
      service.postForDemo(demo);
      service.fillDemo(demo, demoProgress()).catch((error: unknown) => this.#log.error({ err: error }, 'could not fill the demo agency'));
    }
  }

  #goOn(): void {
    if (this.#isStopping) throw new StartStopped();
  }

  async #open(opening: Promise<Listener>): Promise<Listener> {
    const listener = await opening;
    this.#listeners.push(listener);
    this.#goOn();
    return listener;
  }

  async #prepareDatabase(): Promise<string> {
    const { databaseUrl, databaseDirectUrl, dataDir } = this.#config;
    if (databaseUrl) {
      await prepareGiven(databaseUrl, databaseDirectUrl);
      return databaseDirectUrl ? throughPooler(databaseUrl) : databaseUrl;
    }
    this.#postgres = await startEmbeddedPostgres(dataDir);
    this.#goOn();
    await prepareEmbedded(this.#postgres.url, this.#config);
    return this.#postgres.url;
  }

  async #close(): Promise<void> {
    const closing = this.#service
      ? this.#service.stop(this.#listeners, stopDeadlineMs)
      : Promise.all(this.#listeners.map((listener) => listener.close(0)));
    const isClosed = await Promise.race([closing.then(() => true), sleep(leaveAfterMs, false)]);
    if (!isClosed) this.#log.warn({}, 'stopped before all work had ended; leases will expire, and pending deliveries stay pending');
    await this.#postgres?.stop();
  }
}
