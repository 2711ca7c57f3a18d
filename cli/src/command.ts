import type { Command } from 'commander';
import type { Context } from './context.ts';

/** Creates the context when a command runs, after its options are parsed. */
export type GetContext = () => Context;

/** Adds commands to the program. */
export type Register = (program: Command, context: GetContext) => void;

/** Adds examples to a command's help. */
export function examples(command: Command, ...lines: string[]): Command {
  const title = lines.length === 1 ? 'Example' : 'Examples';
  return command.addHelpText('after', `\n${title}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`);
}

/** Descriptions of the groups. Operator commands need another token. */
const descriptions: Readonly<Record<string, string>> = {
  agencies: 'create, list, contain, export and erase agencies, and set their quotas (operator)',
  'agency-activity': 'list agencies by the trouble at their endpoints (operator)',
  'ai-requests': 'list and acknowledge AI requests',
  analytics: 'read revenue, sent messages and the work of creators and employees',
  creators: 'list and get creators',
  deliveries: 'list, watch and follow the deliveries to an endpoint, and send any of them again',
  employees: 'list employees',
  encryption: 'show the state of encryption at rest (operator)',
  erasures: 'get the state of an erasure (operator)',
  events: 'list and get recorded events with their deliveries',
  failures: 'list permanently failed deliveries, and replay them',
  fans: 'list, get and assign fans, and set their AI lock; export and erase them (operator)',
  incidents: 'list what is wrong at endpoints, acknowledge and mute it (operator)',
  ingestions: 'list ingested and refused batches of records (operator)',
  insights: 'get and update the note on a fan',
  keys: 'create, list, rotate, revoke and contain the API keys of an agency (operator)',
  messages: 'list sent messages',
  metrics: 'get the metrics for Prometheus (operator)',
  operator: 'operator tokens, endpoints of any agency, and the contract of the operator listener',
  orders: 'list and get orders',
  projections: 'refresh sent messages and analytics (operator)',
  publications: 'list, create and delete publications; claim and report them (operator)',
  service: 'get the state of the service (operator)',
  tags: 'list tags',
  tokens: 'create, list and revoke operator tokens (operator)',
  'webhook-listeners': 'create and delete temporary endpoints that deliver on a stream; see svc listen',
  webhooks: 'manage webhook endpoints',
};

/** The command of a group. The first call creates it. */
export function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name);
  if (known) return known;
  const description = descriptions[name];
  if (description === undefined) throw new Error(`the group ${name} has no description in ${import.meta.url}`);
  return program.command(name).description(description);
}
