import { readReport, readUncaughtErrors } from './report.ts';

/** Prints the tests that failed and the errors that no test caught, with the first lines of what each says. */
const [report, uncaughtErrors] = process.argv.slice(2) as [string, string];
const excerpt = (text: string) => text.split('\n').slice(0, 12).join('\n    ');
for (const { name, message, assertionResults } of readReport(report).testResults) {
  if (message) process.stdout.write(`${name}\n    ${excerpt(message)}\n`);
  for (const { fullName, status, failureMessages } of assertionResults) {
    if (status === 'failed') process.stdout.write(`${name} > ${fullName}\n    ${excerpt(failureMessages.join('\n'))}\n`);
  }
}
for (const { file, message } of readUncaughtErrors(uncaughtErrors)) {
  process.stdout.write(`${file ?? 'no file known'}: an error that no test caught\n    ${excerpt(message)}\n`);
}
