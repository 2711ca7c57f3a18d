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

/** Connections of the embedded database that are not the service's: of its administrator and of tools. */
const otherSessions = 20;

/** Several processes may need more connections than one. */
function embeddedSettings(config: Config): Readonly<Record<string, string>> {
  const connections = connectionsOfAll(config.databaseConnections, config.processes) + otherSessions;
  return config.processes > 1 && connections > embeddedConnections ? { max_connections: String(connections) } : {};
}

/** What processes of the service work on. */
export interface Groundwork {
  readonly databaseUrl: string;
  readonly encryptionKeys: EncryptionKeys;
  readonly operatorToken: string;
}

/** Migrates the database, or requires that it is migrated: as `MIGRATE` says. `url` leads to it without a pooler. */
async function prepare(url: string, config: Config, log: Logger): Promise<void> {
  try {
    await prepareForStart(url, config, log);
  } catch (error) {
    throw new StartError(refusalOf(error, config));
  }
}

/** Processes that may open more connections than the database accepts would fail under load. */
async function requireConnections(databaseUrl: string, { databaseConnections, databaseDirectUrl, processes }: Config): Promise<void> {
  const refusal = databaseDirectUrl
    ? await refusalOfConnections(databaseDirectUrl, directConnections(poolSizes(databaseConnections, true)), processes, true)
    : await refusalOfConnections(databaseUrl, databaseConnections, processes);
  if (refusal) throw new StartError(refusal);
}

/** The rows of agencies are on the workers of Citus, and the bounds of a request do not reach those of a replica: its reads would be empty. */
async function refuseReplicasOverCitus(databaseUrl: string, { databaseReplicaUrls }: Config): Promise<void> {
  if (databaseReplicaUrls.length === 0 || !(await readDatabaseSetup(databaseUrl)).hasWorkers) return;
  throw new StartError('DATABASE_REPLICA_URLS cannot be used with tables that Citus distributes over its workers; remove it');
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

/** What a start makes and checks once: the embedded database, tables, keys and the operator's token. */
export class Foundation {
  readonly #config: Config;
  readonly #dataDir: DataDir;
  readonly #log: Logger;
  #postgres: EmbeddedPostgres | undefined;

  constructor(config: Config, dataDir: DataDir, log: Logger) {
    this.#config = config;
    this.#dataDir = dataDir;
    this.#log = log;
  }

  /** Where the embedded database is if it cannot be in `DATA_DIR`. */
  get databaseElsewhere(): string | undefined {
    return this.#postgres?.elsewhere;
  }

  /** `goOn` throws where the start was stopped meanwhile. What a parent has laid is only brought to the state of this release, which may be a later one. */
  async open(goOn: () => void, laid?: Groundwork): Promise<Groundwork> {
    const config = this.#config;
    if (laid) {
      await prepare(config.databaseDirectUrl ?? laid.databaseUrl, config, this.#log);
      return laid;
    }
    const encryptionKeys = await openEncryptionKeys(config, () => this.#dataDir.encryptionKey());
    const databaseUrl = await this.#openDatabase(goOn);
    goOn();
    await requireConnections(databaseUrl, config);
    await refuseReplicasOverCitus(databaseUrl, config);
    await requireKeys(databaseUrl, encryptionKeys, config);
    const operatorToken = this.#dataDir.operatorToken(config.operatorToken, config.operatorListenerUrl);
    return { databaseUrl, encryptionKeys, operatorToken };
  }

  async close(): Promise<void> {
    await this.#postgres?.stop();
  }

  async #openDatabase(goOn: () => void): Promise<string> {
    const { databaseUrl, databaseDirectUrl, dataDir } = this.#config;
    if (databaseUrl) {
      const refusal = await refusalOfPooler(databaseUrl, databaseDirectUrl).catch((error: unknown) => refusalOf(error, this.#config));
      if (refusal) throw new StartError(refusal);
      await prepare(databaseDirectUrl ?? databaseUrl, this.#config, this.#log);
      return databaseDirectUrl ? throughPooler(databaseUrl) : databaseUrl;
    }
    this.#postgres = await startEmbeddedPostgres(dataDir, embeddedSettings(this.#config), this.#log);
    goOn();
    await prepare(this.#postgres.url, this.#config, this.#log);
    return this.#postgres.url;
  }
}
