/**
 * Runs what the changes of the working tree need, in less than a minute for a usual one: `npm run check`. Where nothing has changed since the last commit,
 * what the branch has changed since `main`; `npm run check -- COMMIT` compares with another commit.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Command, runAtOnce } from './at-once.ts';
import { buildAll } from './outputs.ts';
import { reportFailure } from './report-failure.ts';
import { importersInTree, testsOf } from './tests-of.ts';

/** Test files that end within half a minute on two cores, as a rule. */
const mostTests = 6;

const git = (...parameters: string[]) => execFileSync('git', parameters, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** The files that differ from a commit, with those that git does not know yet. */
const changesSince = (commit: string) => [
  ...new Set([...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]),
];

function changedFiles(): readonly string[] {
  const [commit] = process.argv.slice(2);
  const changed = changesSince(commit ?? 'HEAD');
  return commit !== undefined || changed.length > 0 ? changed : changesSince(git('merge-base', 'HEAD', 'main')[0]!);
}

/** What a change needs besides tests; `files` are those that it has left. */
function checksOf(changed: readonly string[], files: readonly string[]): Command[] {
  const code = files.filter((path) => /\.(ts|tsx|js)$/.test(path));
  const inConsole = code.filter((path) => path.startsWith('console/src/'));
  const prose = files.filter((path) => /\.md$|^(docs|spec)\/.*\.ya?ml$/.test(path));
  const types = (name: string, project: string) => [
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    `.cache/types/${name}`,
    '-p',
    project,
  ];
  const commands: (Command | false)[] = [
    code.length > inConsole.length && { name: 'types', command: 'tsc', parameters: types('root', '.') },
    inConsole.length > 0 && { name: 'types of the console', command: 'tsc', parameters: types('console', 'console/src') },
    code.length > 0 && { name: 'eslint', command: 'eslint', parameters: ['--no-warn-ignored', ...code] },
    changed.some((path) => path.startsWith('spec/')) && {
      name: 'generation',
      command: 'node',
      parameters: ['tools/generate.ts', '--check'],
    },
    files.length > 0 && {
      name: 'prettier',
      command: 'prettier',
      parameters: ['--check', '--log-level', 'warn', '--ignore-unknown', '--no-error-on-unmatched-pattern', ...files],
    },
    prose.length > 0 && { name: 'words', command: 'node', parameters: ['docs/style/lint.ts', ...prose] },
  ];
  return commands.filter((command) => command !== false);
}

async function check(): Promise<boolean> {
  const changed = changedFiles();
  const { chosen, further, slow } = testsOf(changed, mostTests, importersInTree());
  const files = changed.filter((path) => existsSync(path));
  const tests = chosen.filter((path) => existsSync(path));
  const commands = checksOf(changed, files);
  const names = commands.map(({ name }) => name).join(', ');
  process.stdout.write(
    `${changed.length} changed files: ${names || 'no checks'}, and ${tests.length} test files:\n${tests.map((path) => `  ${path}\n`).join('')}`,
  );
  if (changed.length === 0) return true;
  await buildAll({ onlyIfNeeded: true });
  const vitest = { name: 'tests', command: 'vitest', parameters: ['run', ...tests] };
  const isGood = await runAtOnce([...(tests.length > 0 ? [vitest] : []), ...commands]);
  if (further.length > 0) process.stdout.write(`${further.length} further test files have the same subject; npm test runs them.\n`);
  if (slow.length > 0) process.stdout.write(`The nearest slow tests: npm run test:slow -- ${slow.slice(0, 3).join(' ')}\n`);
  process.stdout.write(`Took ${process.uptime().toFixed(1)} s\n`);
  return isGood;
}

process.exitCode = (await check().catch(reportFailure)) ? 0 : 1;
