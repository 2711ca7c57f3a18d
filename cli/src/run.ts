import type { Command } from 'commander';
import { hasColours, red } from './colours.ts';
import type { Surroundings } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { isForProgram } from './formats.ts';
import { createProgram } from './program.ts';
import { useProxies } from './proxies.ts';
import { reportOf } from './report-error.ts';
import { replaceControls, escapeControlsInJson, wrapped } from './text.ts';

/**
 * Runs one command line with the streams and the environment of its process. Reports errors on the standard error output. Returns the exit
 * code.
 */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stderr, environment } = surroundings;
  let running: Command | undefined;
  try {
    useProxies(environment);
    const program = createProgram(surroundings, (command) => (running = command));
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    const { exitCode, lines, document } = reportOf(error, running);
    if (isForProgram(args)) {
      if (exitCode !== exitCodes.done) stderr.write(`${escapeControlsInJson(JSON.stringify(document))}\n`);
    } else {
      const colours = hasColours(stderr, environment);
      for (const [at, line] of lines.entries()) {
        const shown = wrapped(replaceControls(line), stderr.isTTY ? stderr.columns : Infinity);
        stderr.write(`${at === 0 ? red(shown, colours) : shown}\n`);
      }
    }
    return exitCode;
  }
}
