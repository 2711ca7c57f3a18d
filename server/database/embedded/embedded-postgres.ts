import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../../lib/write-file-atomic.ts';
import { makePrivate } from './private-directory.ts';
import { DirectoryInUse, lockDirectory } from './directory-lock.ts';
import { embeddedOwner } from './embedded-owner.ts';
import { elsewhereOf, EmbeddedPostgresError, placeOf } from './postgres-place.ts';
import { causeAdvice } from './cause-advice.ts';
import { PostgresServer } from './postgres-server.ts';
import { PostgresWatch, type RestartLog } from './postgres-watch.ts';

export interface EmbeddedPostgres {
  /** As the owner of the tables, which is not a superuser. */
  readonly url: string;
  /** As the superuser, who boots the server and makes that owner. */
  readonly administratorUrl: string;
  /** Where its files are if they cannot be in its home. */
  readonly elsewhere: string | undefined;
  /** Ends the server; sessions that are still open are closed. */
  stop(): Promise<void>;
}

/** Connections that the server accepts unless more are requested. */
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
  // Details hold the values of rows.
  log_error_verbosity: 'terse',
};

const passwordFile = 'postgres.password';

const stopPatienceSeconds = 4;

/** A leftover server may have much to write before it ends. */
const takeOverPatienceSeconds = 60;

export function lockHome(home: string): () => void {
  try {
    return lockDirectory(home);
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    throw new EmbeddedPostgresError(`DATA_DIR ${home} is in use by process ${error.pid}; stop it or set another DATA_DIR`);
  }
}

/** Without this check, files of another user would seem to be missing. */
function requireReadable(directory: string): void {
  try {
    readdirSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new EmbeddedPostgresError(`${directory} cannot be read (${code}); start as the user who owns it or set another DATA_DIR`);
  }
}

/** The server's password: the one that the data was made with, or a new one for data that is made now. */
async function open(home: string): Promise<{ server: PostgresServer; password: string; isInHome: boolean }> {
  const place = await placeOf(home);
  const server = new PostgresServer(place);
  await server.stop(takeOverPatienceSeconds);
  const { isInHome } = place;
  const passwordPath = join(home, passwordFile);
  requireReadable(place.directory);
  if (server.isInitialised && existsSync(passwordPath)) return { server, password: readFileSync(passwordPath, 'utf8').trim(), isInHome };
  if (isInHome && existsSync(place.directory) && readdirSync(place.directory).length > 0) {
    const problem = server.isInitialised ? `is missing its password file ${passwordPath}` : 'is incomplete';
    throw new EmbeddedPostgresError(`DATA_DIR ${home} cannot be used: the database in it ${problem}; restore it or set another DATA_DIR`);
  }
  // Data elsewhere without its password is what a home that was removed has left.
  if (!isInHome) rmSync(place.directory, { recursive: true, force: true });
  const password = randomBytes(24).toString('base64url');
  writeFileAtomic(passwordPath, password);
  await server.initialise(password);
  return { server, password, isInHome };
}

/** Whether `home` has a database, or had one whose files are missing. */
export const hasEmbeddedPostgres = (home: string): boolean => existsSync(join(home, passwordFile));

/**
 * Boots PostgreSQL under `home`. A server that was left running by a process that died is stopped before; a home whose
 * process lives is refused. With `restartLog`, one that ends by itself is started again.
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
    const { server, password, isInHome } = await open(home);
    const allSettings = { ...settings, ...extraSettings };
    const address = await server.start(allSettings);
    const administratorUrl = `postgres://postgres:${encodeURIComponent(password)}@${address}/postgres`;
    const url = await embeddedOwner(administratorUrl).catch(async (error: unknown) => {
      await server.stop(stopPatienceSeconds);
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
        await server.stop(stopPatienceSeconds);
        server.forgetSocket();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
