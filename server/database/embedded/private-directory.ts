import { chmodSync, readdirSync, statSync } from 'node:fs';

/** Names of the service's files in `DATA_DIR`. Names of drafts begin with them and a dot. */
const own = ['operator.json', 'encryption.key', 'demo.key', 'postgres', 'postgres.password', 'service.lock', 'socket'];

const isOwn = (entry: string) => own.some((name) => entry === name || entry.startsWith(`${name}.`));

/**
 * Revokes the rights of other users on a directory of this user that contains only files of the service. Other directories may have other users,
 * and stay as they are. Each file of the service is readable only by its owner in any case.
 */
export function makePrivate(path: string): void {
  if (process.platform === 'win32') return;
  const { uid, mode } = statSync(path);
  if (uid !== process.getuid!() || (mode & 0o1000) !== 0 || (mode & 0o067) === 0) return;
  if (readdirSync(path).every(isOwn)) chmodSync(path, 0o700);
}
