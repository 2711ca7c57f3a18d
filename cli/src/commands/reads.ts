import { Command, Option } from 'commander';
import { methods, operations, type Operation, type OperationParameter, type Page, type WebhookEndpoint } from '@agency-service/sdk';
import { operatorMethods, operatorOperations } from '@agency-service/sdk/operator';
import type { Context } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { dayOrInstant, instant, integer, positiveInteger } from '../option-values.ts';
import type { ListPage } from '../output.ts';
import { checkExtent, valuesOption } from '../shared-options.ts';
import { removeLeftBehind } from '../temporary-endpoints.ts';
import { examples, groupOf, type Register } from '../command.ts';
import type { Row } from '../cells.ts';

/** Groups of the client whose command has another name than theirs. */
const commandNames: Readonly<Record<string, string>> = { sentMessages: 'messages' };

/** Lists whose commands are written by hand: they count over pages, and take failures as `replay` does. */
const writtenByHand = new Set(['listWebhookFailures', 'listWebhookDeliveries', 'listAuditEntries', 'listAuditLog']);

/** Groups of the operator's client that are below `operator`, because the public client has groups of the same name. */
const operatorsOwn = new Set(['webhooks', 'tokens', 'encryption']);

/** What is a document for other programs, on a terminal too. */
const documents = new Set(['getOpenapiDocument', 'getOperatorDocument']);

/** Parameters that may also be a time before now. */
const times = new Set(['start', 'end', 'last_purchase_after', 'last_purchase_before']);

const endpointColumns = ['id', 'health.state', 'url', 'label', 'health.reason', 'health.since', 'health.detail', 'status'];

/** Columns that fit a terminal, where the contract's order would leave out what matters. */
const preferredColumns: Readonly<Record<string, readonly string[]>> = {
  listOrders: ['id', 'amount_cents', 'order_type', 'created_at', 'refunded_at', 'fan_username', 'creator_id', 'user_id'],
  listSentMessages: ['id', 'sent_at', 'source', 'fan_username', 'price_eur', 'sale_status', 'creator_id', 'sent_by_user_id'],
  listCreators: ['id', 'name', 'account.external_id', 'account.username', 'account.connected_at', 'created_at'],
  listAiRequests: ['id', 'requested_at', 'action', 'account_id', 'fan_id', 'requested_by_user_id'],
  listPublications: ['id', 'status', 'scheduled_at', 'published_at', 'text', 'creator_id', 'created_at'],
  listWebhookEndpoints: [...endpointColumns, 'disabled_reason', 'enabled_event_types', 'api_version', 'created_at'],
  listAgencyWebhookEndpoints: [...endpointColumns, 'created_by_key_id', 'disabled_reason', 'enabled_event_types', 'created_at'],
  listIngestions: [
    'id',
    'recorded_at',
    'outcome',
    'request_count',
    'created_count',
    'slug',
    'detail',
    'agency_id',
    'updated_count',
    'unchanged_count',
  ],
  listWebhookEvents: ['id', 'type', 'recorded_at', 'creator_id', 'data.id', 'data.fan_id', 'created_at'],
  listOperatorTokens: ['id', 'name', 'prefix', 'scopes', 'expires_at', 'last_used_at', 'revoked_at', 'created_at'],
  listIncidents: [
    'agency_name',
    'endpoint_label',
    'health.state',
    'health.reason',
    'health.since',
    'health.detail',
    'backlog.pending_count',
    'endpoint_id',
  ],
  listAgencyActivity: [
    'id',
    'name',
    'troubled_endpoint_count',
    'attempt_count',
    'failed_attempt_count',
    'oldest_pending_at',
    'contained_at',
    'endpoint_count',
  ],
  listApiKeys: ['id', 'label', 'prefix', 'expires_at', 'revoked_at', 'created_at', 'creator_ids', 'scopes'],
};

const exampleOf: Readonly<Record<string, string>> = {
  listOrders: 'svc orders list --order-types tip,push --since 2026-07-01T00:00:00Z --all',
  listFans: 'svc fans list 73120045 --has-tags true --min-spend-cents 5000',
  listSentMessages: 'svc messages list --sources script --since 24h --limit 20',
  listWebhookEndpoints: 'svc webhooks list',
  getWebhookStats: 'svc webhooks stats 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --since 24h',
  listWebhookEvents: 'svc events list --order-ids 0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41',
  getWebhookEvent: 'svc events get 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07',
  getWebhookFigures: 'svc webhooks figures 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --interval hour',
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
    addRead(parentOf(program, read), kebab(read.method), read, context);
  }
};

/** Meta operations are top-level commands, or below `operator` where they belong to the operator listener. */
function parentOf(program: Command, { group, isOperators }: Read): Command {
  if (group === 'meta') return isOperators ? groupOf(program, 'operator') : program;
  if (isOperators && operatorsOwn.has(group)) return groupOf(groupOf(program, 'operator'), group);
  return groupOf(program, commandNames[group] ?? kebab(group));
}

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
    for (const option of optionsOf(parameter, details)) command.addOption(option);
  }
  if (operation.paged) command.option('--all', 'read all pages');
  examples(command, exampleOf[read.operationId] ?? plainExample(command));
  command.action(async (...given: unknown[]) => {
    const positional = given.slice(0, command.registeredArguments.length) as string[];
    await run(context(), read, argumentsOf(operation, positional, command.opts()), command.opts()['all'] === true);
  });
}

