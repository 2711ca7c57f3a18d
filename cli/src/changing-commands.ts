import type { Command } from 'commander';
import { allCalls, commandOf } from './names-of-commands.ts';

/** Commands that send changing requests other than those of their own operation. */
const furtherCommands = ['api', 'trigger', 'keys rotate', 'webhooks enable', 'webhooks disable', 'operator webhooks disable'];

/** They write files from the pages of an export, which a dry run does not create. */
const excluded = new Set(['agencies export', 'fans export']);

/** The commands whose requests `--dry-run` shows: all that call a changing operation. */
export function changingCommands(): string[] {
  const ofOperations = allCalls()
    .filter(({ operation }) => operation.method !== 'GET')
    .map(commandOf);
  return [...new Set([...ofOperations, ...furtherCommands])].filter((path) => !excluded.has(path));
}

/** Adds `--dry-run` to each changing command that does not have its own dry run. */
export function addDryRun(program: Command): void {
  for (const path of changingCommands()) {
    const command = path.split(' ').reduce((group, name) => group.commands.find((each) => each.name() === name)!, program);
    if (command.options.some(({ long }) => long === '--dry-run')) continue;
    command.option('--dry-run', 'show the request, with the key hidden, and do not send it');
  }
}
