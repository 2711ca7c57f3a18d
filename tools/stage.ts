import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { copySources } from './tree.ts';

/** A stage stopped: what it wrote says why. */
export class StageFailure extends Error {}

/**
 * Runs stages in a copy of the tree and moves what they made into place when all of them are through. Where one fails, nothing in the
 * tree has changed.
 */
export function makeInCopy(stages: readonly string[], made: readonly string[]): Promise<void> {
  return inCopy(stages, made, (folder) => moveIntoPlace(folder, made));
}

/** Runs stages in a copy of the tree without what they make, and gives the copy to `use` when all of them are through. */
export async function inCopy(stages: readonly string[], made: readonly string[], use: (folder: string) => Promise<void>): Promise<void> {
  // On the same file system as the tree, so that a folder is moved by its name.
  await mkdir('.cache', { recursive: true });
  const folder = resolve(await mkdtemp('.cache/stages-'));
  try {
    await copySources(folder, made);
    for (const stage of stages) await runStage(stage, folder);
    for (const path of made) if (!existsSync(join(folder, path))) throw new StageFailure(`${path} was not made. Nothing was replaced.`);
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runStage(script: string, cwd: string): Promise<void> {
  return new Promise((done, fail) => {
    execFile(process.execPath, [script], { cwd, maxBuffer: 64 * 1024 ** 2 }, (error, stdout, stderr) => {
      process.stdout.write(stdout);
      if (error === null) done();
      else fail(new StageFailure(`${stderr.trim() || `${script}: ${error.message}`}\nNothing was replaced.`));
    });
  });
}

/** Takes the place of what is there, all or nothing. */
async function moveIntoPlace(folder: string, made: readonly string[]): Promise<void> {
  const replaced: string[] = [];
  try {
    for (const path of made) {
      const former = join(folder, 'replaced', path);
      await mkdir(dirname(former), { recursive: true });
      await mkdir(dirname(path), { recursive: true });
      if (existsSync(path)) await rename(path, former);
      replaced.push(path);
      await rename(join(folder, path), path);
    }
  } catch (error) {
    for (const path of replaced.toReversed()) {
      const former = join(folder, 'replaced', path);
      if (!existsSync(former)) continue;
      await rm(path, { recursive: true, force: true });
      await rename(former, path);
    }
    throw error;
  }
}
