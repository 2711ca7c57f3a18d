import { Command, Option } from 'commander';
import { methods, operations, type Client, type Operation, type OperationParameter, type Page } from '@agency-service/sdk';
import type { Context } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { integer, list } from '../option-values.ts';
import type { Output } from '../output.ts';
import { examples, type Register } from '../command.ts';
import type { Row } from '../table.ts';

/** The client's groups that are read through this mechanism, by the name of their command. `webhooks` has its own. */
const groups = {
  orders: 'orders',
  fans: 'fans',
  insights: 'insights',
  creators: 'creators',
  employees: 'employees',
  messages: 'sentMessages',
  analytics: 'analytics',
  tags: 'tags',
  publications: 'publications',
  'ai-requests': 'aiRequests',
} as const satisfies Record<string, keyof typeof methods>;

/** Operations of the service itself that are commands of their own. */
const topLevel = { me: 'me', health: 'health', status: 'status', changelog: 'changelog', openapi: 'openapi' } as const;

/** Columns that fit a terminal, where the contract's order would leave out what matters. */
const preferredColumns: Readonly<Record<string, readonly string[]>> = {
  listOrders: ['id', 'created_at', 'order_type', 'amount_cents', 'fan_username', 'refunded_at', 'creator_id', 'user_id'],
  listSentMessages: ['id', 'sent_at', 'source', 'fan_username', 'sale_status', 'price_eur', 'creator_id', 'sent_by_user_id'],
  listCreators: ['id', 'name', 'account.external_id', 'account.username', 'account.connected_at', 'created_at'],
  listPublications: ['id', 'status', 'scheduled_at', 'published_at', 'text', 'creator_id', 'created_at'],
};

const exampleOf: Readonly<Record<string, string>> = {
  listOrders: 'svc orders list --order-types tip,push --start 2026-07-01T00:00:00Z --all',
  listFans: 'svc fans list 73120045 --has-tags true --min-spend-cents 5000',
  listSentMessages: 'svc messages list --sources script --limit 20',
  getRevenueTimeseries: 'svc analytics revenue-timeseries --start 2026-07-01 --end 2026-07-31 --timezone Europe/Paris',
  getMe: 'svc me --json',
};

type AnyMethod = (given: Record<string, unknown>) => Promise<unknown>;
type AnyMethods = Record<string, AnyMethod | ((given: Record<string, unknown>) => { pages(): AsyncIterable<Page<Row>> })>;

/** `svc orders`, `svc fans` and so on: one command for each operation that reads, made from the SDK's table. */
export const registerReads: Register = (program, context) => {
  for (const [name, method] of Object.entries(topLevel)) {
    addRead(program, name, { group: 'meta', method, operationId: methods.meta[method] }, context);
  }
  for (const [name, group] of Object.entries(groups)) {
    const parent = program.command(name).description(`read ${name.replace('ai-', 'AI ')}`);
    for (const [method, operationId] of Object.entries(methods[group])) {
      if (operations[operationId].method !== 'GET') continue;
      addRead(parent, kebab(method), { group, method, operationId }, context);
    }
  }
};

interface Read {
  readonly group: keyof typeof methods;
  readonly method: string;
  readonly operationId: keyof typeof operations;
}

function addRead(parent: Command, name: string, read: Read, context: () => Context): void {
  const operation: Operation = operations[read.operationId];
  const command = parent.command(name).description(sentence(operation.summary));
  const parameters = Object.entries(operation.parameters);
  for (const [parameter, { description }] of parameters.filter(([, { in: place }]) => place === 'path')) {
    command.argument(`<${kebab(parameter)}>`, description);
  }
  for (const [parameter, details] of parameters.filter(([, { in: place }]) => place === 'query')) {
    command.addOption(optionOf(parameter, details));
  }
  if (operation.paged) command.option('--all', 'read every page');
  examples(command, exampleOf[read.operationId] ?? plainExample(command));
  command.action(async (...given: unknown[]) => {
    const positional = given.slice(0, command.registeredArguments.length) as string[];
    await run(context(), read, operation, argumentsOf(operation, positional, command.opts()), command.opts()['all'] === true);
  });
}

/** The shortest call that is right: with every argument and every required option. */
function plainExample(command: Command): string {
  const names = [command.parent?.parent ? `svc ${command.parent.name()}` : 'svc', command.name()];
  const positional = command.registeredArguments.map((argument) => argument.name().toUpperCase().replaceAll('-', '_'));
  const required = command.options.filter(({ mandatory }) => mandatory);
  const options = required.flatMap((option) => [`--${option.name()}`, sampleValues[option.name()] ?? option.name().toUpperCase()]);
  return [...names, ...positional, ...options].join(' ');
}

const sampleValues: Readonly<Record<string, string>> = { start: '2026-07-01', end: '2026-07-31' };

function optionOf(parameter: string, { kind, required, description }: OperationParameter): Option {
  const value = kind === 'list' ? 'list' : kind === 'integer' ? 'number' : 'value';
  const option = new Option(`--${kebab(parameter)} <${value}>`, description).makeOptionMandatory(required);
  if (kind === 'list') option.argParser(list);
  if (kind === 'integer') option.argParser(integer);
  return option;
}

/** The method's arguments by their names in the contract. */
function argumentsOf(operation: Operation, positional: readonly string[], options: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(operation.parameters);
  const inPath = names.filter((name) => operation.parameters[name]?.in === 'path');
  const pairs = names.map((name): [string, unknown] => [
    name,
    inPath.includes(name) ? positional[inPath.indexOf(name)] : options[camel(name)],
  ]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

async function run(context: Context, read: Read, operation: Operation, given: Record<string, unknown>, all: boolean): Promise<void> {
  if (all && given['cursor'] !== undefined) throw new UsageError('--all and --cursor exclude each other.');
  const client: Client = operation.scope === null && read.method !== 'me' ? await context.openClient() : await context.client();
  const bound = client[read.group] as unknown as AnyMethods;
  if (!all) return show(context.output, read.operationId, await (bound[read.method] as AnyMethod)(given));
  const data: Row[] = [];
  const pages = (bound[read.method.replace('list', 'listAll')] as (given: object) => { pages(): AsyncIterable<Page<Row>> })({
    ...(operation.parameters['limit'] && { limit: 200 }),
    ...given,
  }).pages();
  for await (const page of pages) data.push(...page.data);
  show(context.output, read.operationId, { data, next_cursor: null });
}

/** A list as a table of its items, anything else as a table of fields. */
function show(output: Output, operationId: string, answer: unknown): void {
  const { data, next_cursor: cursor } = answer as { data?: unknown; next_cursor?: string | null };
  if (!Array.isArray(data)) return output.record(answer as object);
  output.list(answer, data as Row[], preferredColumns[operationId]);
  if (!output.json && cursor) output.note(`There is more: --all, or --cursor ${cursor}`);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}

/** How commander names the value of an option. */
function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function sentence(summary: string): string {
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}
