import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own, small enough to fill. */
export interface SmallDisk {
  readonly path: string;
  /** Takes the rest of the disk. Space that others free meanwhile may be left. */
  fill(): void;
  /** Returns what `fill` took. */
  free(): void;
  remove(): void;
}

/** Mounts a disk in memory; undefined where this machine does not let a test mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'agency-service-disk-'));
  const ballast = join(path, 'ballast');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  return {
    path,
    fill() {
      const piece = Buffer.alloc(64 * 1_024);
      try {
        for (;;) appendFileSync(ballast, piece);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
