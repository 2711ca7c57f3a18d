import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

export interface Command {
  readonly name: string;
  readonly command: string;
  readonly parameters: readonly string[];
}

/** Runs a command, and prints its output in one piece when it has ended. Returns whether it succeeded. */
function runOne({ name, command, parameters }: Command): Promise<boolean> {
  const startedAt = performance.now();
  return new Promise((done, fail) => {
    const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece));
    child.once('error', fail).once('close', (status) => {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      process.stdout.write(`${Buffer.concat(pieces).toString()}${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
      done(status === 0);
    });
  });
}

/** Runs all commands, as many at a time as there are cores. Returns whether all succeeded. */
export async function runAtOnce(commands: readonly Command[]): Promise<boolean> {
  const waiting = commands.values();
  const succeeded: boolean[] = [];
  const runNext = async (): Promise<void> => {
    for (const command of waiting) succeeded.push(await runOne(command));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  return succeeded.every(Boolean);
}