/** The shortest call that is right: with every argument and every required option. */
function plainExample(command: Command): string {
  const names = ['svc', ...ancestors(command), command.name()];
  const positional = command.registeredArguments.map((argument) => argument.name().toUpperCase().replaceAll('-', '_'));
  const required = command.options.filter(({ mandatory }) => mandatory);
  const options = required.flatMap((option) => [`--${option.name()}`, sampleValues[option.name()] ?? option.name().toUpperCase()]);
  return [...names, ...positional, ...options].join(' ');
}

/** The groups that contain a command. */
function ancestors({ parent }: Command): string[] {
  return parent?.parent ? [...ancestors(parent), parent.name()] : [];
}

const sampleValues: Readonly<Record<string, string>> = { start: '2026-07-01', end: '2026-07-31' };

/** Instants between which items are wanted bear the names that they have in every command. */
const windowNames: Readonly<Record<string, string>> = { start: 'since', end: 'until' };

/** The options of a parameter; one that has another name than the contract's is hidden under that. */
function optionsOf(parameter: string, details: OperationParameter): Option[] {
  const windowName = details.required ? undefined : windowNames[parameter];
  if (windowName === undefined) return [optionOf(kebab(parameter), parameter, details)];
  return [optionOf(windowName, parameter, details), optionOf(parameter, parameter, details).hideHelp()];
}

function optionOf(name: string, parameter: string, { kind, required, description, values }: OperationParameter): Option {
  const isTime = times.has(parameter);
  const value = kind === 'list' ? 'list' : kind === 'integer' ? 'number' : isTime ? 'time' : 'value';
  const accepted = isTime ? `${description} Or a time before now: 30m, 24h, 7d.` : description;
  const option = valuesOption(`--${name} <${value}>`, accepted, values).makeOptionMandatory(required);
  if (kind !== 'list') option.argParser((text: string) => text);
  if (kind === 'integer') option.argParser(parameter === 'limit' ? positiveInteger : integer);
  if (isTime) option.argParser(required ? dayOrInstant : instant);
  return option;
}

/** The method's arguments by their names in the contract. */
function argumentsOf(operation: Operation, positional: readonly string[], options: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(operation.parameters);
  const inPath = names.filter((name) => operation.parameters[name]?.in === 'path');
  const pairs = names.map((name): [string, unknown] => [
    name,
    inPath.includes(name) ? positional[inPath.indexOf(name)] : given(name, options),
  ]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

async function run(context: Context, read: Read, given: Record<string, unknown>, all: boolean): Promise<void> {
  checkExtent({ all, ...(given as { cursor?: string }) });
  const bound = ((await clientFor(context, read)) as unknown as AnyClient)[read.group]!;
  const view = { columns: preferredColumns[read.operationId] };
  if (all) return context.output.pages((bound[read.method.replace('list', 'listAll')] as AnyAll)(given).pages(), view);
  const answer = await (bound[read.method] as AnyMethod)(given);
  if (read.operation.paged) return context.output.pages(only(answer as ListPage), view);
  await show(context, read, answer);
}

async function* only(page: ListPage): AsyncGenerator<ListPage> {
  yield page;
}

function clientFor(context: Context, { isOperators, operationId, operation }: Read): Promise<object> {
  if (isOperators) return context.operator();
  return operation.scope === null && operationId !== 'getMe' ? context.openClient() : context.client();
}

/** A list as a table of its items, with the fields common to all of them; anything else as a table of fields. */
async function show({ output, client }: Context, { operationId }: Read, answer: unknown): Promise<void> {
  if (documents.has(operationId)) return output.document(answer);
  const { data, ...common } = answer as { data?: unknown };
  if (!Array.isArray(data)) return output.record(answer as object);
  const rows = operationId === 'listWebhookEndpoints' ? await removeLeftBehind(await client(), data as WebhookEndpoint[], output) : data;
  output.list({ ...common, data: rows }, rows as Row[], preferredColumns[operationId]);
  if (output.json) return;
  const facts = Object.entries(common).map(([name, value]) => `${name} ${String(value)}`);
  if (facts.length > 0) output.note(`${facts.join(', ')}.`);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}

/** What was given for a parameter, under either name. */
function given(name: string, options: Record<string, unknown>): unknown {
  const [own, windowName] = [options[camel(name)], windowNames[name]];
  const inWindow = windowName === undefined ? undefined : options[windowName];
  if (own !== undefined && inWindow !== undefined)
    throw new UsageError(`--${windowName} and --${name} are the same option: use one of them.`);
  return own ?? inWindow;
}

/** How commander names the value of an option. */
function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function sentence(summary: string): string {
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}
