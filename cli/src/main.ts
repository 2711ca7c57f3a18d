import { readFileSync } from 'node:fs';
import { createProgram } from './program.ts';
import { reportOf } from './report-error.ts';
import { shown } from './table.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

// A reader that has seen enough, such as `head`, ends the command without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  const { stdin, stdout, stderr, env: environment } = process;
  await createProgram({ stdin, stdout, stderr, environment, version }).parseAsync(process.argv);
} catch (error) {
  const { exitCode, lines } = reportOf(error);
  for (const line of lines) process.stderr.write(`${shown(line)}\n`);
  process.exitCode = exitCode;
}
