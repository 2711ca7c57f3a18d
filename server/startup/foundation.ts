import { RolesMissing } from '../access/scope/row-level-security.ts';
import { missingEncryptionKeys } from '../composition.ts';
import type { Config } from '../config.ts';
import { throughPooler } from '../database/client/transaction-pooler.ts';
import { embeddedConnections, startEmbeddedPostgres, type EmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import type { DataDir } from './data-dir.ts';
import { openEncryptionKeys, type EncryptionKeys } from './encryption-keys.ts';
import { connectionsOfAll, directConnections, poolSizes, refusalOfConnections } from './pool-sizes.ts';
import { refusalOfPooler } from './pooler.ts';
import { prepareDatabase } from './prepare-database.ts';
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

/** Processes that may open more connections than the database accepts would fail under load. */
async function requireConnections(databaseUrl: string, { databaseConnections, databaseDirectUrl, processes }: Config): Promise<void> {
  const refusal = databaseDirectUrl
    ? await refusalOfConnections(databaseDirectUrl, directConnections(poolSizes(databaseConnections, true)), processes, true)
    : await refusalOfConnections(databaseUrl, databaseConnections, processes);
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

/** What a start makes and checks once: the embedded database, tables, keys and the operator's token. */
export class Foundation {
  readonly #config: Config;
  readonly #dataDir: DataDir;
  #postgres: EmbeddedPostgres | undefined;

  constructor(config: Config, dataDir: DataDir) {
    this.#config = config;
    this.#dataDir = dataDir;
  }

  /** Where the embedded database is if it cannot be in `DATA_DIR`. */
  get databaseElsewhere(): string | undefined {
    return this.#postgres?.elsewhere;
  }

  /** `goOn` throws where the start was stopped meanwhile. */
  async open(goOn: () => void): Promise<Groundwork> {
    const config = this.#config;
    const encryptionKeys = await openEncryptionKeys(config, () => this.#dataDir.encryptionKey());
    const databaseUrl = await this.#openDatabase(goOn);
    goOn();
    await requireConnections(databaseUrl, config);
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
      await prepareGiven(databaseUrl, databaseDirectUrl);
      return databaseDirectUrl ? throughPooler(databaseUrl) : databaseUrl;
    }
    this.#postgres = await startEmbeddedPostgres(dataDir, embeddedSettings(this.#config));
    goOn();
    await prepareEmbedded(this.#postgres.url, this.#config);
    return this.#postgres.url;
  }
}
