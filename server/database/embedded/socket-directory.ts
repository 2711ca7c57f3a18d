import { chmodSync, chownSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError, type PostgresPlace } from './postgres-place.ts';

/** The port names the socket, and nothing else listens on it. */
export const socketPort = 5432;

/** What fits into the address of a Unix socket on every system, without the socket's own name. */
const longestDirectory = 103 - `/.s.PGSQL.${socketPort}`.length;

/** Used in a setting of the server, in quotes within quotes. */
const plainPath = /^[\w./+@-]+$/;

/** Where the socket of a server is: next to its data, or in a directory of its own where that path is too long. */
export function socketDirectoryOf(dataDirectory: string): string {
  const beside = join(dirname(dataDirectory), 'socket');
  if (beside.length <= longestDirectory && plainPath.test(beside)) return beside;
  return join('/tmp', `agency-service-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`);
}

/** Refuses what another user has put in the directory's place, also a link. */
function removeOwn(path: string, uids: readonly number[]): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory() || !uids.includes(found.uid))
    throw new EmbeddedPostgresError(`${path} is not a directory owned by this user; remove it or set another DATA_DIR`);
  rmSync(path, { recursive: true });
}

/**
 * Makes the directory of the socket, into which the server's user and root alone may look. One that a killed server has left is
 * made again: its lock may name a process that lives and is another one.
 */
export function makeSocketDirectory({ directory, owner }: PostgresPlace): string {
  const path = socketDirectoryOf(directory);
  removeOwn(path, [process.getuid!(), ...(owner ? [owner.uid] : [])]);
  mkdirSync(path, { mode: 0o700 });
  chmodSync(path, 0o700);
  if (owner) chownSync(path, owner.uid, owner.gid);
  return path;
}

/** Removes the directory of a server that has ended. */
export function removeSocketDirectory(dataDirectory: string): void {
  rmSync(socketDirectoryOf(dataDirectory), { recursive: true, force: true });
}
