import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The part of V8's format that is read here. Times are in microseconds. */
interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string; readonly url: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Settings under which a process of Node writes its profile to `directory` when it ends. */
export const profiled = (directory: string) => ({ NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=250 --cpu-prof-dir=${directory}` });

/**
 * The share of a process's CPU in files whose address matches, from 0 to 1, without what ran in the first `afterMs` milliseconds. Callees in
 * other files do not count.
 */
export function shareOfFiles(directory: string, files: RegExp, afterMs: number): number {
  // A process with threads writes a profile for each; the main one's is the largest.
  const texts = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
  const { nodes, samples, timeDeltas } = JSON.parse(texts.toSorted((a, b) => b.length - a.length)[0]!) as CpuProfile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  let elapsed = 0;
  let busy = 0;
  let matching = 0;
  for (const [n, id] of samples.entries()) {
    elapsed += timeDeltas[n]!;
    const { functionName, url } = frames.get(id)!;
    if (elapsed < afterMs * 1_000 || functionName === '(idle)') continue;
    busy += timeDeltas[n]!;
    if (files.test(url)) matching += timeDeltas[n]!;
  }
  return matching / busy;
}
