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

/** The same of a file that is not there yet. Answers whether it was not: at most one of several processes that write it at the same time hears that. */
export function writeFileOnce(path: string, text: string): boolean {
  try {
    draftOf(path, text, (draft) => linkSync(draft, path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
