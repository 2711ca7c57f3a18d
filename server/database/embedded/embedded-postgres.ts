import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../../lib/write-file-atomic.ts';
import { withClient } from '../client/own-client.ts';
import { makePrivate } from './private-directory.ts';
import { DirectoryInUse, lockDirectory } from './directory-lock.ts';
import { elsewhereOf, EmbeddedPostgresError, placeOf } from './postgres-place.ts';
import { causeAdvice } from './cause-advice.ts';
import { PostgresServer } from './postgres-server.ts';
import { PostgresWatch, type RestartLog } from './postgres-watch.ts';

export interface EmbeddedPostgres {
  /** The URL of the owner of the tables, who is not a superuser. */
  readonly url: string;
  /** The URL of the superuser, who creates that owner. */
  readonly administratorUrl: string;
  /** The directory of its files if they cannot be in its home. */
  readonly elsewhere: string | undefined;
  /** Ends the server and its open sessions. */
  stop(): Promise<void>;
}

/** The default of `max_connections`. */
export const embeddedConnections = 200;

const settings = {
  max_connections: String(embeddedConnections),
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  autovacuum_naptime: '15s',
  log_min_messages: 'error',
  // Details contain values of rows.
  log_error_verbosity: 'terse',
};

const passwordFile = 'postgres.password';

const stopTimeoutSeconds = 4;

/** A leftover server may have much to write before it ends. */
const takeOverTimeoutSeconds = 60;

export function lockHome(home: string): () => void {
  try {
    return lockDirectory(home);
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    throw new EmbeddedPostgresError(`DATA_DIR ${home} is in use by process ${error.pid}; stop it or set another DATA_DIR`);
  }
}

/** Without this check, unreadable files would appear to be missing. */
function requireReadable(directory: string): void {
  try {
    readdirSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new EmbeddedPostgresError(`${directory} cannot be read (${code}); start as the user who owns it or set another DATA_DIR`);
  }
}

/** Stops a leftover server, and creates the data if they are missing. */
async function openServer(home: string): Promise<{ server: PostgresServer; password: string; isInHome: boolean }> {
  const place = await placeOf(home);
  const server = new PostgresServer(place);
  await server.stop(takeOverTimeoutSeconds);
  const { isInHome } = place;
  const passwordPath = join(home, passwordFile);
  requireReadable(place.directory);
  if (server.isInitialised && existsSync(passwordPath)) return { server, password: readFileSync(passwordPath, 'utf8').trim(), isInHome };
  if (isInHome && existsSync(place.directory) && readdirSync(place.directory).length > 0) {
    const problem = server.isInitialised ? `is missing its password file ${passwordPath}` : 'is incomplete';
    throw new EmbeddedPostgresError(`DATA_DIR ${home} cannot be used: the database in it ${problem}; restore it or set another DATA_DIR`);
  }
  // Data outside `home` without a password belong to a home that was removed.
  if (!isInHome) rmSync(place.directory, { recursive: true, force: true });
  const password = randomBytes(24).toString('base64url');
  writeFileAtomic(passwordPath, password);
  await server.initialise(password);
  return { server, password, isInHome };
}

/** Whether a database was created in `home`, even if its files are missing now. */
export const hasEmbeddedPostgres = (home: string): boolean => existsSync(join(home, passwordFile));

/** The role that owns the tables. It is not a superuser. */
const owner = 'agency_service';

/** Creates the owner of the database, or gives it a new password. Returns its URL. */
async function ensureOwner(administratorUrl: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  await withClient(administratorUrl, 'owner', (client) =>
    client.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${owner}') THEN CREATE ROLE ${owner} LOGIN CREATEROLE; END IF;
        EXECUTE format('ALTER DATABASE %I OWNER TO ${owner}', current_database());
      END $$;
      ALTER ROLE ${owner} PASSWORD '${password}'`),
  );
  const url = new URL(administratorUrl);
  url.username = owner;
  url.password = password;
  return url.href;
}

/**
 * Starts PostgreSQL under `home`. Stops a server that a dead process left running, and refuses a home that a running process uses. With
 * `restartLog`, a server that ends by itself is started again.
 */
export async function startEmbeddedPostgres(
  home: string,
  extraSettings: Readonly<Record<string, string>> = {},
  restartLog?: RestartLog,
): Promise<EmbeddedPostgres> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  makePrivate(home);
  const unlock = lockHome(home);
  try {
    const { server, password, isInHome } = await openServer(home);
    const allSettings = { ...settings, ...extraSettings };
    const address = await server.start(allSettings);
    const administratorUrl = `postgres://postgres:${encodeURIComponent(password)}@${address}/postgres`;
    const url = await ensureOwner(administratorUrl).catch(async (error: unknown) => {
      await server.stop(stopTimeoutSeconds);
      const reason = (error as Error).message;
      throw new EmbeddedPostgresError(
        `DATA_DIR ${home} cannot be used: its database could not be set up (${reason}); ${causeAdvice(error)}`,
        {
          cause: error,
        },
      );
    });
    const watch = restartLog && new PostgresWatch(server, allSettings, restartLog);
    return {
      elsewhere: isInHome ? undefined : elsewhereOf(home),
      url,
      administratorUrl,
      async stop() {
        await watch?.stop();
        await server.stop(stopTimeoutSeconds);
        server.removeSocket();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
