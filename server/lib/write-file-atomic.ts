import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a draft that only its owner may read. `place` makes it the file. */
function writeDraft(path: string, text: string, place: (draft: string) => void): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    place(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Writes a file that only its owner may read, completely or not at all. */
export function writeFileAtomic(path: string, text: string): void {
  writeDraft(path, text, (draft) => renameSync(draft, path));
}

/** Writes the file unless it exists, and returns whether it did. Of several processes at the same time, at most one writes it. */
export function writeFileOnce(path: string, text: string): boolean {
  try {
    writeDraft(path, text, (draft) => linkSync(draft, path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
