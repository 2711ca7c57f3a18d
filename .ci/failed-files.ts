import { relative } from 'node:path';
import { readReport, readUncaughtErrors } from './report.ts';

/**
 * Prints, a line each, the test files that failed, that did not finish because their worker ended, and that an error came from
 * which no test caught. Prints nothing where an error has no file: then nothing says which tests would have to run once more.
 */
const [report, uncaughtErrors] = process.argv.slice(2) as [string, string];
const { testResults } = readReport(report);
const failed = testResults.filter(({ status }) => status === 'failed');
const unfinished = testResults.filter(
  ({ assertionResults }) => assertionResults.length === 0 || assertionResults.some(({ status }) => status === 'pending'),
);
const uncaught = readUncaughtErrors(uncaughtErrors);
if (unfinished.length > 0 || uncaught.every(({ file }) => file)) {
  const files = [...[...failed, ...unfinished].map(({ name }) => name), ...uncaught.flatMap(({ file }) => file ?? [])];
  for (const file of new Set(files)) process.stdout.write(`${relative(process.cwd(), file)}\n`);
}
