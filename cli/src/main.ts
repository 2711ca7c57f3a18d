import { exitCodes } from './exit-codes.ts';
import { interrupt } from './interruption.ts';
import { run } from './run.ts';
import { version } from './version.ts';

/** Errors of a stream whose reader (such as `head`) or terminal has closed. */
const isGone = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'EIO';

// A closed reader ends the command without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (!isGone(error)) {
    process.stderr.write(`svc: the output cannot be written: ${error.message}\n`);
    process.exit(exitCodes.failed);
  }
  if (!interrupt()) process.exit(exitCodes.done);
});
// If errors cannot be shown, the exit code still reports them.
process.stderr.on('error', () => undefined);

const { stdin, stdout, stderr, env: environment } = process;
process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, environment, version });
