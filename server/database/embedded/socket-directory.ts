import { chmodSync, chownSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError, type PostgresPlace } from './postgres-place.ts';

/** Part of the socket's name. The server does not listen on this port. */
export const socketPort = 5432;

/** The longest address of a Unix socket on every system, without the socket's own name. */
const maxDirectoryLength = 103 - `/.s.PGSQL.${socketPort}`.length;

/** Paths that need no escape in a quoted setting of the server. */
const plainPath = /^[\w./+@-]+$/;

/** The directory of the socket: next to the data, or below `/tmp` if that path is too long. */
export function socketDirectoryOf(dataDirectory: string): string {
  const sibling = join(dirname(dataDirectory), 'socket');
  if (sibling.length <= maxDirectoryLength && plainPath.test(sibling)) return sibling;
  return join('/tmp', `agency-service-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`);
}

/** Refuses to remove a file, a link, or a directory of another user. */
function removeOwn(path: string, uids: readonly number[]): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory() || !uids.includes(found.uid))
    throw new EmbeddedPostgresError(`${path} is not a directory owned by this user; remove it or set another DATA_DIR`);
  rmSync(path, { recursive: true });
}

/**
 * Creates the directory of the socket, which only the server's user and root can enter. Replaces the one of a killed server, whose lock file may
 * contain the id of another process.
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
