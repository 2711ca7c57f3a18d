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

const descriptions: Readonly<Record<string, string>> = {
  agencies: 'create, list and contain agencies, and set their quotas (operator)',
  'ai-requests': 'read AI requests',
  events: 'read recorded events and their deliveries',
  messages: 'read sent messages',
  keys: 'create, list, revoke and contain the API keys of an agency (operator)',
  publications: 'read publications; claim and report them (operator)',
  operator: 'operator tokens, endpoints of any agency, and the contract of the operator listener',
  encryption: 'show the state of encryption at rest (operator)',
  tokens: 'create, list and revoke operator tokens (operator)',
  webhooks: 'manage webhook endpoints',
};

/** The command that holds a group's commands, made where it is missing: one group may be registered in parts. */
export function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name);
  return known ?? program.command(name).description(descriptions[name] ?? `read ${name}`);
}
