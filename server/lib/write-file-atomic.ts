import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a draft that its owner alone may read, and lets `place` make it the file. */
function draftOf(path: string, text: string, place: (draft: string) => void): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    place(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Writes a file that its owner alone may read, as a whole or not at all. */
export function writeFileAtomic(path: string, text: string): void {
  draftOf(path, text, (draft) => renameSync(draft, path));
}

/** Writes a file unless it exists. Returns whether it wrote the file: of several processes that write at the same time, at most one does. */
export function writeFileOnce(path: string, text: string): boolean {
  try {
    draftOf(path, text, (draft) => linkSync(draft, path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
