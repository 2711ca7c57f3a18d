import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { mutants, type Mutant } from './mutants.ts';

/**
 * Applies each mutant in a copy of the tree and runs its tests until one fails. Arguments select mutants by a part of their name or file.
 * Exits with 1 if the tests miss a mutant.
 */
const root = process.cwd();
const wanted = process.argv.slice(2);
const selected = mutants.filter(
  ({ name, file }) => wanted.length === 0 || wanted.some((part) => name.includes(part) || file.includes(part)),
);
const leftOut = new Set(['.git', '.data', '.cache']);

/** The text of a file with the mutant. Throws if its line has changed. */
function mutated(text: string, { file, name, from, to }: Mutant): string {
  const [before, after, ...more] = text.split(from);
  if (after === undefined || more.length > 0) throw new Error(`${file} must contain the text of the mutant "${name}" once: ${from}`);
  return before + to + after;
}

/** The first failed test or hook; undefined if all pass. Throws if the run failed without one: then the mutant is not judged. */
async function detectedBy(vitest: Vitest, { name, tests }: Mutant): Promise<string | undefined> {
  const files = await vitest.globTestSpecifications([...tests]);
  if (files.length === 0) throw new Error(`The mutant "${name}" names no test file: ${tests.join(', ')}`);
  // Results of earlier runs count for `bail`, which would end this run at once.
  for (const kept of [vitest.state.filesMap, vitest.state.idMap]) kept.clear();
  vitest.state.clearErrors();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files);
  for (const { relativeModuleId, children } of testModules) {
    for (const test of children.allTests('failed')) return `${relativeModuleId} > ${test.fullName}`;
  }
  const failed = testModules.find((file) => file.state() === 'failed');
  if (failed) return `${failed.relativeModuleId}: ${failed.errors()[0]?.message ?? 'a hook failed'}`;
  if (unhandledErrors.length > 0) throw new Error(`The run of "${name}" failed without a failed test: ${String(unhandledErrors[0])}`);
  return undefined;
}

/** Whether its tests detect a mutant. */
async function judge(vitest: Vitest, copy: string, mutant: Mutant): Promise<boolean> {
  const path = join(copy, mutant.file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(original, mutant));
  vitest.invalidateFile(path);
  const found = await detectedBy(vitest, mutant);
  writeFileSync(path, original);
  vitest.invalidateFile(path);
  console.log(found === undefined ? `MISSED    ${mutant.name} (${mutant.file})` : `detected  ${mutant.name}: ${found}`);
  return found !== undefined;
}

for (const mutant of selected) mutated(readFileSync(join(root, mutant.file), 'utf8'), mutant);
const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
let missed = 0;
let vitest: Vitest | undefined;
try {
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => path === root || !leftOut.has(basename(path)) });
  process.chdir(copy);
  vitest = await createVitest('test', { root: copy, watch: false, bail: 1, reporters: [{}], testTimeout: 20_000 });
  for (const mutant of selected) if (!(await judge(vitest, copy, mutant))) missed++;
} finally {
  await vitest?.close();
  process.chdir(root);
  rmSync(copy, { recursive: true });
}
console.log(`${selected.length - missed} of ${selected.length} mutants are detected`);
process.exitCode = missed === 0 ? 0 : 1;
