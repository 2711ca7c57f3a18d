import { exitCodes } from './exit-codes.ts';
import { interrupt } from './interruption.ts';
import { run } from './run.ts';
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

const { stdin, stdout, stderr, env: environment } = process;
process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, environment, version });
