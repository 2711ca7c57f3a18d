import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ContractDocument } from '../generate/contract.ts';
import { type ChangelogFile, releaseVersion } from '../generate/releases.ts';
import { breakingChanges } from './breaking-changes.ts';
import { NotPrepared, prepareOasdiff } from './oasdiff.ts';

const documents = ['openapi.json', 'openapi.operator.json'];
const changelogPath = 'spec/changelog.yaml';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as ContractDocument;

/** The present document of the release of a released one, because a later release has its own document. */
function presentOf(name: string, released: ContractDocument, { releases }: ChangelogFile): ContractDocument {
  const index = releases.findIndex(({ date }) => releaseVersion(date) === released.info['version']);
  const isFormer = index > 0 && name === 'openapi.json';
  return read(isFormer ? `generated/openapi.${releases[index]!.name}.json` : `generated/${name}`);
}

/** Prints the breaking changes since the released contract. Returns 1 if the changelog lacks one of them. */
async function main(): Promise<number> {
  try {
    prepareOasdiff();
  } catch (error) {
    if (!(error instanceof NotPrepared)) throw error;
    process.stderr.write(`Contracts cannot be compared: ${error.message}\n`);
    return 1;
  }
  if (process.argv.includes('--prepare')) return 0;
  const changelog = parse(readFileSync(changelogPath, 'utf8')) as ChangelogFile;
  const { changes } = changelog;
  const recorded = new Set(changes.flatMap(({ breaks = [] }) => breaks));
  let missing = 0;
  for (const name of documents) {
    const released = read(`spec/released/${name}`);
    for (const line of await breakingChanges(released, presentOf(name, released, changelog))) {
      if (!recorded.has(line)) missing++;
      process.stdout.write(`${recorded.has(line) ? 'recorded    ' : 'NOT RECORDED'} ${line}\n`);
    }
  }
  if (missing > 0) {
    process.stdout.write(`\nThis breaks clients. Undo it, or add an entry to ${changelogPath} with each line in its \`breaks\`.\n`);
  }
  return missing > 0 ? 1 : 0;
}

process.exitCode = await main();
