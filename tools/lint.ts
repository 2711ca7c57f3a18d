/** Runs the linters in parallel, after a build of the files that they read: `npm run lint`. */
import { runAtOnce } from './at-once.ts';
import { buildAll, reportFailure } from './outputs.ts';

await buildAll({ onlyIfNeeded: true }).catch(reportFailure);
const folders = ['server', 'generated', 'spec', 'sdk/src', 'cli/src', 'console/src'];
const isClean = await runAtOnce([
  { name: 'eslint', command: 'eslint', parameters: ['.'] },
  {
    name: 'prettier',
    command: 'prettier',
    parameters: ['--check', '--log-level', 'warn', '--cache', '--cache-strategy', 'content', '--cache-location', '.cache/prettier', '.'],
  },
  { name: 'imports', command: 'depcruise', parameters: folders },
  { name: 'words', command: process.execPath, parameters: ['docs/style/lint.ts'] },
]);
process.exitCode = isClean ? 0 : 1;
