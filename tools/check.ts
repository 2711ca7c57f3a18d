/**
 * Lints changed files and runs their nearest tests, usually in less than a minute: `npm run check`. It compares with the last commit; without such changes,
 * with `main`; and `npm run check -- COMMIT` with another commit.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Command, runAtOnce } from './at-once.ts';
import { buildAll, checkCommitted, reportFailure } from './outputs.ts';
import { importersInTests, testsOf } from './tests-of.ts';

/** So many test files usually end within half a minute on two cores. */
const maxTests = 6;

const git = (...parameters: string[]) => execFileSync('git', parameters, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** The files that differ from a commit, with untracked ones. */
const changesSince = (commit: string) => [
  ...new Set([...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]),
];

function changedFiles(): readonly string[] {
  const [commit] = process.argv.slice(2);
  const changed = changesSince(commit ?? 'HEAD');
  return commit !== undefined || changed.length > 0 ? changed : changesSince(git('merge-base', 'HEAD', 'main')[0]!);
}

/** The checks of existing changed files, besides tests. */
function checksOf(files: readonly string[]): Command[] {
  const code = files.filter((path) => /\.(ts|tsx|js)$/.test(path));
  const prose = files.filter((path) => /\.md$|^(docs|spec)\/.*\.ya?ml$/.test(path));
  const prettier = ['--check', '--log-level', 'warn', '--ignore-unknown', '--no-error-on-unmatched-pattern'];
  return [
    { name: 'types', command: 'npm', parameters: ['run', '--silent', 'types'], of: code },
    { name: 'eslint', command: 'eslint', parameters: ['--no-warn-ignored', ...code], of: code },
    { name: 'prettier', command: 'prettier', parameters: [...prettier, ...files], of: files },
    { name: 'words', command: 'node', parameters: ['docs/style/lint.ts', ...prose], of: prose },
  ].filter((command) => command.of.length > 0);
}

async function check(): Promise<boolean> {
  const changed = changedFiles();
  const { chosen: tests, further, slow } = testsOf(changed, maxTests, importersInTests());
  const commands = checksOf(changed.filter((path) => existsSync(path)));
  const names = commands.map(({ name }) => name).join(', ');
  process.stdout.write(
    `${changed.length} changed files: ${names || 'no checks'}, and ${tests.length} test files:\n${tests.map((path) => `  ${path}\n`).join('')}`,
  );
  if (changed.length === 0) return true;
  if (changed.some((path) => path.startsWith('spec/'))) await checkCommitted();
  await buildAll({ onlyIfNeeded: true });
  const vitest = { name: 'tests', command: 'vitest', parameters: ['run', ...tests] };
  const isGood = await runAtOnce([...(tests.length > 0 ? [vitest] : []), ...commands]);
  if (further.length > 0) process.stdout.write(`${further.length} further test files have the same subject; npm test runs them.\n`);
  if (slow.length > 0) process.stdout.write(`The nearest slow tests: npm run test:slow -- ${slow.slice(0, 3).join(' ')}\n`);
  process.stdout.write(`Took ${process.uptime().toFixed(1)} s\n`);
  return isGood;
}

process.exitCode = (await check().catch(reportFailure)) ? 0 : 1;
