import { readFileSync } from 'node:fs';

/** Prints the tests that were left out because this machine lacks what they need, of vitest's report in JSON. */
interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly ancestorTitles: readonly string[]; readonly title: string; readonly status: string }[];
  }[];
}

const report = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Report;
const leftOut = new Set<string>();
for (const { assertionResults } of report.testResults) {
  for (const { ancestorTitles, title, status } of assertionResults) {
    const titles = [...ancestorTitles, title];
    const told = titles.findIndex((each) => each.includes('left out'));
    if (status !== 'passed' && status !== 'failed' && told >= 0) leftOut.add(titles.slice(0, told + 1).join(' '));
  }
}
for (const text of leftOut) process.stdout.write(`== ${text}\n`);
