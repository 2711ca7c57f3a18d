import type { Page } from '@agency-service/sdk';
import type { Command } from 'commander';
import type { Row } from '../cells.ts';
import { examples, type Register } from '../command.ts';
import type { Context } from '../context.ts';
import { allCalls, kebab, parentOf, writtenByHand, type Call } from '../names-of-commands.ts';
import { argumentsOf, checkFields, fieldOption, fieldsOf, parameterOptions } from '../operation-options.ts';
import type { ListPage } from '../output.ts';
import { preferredColumns } from '../preferred-columns.ts';
import { readObject } from '../read-data.ts';
import { withNames, withNamesOfPages } from '../reference-names.ts';
import { checkExtent } from '../shared-options.ts';

/** What is a document for other programs, on a terminal too. */
const documents = new Set(['getOpenapiDocument', 'getOperatorDocument']);

const exampleOf: Readonly<Record<string, string>> = {
  listOrders: 'svc orders list --order-types tip,push --since 2026-07-01T00:00:00Z --all',
  listFans: 'svc fans list 73120045 --has-tags true --min-spend-cents 5000',
  listSentMessages: 'svc messages list --sources script --since 24h --limit 20',
  listWebhookEndpoints: 'svc webhooks list',
  getWebhookStats: 'svc webhooks stats 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --since 24h',
  listWebhookEvents: 'svc events list --order-ids 0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41',
  getWebhookEvent: 'svc events get 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07',
  getWebhookFigures: 'svc webhooks figures 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --interval hour',
  listWebhookFigures: 'svc webhooks list-figures --endpoint-ids 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --interval hour',
  getRevenueTimeseries: 'svc analytics revenue-timeseries --start 2026-07-01 --end 2026-07-31 --timezone Europe/Paris',
  getMe: 'svc me --json',
  assignFan: 'svc fans assign 73120045 88231907 --user-id 4127',
  updateInsight: 'svc insights update 73120045 88231907 --etag ETAG --note "Prefers mornings."',
  createPublication: 'svc publications create --creator-id 5521 --text "Back on Friday." --scheduled-at +24h',
  acknowledgeAiRequests: 'svc ai-requests acknowledge --request-ids "$(svc ai-requests list --jq \'[.data[].id] | join(",")\')"',
  importWebhookEndpoint: 'svc operator webhooks import 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 --data @endpoint.json',
  getErrorPage: 'svc error-page unknown_order',
};

/** What a person confirms: it cannot be undone. */
const irreversible = new Set(['deletePublication']);

type AnyMethod = (given: Record<string, unknown>) => Promise<unknown>;
type AnyAll = (given: Record<string, unknown>) => { pages(): AsyncIterable<Page<Row>> };
type AnyWatch = (given: Record<string, unknown>) => AsyncIterable<object>;
type AnyClient = Readonly<Record<string, Readonly<Record<string, AnyMethod | AnyAll | AnyWatch>>>>;

/** One command for each operation of both APIs that has none of its own, made from the contract's tables. */
export const registerOperations: Register = (program, context) => {
  for (const call of allCalls()) {
    if (!Object.hasOwn(writtenByHand, call.operationId)) addCommand(parentOf(program, call), call, context);
  }
};

function addCommand(parent: Command, call: Call, context: () => Context): void {
  const { operation, operationId, method } = call;
  const command = parent.command(kebab(method)).description(sentence(operation.summary));
  const parameters = Object.entries(operation.parameters);
  for (const [parameter, { description }] of parameters.filter(([, { in: place }]) => place === 'path')) {
    command.argument(`<${kebab(parameter)}>`, description);
  }
  for (const [parameter, details] of parameters.filter(([, { in: place }]) => place === 'query')) {
    for (const option of parameterOptions(parameter, details)) command.addOption(option);
  }
  for (const [name, field] of fieldsOf(operationId, operation)) command.addOption(fieldOption(name, field));
  if (operation.body !== 'none')
    command.option('-d, --data <json>', 'body: JSON, @FILE, or @- for standard input; options replace its fields');
  if (operation.paged) command.option('--all', 'read all pages');
  examples(command, exampleOf[operationId] ?? plainExample(command));
  command.action(async (...given: unknown[]) => {
    const positional = given.slice(0, command.registeredArguments.length) as string[];
    await run(context(), call, positional, command.opts());
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

async function run(context: Context, call: Call, positional: readonly string[], options: Record<string, unknown>): Promise<void> {
  const { operation, operationId } = call;
  const inBody = options['data'] === undefined ? {} : await readObject(options['data'] as string, context);
  const given = { ...inBody, ...argumentsOf(operationId, operation, positional, options) };
  const all = options['all'] === true;
  checkExtent({ all, ...(given as { cursor?: string }) });
  checkFields(operationId, operation, given);
  if (irreversible.has(operationId)) await context.questions.confirm(`${operation.summary} ${positional.join(' ')}?`);
  const bound = ((await clientFor(context, call)) as unknown as AnyClient)[call.group]!;
  const view = { columns: preferredColumns[operationId] };
  if (all) {
    const pages = (bound[call.method.replace('list', 'listAll')] as AnyAll)(given).pages();
    return context.output.pages(withNamesOfPages(context, pages), view);
  }
  if (operation.answers === 'stream') return stream(context, (bound[call.method] as AnyWatch)(given));
  const answer = await (bound[call.method] as AnyMethod)(given);
  if (operation.paged) return context.output.pages(withNamesOfPages(context, only(answer as ListPage)), view);
  await show(context, call, positional, answer);
}

async function* only(page: ListPage): AsyncGenerator<ListPage> {
  yield page;
}

async function stream({ output }: Context, entries: AsyncIterable<object>): Promise<void> {
  for await (const entry of entries) output.entry(entry, [JSON.stringify(entry)]);
}

function clientFor(context: Context, { isOperators, operationId, operation }: Call): Promise<object> {
  if (isOperators) return context.operator();
  return operation.scope === null && operationId !== 'getMe' ? context.openClient() : context.client();
}

/** A list as a table of its items, with the fields common to all of them; anything else as a table of fields. */
async function show(
  context: Context,
  { operation, operationId, method }: Call,
  positional: readonly string[],
  answer: unknown,
): Promise<void> {
  const { output } = context;
  if (documents.has(operationId)) return output.document(answer);
  if (operation.answers === 'text') return output.line(answer as string);
  if (operation.answers === 'none') {
    const subject = Object.keys(operation.parameters).map((name, at): [string, unknown] => [name, positional[at]]);
    return output.done({ ...Object.fromEntries(subject), done: method }, `Done: ${operation.summary.toLowerCase()}.`);
  }
  const { data, ...common } = answer as { data?: unknown };
  if (!Array.isArray(data)) return output.record((await withNames(context, [answer as Row]))[0]!);
  const rows = await withNames(context, data as Row[]);
  output.list(answer, rows, preferredColumns[operationId]);
  if (output.json) return;
  const facts = Object.entries(common).map(([name, value]) => `${name} ${String(value)}`);
  if (facts.length > 0) output.note(`${facts.join(', ')}.`);
}

function sentence(summary: string): string {
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}
