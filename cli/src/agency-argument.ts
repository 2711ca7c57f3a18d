import type { Command } from 'commander';
import { UsageError } from './exit-codes.ts';

const argument = 'agency-id';
const option = /^--agency(?:=([^]*))?$/;

/** Adds `--agency` to the help of each command whose argument is an agency, so that one option names it everywhere. */
export function addAgencyOption(command: Command): void {
  for (const child of command.commands) addAgencyOption(child);
  if (command.registeredArguments[0]?.name() !== argument) return;
  command.option('--agency <agency>', 'the agency, in place of the argument: its id, its name, or the end of its id');
}

/** Puts the value of `--agency` where the command expects its argument. */
export function withAgencyArgument(program: Command, words: readonly string[]): string[] {
  const end = endOfCommand(program, words);
  if (end === undefined) return [...words];
  const at = words.findIndex((word, index) => index >= end && option.test(word));
  const separator = words.indexOf('--');
  if (at === -1 || (separator !== -1 && separator < at)) return [...words];
  const inWord = option.exec(words[at]!)?.[1];
  const value = inWord ?? words[at + 1];
  if (value === undefined || value === '') throw new UsageError('--agency: an id or a name is required.');
  const rest = [...words.slice(end, at), ...words.slice(at + (inWord === undefined ? 2 : 1))];
  return [...words.slice(0, end), value, ...rest];
}

/** Where the words of the command end, if it is one whose first argument is an agency. */
function endOfCommand(program: Command, words: readonly string[]): number | undefined {
  let command = program;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === '--') return undefined;
    if (word.startsWith('-')) {
      const known = [...command.options, ...program.options].find(({ short, long }) => word === short || word === long);
      if (known?.required) at += 1;
      continue;
    }
    const next = command.commands.find((child) => child.name() === word);
    if (next === undefined) return undefined;
    command = next;
    if (command.registeredArguments[0]?.name() === argument) return at + 1;
  }
  return undefined;
}
