import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockHome } from './embedded-postgres.ts';
import { elsewhereOf, EmbeddedPostgresError } from './postgres-place.ts';
import { servingPid } from './postgres-server.ts';
import { removeSocketDirectory } from './socket-directory.ts';

/** Ends the server of data that are removed next. */
async function end(directory: string): Promise<void> {
  const pid = servingPid(directory);
  if (pid === undefined) return;
  process.kill(pid, 'SIGQUIT');
  while (servingPid(directory) !== undefined) await sleep(20);
}

/**
 * Removes the embedded database of `home` and returns the removed paths. Refuses a home that a running process uses, and ends a server that a dead
 * process left running.
 */
export async function removePostgres(home: string): Promise<string[]> {
  const elsewhere = elsewhereOf(home);
  const servers = [join(home, 'postgres'), join(elsewhere, 'postgres')];
  const isThere = existsSync(home);
  if (!isThere && servers.some((directory) => servingPid(directory) !== undefined))
    throw new EmbeddedPostgresError(`DATA_DIR ${home} was deleted, but its database is still running; stop the service that uses it`);
  const unlock = isThere ? lockHome(home) : () => undefined;
  try {
    for (const directory of servers) {
      await end(directory);
      removeSocketDirectory(directory);
    }
    const found = [join(home, 'postgres'), elsewhere, join(home, 'postgres.password')].filter((path) => existsSync(path));
    for (const path of found) rmSync(path, { recursive: true, force: true });
    return found;
  } finally {
    unlock();
  }
}
