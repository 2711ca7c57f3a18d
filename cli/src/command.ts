import type { Command } from 'commander';
import type { Context } from './context.ts';

/** How a command gets what it works with: when it runs, not before. */
export type GetContext = () => Context;

/** Adds commands to the program. */
export type Register = (program: Command, context: GetContext) => void;

/** Adds examples to a command's help. */
export function examples(command: Command, ...lines: string[]): Command {
  const title = lines.length === 1 ? 'Example' : 'Examples';
  return command.addHelpText('after', `\n${title}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`);
}
