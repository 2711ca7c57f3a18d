import { readReport } from './report.ts';

/** Prints the tests that were left out because this machine lacks what they need, of vitest's report in JSON. */
const leftOut = new Set<string>();
for (const { assertionResults } of readReport(process.argv[2]!).testResults) {
  for (const { ancestorTitles, title, status } of assertionResults) {
    const titles = [...ancestorTitles, title];
    const told = titles.findIndex((each) => each.includes('left out'));
    if (status !== 'passed' && status !== 'failed' && told >= 0) leftOut.add(titles.slice(0, told + 1).join(' '));
  }
}
for (const text of leftOut) process.stdout.write(`== ${text}\n`);
