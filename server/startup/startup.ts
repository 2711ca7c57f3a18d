import { missingEncryptionKeys } from '../composition/missing-encryption-keys.ts';
import type { EncryptionKeys } from '../access/encryption/keyring.ts';
import type { Config } from '../config/config.ts';
import { readDatabaseSetup } from '../database/client/roles.ts';
import { throughPooler } from '../database/client/transaction-pooler.ts';
import { embeddedConnections, startEmbeddedPostgres, type EmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import type { Logger } from '../log/log.ts';
import type { DataDir } from './data-dir.ts';
import { openEncryptionKeys } from './encryption-keys.ts';
import { connectionsOfAll, directConnections, poolSizes, refusalOfConnections } from '../composition/pool-sizes.ts';
import { refusalOfPooler } from './pooler.ts';
import { prepareForStart, refusalOf } from './prepare-database.ts';
import { StartError } from './start-error.ts';

/** Connections of the embedded database for its administrator and for tools. */
const otherSessions = 20;

function embeddedSettings(config: Config): Readonly<Record<string, string>> {
  const connections = connectionsOfAll(config.databaseConnections, config.processes) + otherSessions;
  return config.processes > 1 && connections > embeddedConnections ? { max_connections: String(connections) } : {};
}

/** The result of a start, for the processes of the service. */
export interface Prepared {
  readonly databaseUrl: string;
  readonly encryptionKeys: EncryptionKeys;
  readonly operatorToken: string;
}

/** Processes that may open more connections than the database accepts would fail under load. */
async function requireConnections(databaseUrl: string, { databaseConnections, databaseDirectUrl, processes }: Config): Promise<void> {
  const refusal = databaseDirectUrl
    ? await refusalOfConnections(databaseDirectUrl, directConnections(poolSizes(databaseConnections, true)), processes, true)
    : await refusalOfConnections(databaseUrl, databaseConnections, processes);
  if (refusal) throw new StartError(refusal);
}

/** Workers of a replica's Citus do not get the row-level security context of a request: its reads would be empty. */
async function refuseReplicasOverCitus(databaseUrl: string, { databaseReplicaUrls }: Config): Promise<void> {
  if (databaseReplicaUrls.length === 0 || !(await readDatabaseSetup(databaseUrl)).hasWorkers) return;
  throw new StartError('DATABASE_REPLICA_URLS cannot be used with tables that Citus distributes over its workers; remove it');
}

/** A process without a key could not deliver to some endpoints, and would create secrets that other processes cannot read. */
async function requireKeys(databaseUrl: string, keys: EncryptionKeys, { encryptionKeysLost }: Config): Promise<void> {
  const missing = (await missingEncryptionKeys(databaseUrl, keys)).filter((id) => !encryptionKeysLost.includes(id));
  if (missing.length === 0) return;
  throw new StartError(
    `ENCRYPTION_KEY cannot decrypt all signing secrets in the database: some are encrypted with the key ${missing.join(', ')}; ` +
      'add that key to ENCRYPTION_KEYS_PREVIOUS, or its id to ENCRYPTION_KEYS_LOST if the key is lost',
  );
}

/** Prepares and checks what the processes share: the embedded database, the schema, the keys and the operator's token. */
export class Startup {
  readonly #config: Config;
  readonly #dataDir: DataDir;
  readonly #log: Logger;
  #postgres: EmbeddedPostgres | undefined;

  constructor(config: Config, dataDir: DataDir, log: Logger) {
    this.#config = config;
    this.#dataDir = dataDir;
    this.#log = log;
  }

  /** The folder of the embedded database if it cannot be in `DATA_DIR`. */
  get databaseElsewhere(): string | undefined {
    return this.#postgres?.elsewhere;
  }

  async prepare(signal: AbortSignal): Promise<Prepared> {
    const config = this.#config;
    const encryptionKeys = openEncryptionKeys(config, () => this.#dataDir.encryptionKey());
    const databaseUrl = await this.#openDatabase(signal);
    signal.throwIfAborted();
    await requireConnections(databaseUrl, config);
    await refuseReplicasOverCitus(databaseUrl, config);
    await requireKeys(databaseUrl, encryptionKeys, config);
    const operatorToken = this.#dataDir.operatorToken(config.operatorToken, config.operatorListenerUrl);
    return { databaseUrl, encryptionKeys, operatorToken };
  }

  async close(): Promise<void> {
    await this.#postgres?.stop();
  }

  async #openDatabase(signal: AbortSignal): Promise<string> {
    const { databaseUrl, databaseDirectUrl, dataDir } = this.#config;
    if (databaseUrl) {
      const refusal = await refusalOfPooler(databaseUrl, databaseDirectUrl).catch((error: unknown) => refusalOf(error, this.#config));
      if (refusal) throw new StartError(refusal);
      await prepareForStart(databaseDirectUrl ?? databaseUrl, this.#config, this.#log);
      return databaseDirectUrl ? throughPooler(databaseUrl) : databaseUrl;
    }
    this.#postgres = await startEmbeddedPostgres(dataDir, embeddedSettings(this.#config), this.#log);
    signal.throwIfAborted();
    await prepareForStart(this.#postgres.url, this.#config, this.#log);
    return this.#postgres.url;
  }
}
