import { readFileSync } from 'node:fs';

/** Prints the tests that failed, of vitest's report in JSON, with the first lines of what each says. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const report = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Report;
const excerpt = (text: string) => text.split('\n').slice(0, 12).join('\n    ');
for (const { name, message, assertionResults } of report.testResults) {
  if (message) process.stdout.write(`${name}\n    ${excerpt(message)}\n`);
  for (const { fullName, status, failureMessages } of assertionResults) {
    if (status === 'failed') process.stdout.write(`${name} > ${fullName}\n    ${excerpt(failureMessages.join('\n'))}\n`);
  }
}
