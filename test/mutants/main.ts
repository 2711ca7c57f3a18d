import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The first failed test. Throws if none failed: then the run itself did, and the mutant is not judged. */
function detectedBy(copy: string, report: string): string {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return `${name.slice(copy.length + 1)} > ${failed.fullName}`;
  }
  throw new Error('The run failed without a failed test. Run the tests of this mutant by hand.');
}

/** The text of a file with the mutant. Throws if its line has changed. */
function mutated(text: string, { file, name, from, to }: Mutant): string {
  const [before, after, ...more] = text.split(from);
  if (after === undefined || more.length > 0) throw new Error(`${file} must contain the text of the mutant "${name}" once: ${from}`);
  return before + to + after;
}

function isDetected(copy: string, mutant: Mutant): boolean {
  const path = join(copy, mutant.file);
  const original = readFileSync(path, 'utf8');
  const report = join(copy, 'mutant.json');
  rmSync(report, { force: true });
  writeFileSync(path, mutated(original, mutant));
  const { status } = spawnSync('vitest', ['run', '--bail', '1', '--reporter=json', `--outputFile=${report}`, ...mutant.tests], {
    cwd: copy,
    stdio: 'ignore',
  });
  writeFileSync(path, original);
  console.log(status === 0 ? `MISSED    ${mutant.name} (${mutant.file})` : `detected  ${mutant.name}: ${detectedBy(copy, report)}`);
  return status !== 0;
}

for (const mutant of selected) mutated(readFileSync(join(root, mutant.file), 'utf8'), mutant);
const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
let missed = 0;
try {
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => path === root || !leftOut.has(basename(path)) });
  for (const mutant of selected) if (!isDetected(copy, mutant)) missed++;
} finally {
  rmSync(copy, { recursive: true });
}
console.log(`${selected.length - missed} of ${selected.length} mutants are detected`);
process.exitCode = missed === 0 ? 0 : 1;
