import { chmodSync, readdirSync, statSync } from 'node:fs';

/** Names of what the service keeps in `DATA_DIR`, and the beginnings of those of drafts. */
const own = ['operator.json', 'encryption.key', 'demo.key', 'postgres', 'postgres.password', 'service.lock', 'socket'];

const isOwn = (entry: string) => own.some((name) => entry === name || entry.startsWith(`${name}.`));

/**
 * Takes the rights of other users away from a directory that belongs to this user and in which nothing but the service's files
 * is. Another one stays as it is, since others may need it: each file of the service is readable by its owner alone in any case.
 */
export function makePrivate(path: string): void {
  if (process.platform === 'win32') return;
  const { uid, mode } = statSync(path);
  if (uid !== process.getuid!() || (mode & 0o1000) !== 0 || (mode & 0o067) === 0) return;
  if (readdirSync(path).every(isOwn)) chmodSync(path, 0o700);
}
