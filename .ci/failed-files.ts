import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Prints the test files with failures, of vitest's report in JSON, a line each. */
interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

const report = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Report;
for (const { name, status } of report.testResults) if (status === 'failed') process.stdout.write(`${relative(process.cwd(), name)}\n`);
