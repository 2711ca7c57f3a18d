import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileOnce } from '../../lib/write-file-atomic.ts';

interface Holder {
  readonly pid: number;
  /** When the process began, because a later process may have the same id. */
  readonly began: string;
}

/** A running process uses the directory. */
export class DirectoryInUse extends Error {
  readonly pid: number;

  constructor(pid: number) {
    super(`in use by process ${pid}`);
    this.pid = pid;
  }
}

/** When the process began, which distinguishes processes with the same id; undefined if it is not running. */
function beginOf(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
  }
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? undefined : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[18]}`;
  } catch {
    return undefined;
  }
}

function holderOf(text: string): Holder | undefined {
  try {
    const { pid, began } = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(pid) && typeof began === 'string' ? { pid: pid!, began } : undefined;
  } catch {
    return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes the lock of a dead process. Restores the lock if another process has replaced it meanwhile. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const found = readFileSync(aside, 'utf8');
  if (found !== stale) writeFileOnce(path, found);
  rmSync(aside, { force: true });
}

/** Locks `directory` until the returned function is called or the process ends. Throws `DirectoryInUse` while another process has the lock. */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'service.lock');
  const holder: Holder = { pid: process.pid, began: beginOf(process.pid) ?? '' };
  while (!writeFileOnce(path, JSON.stringify(holder))) {
    const text = readIfThere(path);
    if (text === undefined) continue;
    const other = holderOf(text);
    if (other && beginOf(other.pid) === other.began) throw new DirectoryInUse(other.pid);
    removeStale(path, text);
  }
  return () => rmSync(path, { force: true });
}
