import { Command, Option } from 'commander';
import { methods, operations, type Operation, type OperationParameter, type Page } from '@agency-service/sdk';
import { operatorMethods, operatorOperations } from '@agency-service/sdk/operator';
import type { Context } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { integer, list, timeOrText } from '../option-values.ts';
import type { Output } from '../output.ts';
import { examples, groupOf, type Register } from '../command.ts';
import type { Row } from '../table.ts';

/** Groups of the client whose command has another name than theirs. `meta` has none: its commands stand by themselves. */
const commandNames: Readonly<Record<string, string>> = { sentMessages: 'messages' };

/** Lists whose commands are written by hand: they count over pages, and take failures as `replay` does. */
const writtenByHand = new Set(['listWebhookFailures', 'listWebhookDeliveries']);

/** What is a document for other programs, on a terminal too. */
const documents = new Set(['getOpenapiDocument']);

/** Parameters that may also be a time before now. */
const times = new Set(['start', 'end', 'last_purchase_after', 'last_purchase_before']);

/** Columns that fit a terminal, where the contract's order would leave out what matters. */
const preferredColumns: Readonly<Record<string, readonly string[]>> = {
  listOrders: ['id', 'created_at', 'order_type', 'amount_cents', 'fan_username', 'refunded_at', 'creator_id', 'user_id'],
  listSentMessages: ['id', 'sent_at', 'source', 'fan_username', 'sale_status', 'price_eur', 'creator_id', 'sent_by_user_id'],
  listCreators: ['id', 'name', 'account.external_id', 'account.username', 'account.connected_at', 'created_at'],
  listAiRequests: ['id', 'requested_at', 'action', 'account_id', 'fan_id', 'requested_by_user_id'],
  listPublications: ['id', 'status', 'scheduled_at', 'published_at', 'text', 'creator_id', 'created_at'],
  listWebhookEndpoints: ['id', 'status', 'disabled_reason', 'label', 'url', 'enabled_event_types', 'api_version', 'created_at'],
  listApiKeys: ['id', 'label', 'prefix', 'expires_at', 'revoked_at', 'created_at', 'creator_ids', 'scopes'],
};

const exampleOf: Readonly<Record<string, string>> = {
  listOrders: 'svc orders list --order-types tip,push --start 2026-07-01T00:00:00Z --all',
  listFans: 'svc fans list 73120045 --has-tags true --min-spend-cents 5000',
  listSentMessages: 'svc messages list --sources script --start 24h --limit 20',
  listWebhookEndpoints: 'svc webhooks list',
  getWebhookStats: 'svc webhooks stats 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --start 24h',
  getRevenueTimeseries: 'svc analytics revenue-timeseries --start 2026-07-01 --end 2026-07-31 --timezone Europe/Paris',
  getMe: 'svc me --json',
};

type AnyMethod = (given: Record<string, unknown>) => Promise<unknown>;
type AnyAll = (given: Record<string, unknown>) => { pages(): AsyncIterable<Page<Row>> };
type AnyClient = Readonly<Record<string, Readonly<Record<string, AnyMethod | AnyAll>>>>;

/** A command and the method that it calls. */
interface Read {
  readonly group: string;
  readonly method: string;
  readonly operationId: string;
  readonly operation: Operation;
  readonly isOperators: boolean;
}

/** One command for each operation that reads, made from the SDK's tables. A page for a browser is none. */
export const registerReads: Register = (program, context) => {
  for (const read of [...readsOf(methods, operations, false), ...readsOf(operatorMethods, operatorOperations, true)]) {
    const parent = read.group === 'meta' ? program : groupOf(program, commandNames[read.group] ?? kebab(read.group));
    addRead(parent, kebab(read.method), read, context);
  }
};

function readsOf(
  groups: Readonly<Record<string, Readonly<Record<string, string>>>>,
  table: Readonly<Record<string, Operation>>,
  isOperators: boolean,
): Read[] {
  const all = Object.entries(groups).flatMap(([group, names]) =>
    Object.entries(names).map(([method, operationId]) => ({ group, method, operationId, operation: table[operationId]!, isOperators })),
  );
  return all.filter(({ operationId, operation }) => {
    return operation.method === 'GET' && operation.answers === 'json' && !writtenByHand.has(operationId);
  });
}

function addRead(parent: Command, name: string, read: Read, context: () => Context): void {
  const { operation } = read;
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
    await run(context(), read, argumentsOf(operation, positional, command.opts()), command.opts()['all'] === true);
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
  const isTime = times.has(parameter);
  const value = kind === 'list' ? 'list' : kind === 'integer' ? 'number' : isTime ? 'time' : 'value';
  const accepted = isTime ? `${description} Or a time before now: 30m, 24h, 7d.` : description;
  const option = new Option(`--${kebab(parameter)} <${value}>`, accepted).makeOptionMandatory(required);
  if (kind === 'list') option.argParser(list);
  if (kind === 'integer') option.argParser(integer);
  if (isTime) option.argParser(timeOrText);
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

async function run(context: Context, read: Read, given: Record<string, unknown>, all: boolean): Promise<void> {
  if (all && given['cursor'] !== undefined) throw new UsageError('--all and --cursor exclude each other.');
  const bound = ((await clientFor(context, read)) as unknown as AnyClient)[read.group]!;
  if (!all) return show(context.output, read, await (bound[read.method] as AnyMethod)(given));
  const data: Row[] = [];
  const pages = (bound[read.method.replace('list', 'listAll')] as AnyAll)({
    ...(read.operation.parameters['limit'] && { limit: 200 }),
    ...given,
  }).pages();
  for await (const page of pages) data.push(...page.data);
  show(context.output, read, { data, next_cursor: null });
}

function clientFor(context: Context, { isOperators, operationId, operation }: Read): Promise<object> {
  if (isOperators) return context.operator();
  return operation.scope === null && operationId !== 'getMe' ? context.openClient() : context.client();
}

/** A list as a table of its items with what holds for all of them beside it, anything else as a table of fields. */
function show(output: Output, { operationId }: Read, answer: unknown): void {
  if (documents.has(operationId)) return output.document(answer);
  const { data, next_cursor: cursor, ...common } = answer as { data?: unknown; next_cursor?: string | null };
  if (!Array.isArray(data)) return output.record(answer as object);
  output.list(answer, data as Row[], preferredColumns[operationId]);
  if (output.json) return;
  const facts = Object.entries(common).map(([name, value]) => `${name} ${String(value)}`);
  if (facts.length > 0) output.note(`${facts.join(', ')}.`);
  if (cursor) output.note(`There is more: --all, or --cursor ${cursor}`);
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
