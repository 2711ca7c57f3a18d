import type { Command } from 'commander';
import { withAgencyArgument } from './agency-argument.ts';
import { hasColours, red } from './colours.ts';
import { exitCodes } from './exit-codes.ts';
import { isForProgram } from './formats.ts';
import { interrupt } from './interruption.ts';
import { createProgram } from './program.ts';
import { useProxies } from './proxies.ts';
import { reportOf } from './report-error.ts';
import { harmless, harmlessJson } from './text.ts';
import { version } from './version.ts';

/** What a stream says when its reader has seen enough, such as `head`, or its terminal is gone. */
const isGone = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'EIO';

// Such a reader ends the command without an error, and what runs until it is interrupted in order.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (!isGone(error)) {
    process.stderr.write(`svc: the output cannot be written: ${error.message}\n`);
    process.exit(exitCodes.failed);
  }
  if (!interrupt()) process.exit(exitCodes.done);
});
// Where errors cannot be shown, the exit code still says that there was one.
process.stderr.on('error', () => undefined);

let running: Command | undefined;
try {
  const { stdin, stdout, stderr, env: environment } = process;
  useProxies(environment);
  const program = createProgram({ stdin, stdout, stderr, environment, version }, (command) => (running = command));
  await program.parseAsync(withAgencyArgument(program, process.argv.slice(2)), { from: 'user' });
} catch (error) {
  const { exitCode, lines, document } = reportOf(error, running);
  process.exitCode = exitCode;
  if (isForProgram(process.argv)) {
    if (exitCode !== 0) process.stderr.write(`${harmlessJson(JSON.stringify(document))}\n`);
  } else {
    const colours = hasColours(process.stderr, process.env);
    for (const [at, line] of lines.entries()) process.stderr.write(`${at === 0 ? red(harmless(line), colours) : harmless(line)}\n`);
  }
}
