import type { Page } from '@agency-service/sdk';
import type { Command } from 'commander';
import { cell, type Row } from '../cells.ts';
import { commandDetails } from '../command-details.ts';
import { examples, groupOf, type Register } from '../command.ts';
import type { Context } from '../context.ts';
import { allCalls, commandOf, kebab, writtenByHand, type Call } from '../names-of-commands.ts';
import { argumentsOf, checkFields, fieldOption, fieldsOf, parameterOptions } from '../operation-options.ts';
import type { ListPage } from '../output.ts';
import { readObject } from '../read-data.ts';
import { withNames, withNamesOfPages } from '../reference-names.ts';
import { checkPageOptions } from '../shared-options.ts';

/** Operations whose result is printed as a JSON document, also on a terminal. */
const documents = new Set(['getOpenapiDocument', 'getOperatorDocument']);

type AnyMethod = (given: Record<string, unknown>) => Promise<unknown>;
type AnyAll = (given: Record<string, unknown>) => { pages(): AsyncIterable<Page<Row>> };
type AnyWatch = (given: Record<string, unknown>) => AsyncIterable<object>;
type AnyClient = Readonly<Record<string, Readonly<Record<string, AnyMethod | AnyAll | AnyWatch>>>>;

/** Adds a command for each operation of both APIs that has no hand-written one, from the contract's tables. */
export const registerOperations: Register = (program, context) => {
  for (const call of allCalls()) {
    if (!Object.hasOwn(writtenByHand, call.operationId)) addCommand(program, call, context);
  }
};

function addCommand(program: Command, call: Call, context: () => Context): void {
  const { operation, operationId } = call;
  const details = commandDetails[operationId] ?? {};
  const words = commandOf(call).split(' ');
  const name = words.pop()!;
  const parent = words.reduce(groupOf, program);
  const command = parent
    .command(name)
    .description(`${details.description ?? sentence(operation.summary)}${call.isOperators ? ' (operator)' : ''}`);
  const parameters = Object.entries(operation.parameters);
  for (const [parameter, { description }] of parameters.filter(([, { in: place }]) => place === 'path')) {
    command.argument(`<${kebab(parameter)}>`, description);
  }
  for (const [parameter, settings] of parameters.filter(([, { in: place }]) => place === 'query')) {
    for (const option of parameterOptions(parameter, settings)) command.addOption(option);
  }
  for (const [field, settings] of fieldsOf(operationId, operation)) {
    if (details.positional?.includes(field)) command.argument(`<${kebab(field)}>`, settings.description);
    else command.addOption(fieldOption(field, settings));
  }
  details.addOptions?.(command);
  if (operation.body !== 'none')
    command.option('-d, --data <json>', 'body: JSON, @FILE, or @- for standard input; options replace its fields');
  if (operation.paged) command.option('--all', 'read all pages');
  examples(command, details.example ?? plainExample(command));
  command.action(async (...given: unknown[]) => {
    const positional = given.slice(0, command.registeredArguments.length) as string[];
    await run(context(), call, positional, command.opts());
  });
}

/** The shortest valid call: every argument and every required option. */
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
  const { positional: fields = [], prepare, confirm, columns, hasShortIds } = commandDetails[operationId] ?? {};
  const inBody = options['data'] === undefined ? {} : await readObject(options['data'] as string, context);
  const arguments_ = argumentsOf(operationId, operation, positional, options, fields);
  const merged: Record<string, unknown> = { ...inBody, ...arguments_ };
  const given = prepare?.(merged, options) ?? merged;
  const all = options['all'] === true;
  checkPageOptions({ all, ...(given as { cursor?: string }) });
  checkFields(operationId, operation, given);
  if (confirm) await context.questions.confirm(confirm(given as Record<string, string>));
  const methods = ((await clientFor(context, call)) as unknown as AnyClient)[call.group]!;
  if (all) {
    const pages = (methods[call.method.replace('list', 'listAll')] as AnyAll)(given).pages();
    return context.output.pages(withNamesOfPages(context, pages), { columns, hasShortIds });
  }
  if (operation.answers === 'stream') return stream(context, (methods[call.method] as AnyWatch)(given));
  const answer = await (methods[call.method] as AnyMethod)(given);
  if (operation.paged) return context.output.pages(withNamesOfPages(context, singlePage(answer as ListPage)), { columns, hasShortIds });
  await show(context, call, given, answer);
}

async function* singlePage(page: ListPage): AsyncGenerator<ListPage> {
  yield page;
}

async function stream({ output }: Context, entries: AsyncIterable<object>): Promise<void> {
  for await (const entry of entries) output.entry(entry, [cell('entry', { entry })]);
}

function clientFor(context: Context, { isOperators, operationId, operation }: Call): Promise<object> {
  if (isOperators) return context.operator();
  return operation.scope === null && operationId !== 'getMe' ? context.openClient() : context.client();
}

async function show(context: Context, call: Call, given: Readonly<Record<string, unknown>>, answer: unknown): Promise<void> {
  const { output } = context;
  const { show: showResult, done, notes } = commandDetails[call.operationId] ?? {};
  if (showResult) showResult(output, answer as never);
  else if (call.operation.answers === 'none') output.done(...(done?.(given as Record<string, string>) ?? plainDone(call, given)));
  else await showAnswer(context, call, answer);
  for (const note of notes?.(answer as never, given as never) ?? []) if (note !== undefined) output.note(note);
}

function plainDone({ operation, method }: Call, given: Readonly<Record<string, unknown>>): [document: object, sentence: string] {
  const subject = Object.keys(operation.parameters).map((name): [string, unknown] => [name, given[name]]);
  return [{ ...Object.fromEntries(subject), done: method }, `Done: ${operation.summary.toLowerCase()}.`];
}

/** Shows a list as a table of its items, followed by its other fields. Shows other responses as a table of fields. */
async function showAnswer(context: Context, { operation, operationId }: Call, answer: unknown): Promise<void> {
  const { output } = context;
  if (documents.has(operationId)) return output.document(answer);
  if (operation.answers === 'text') return output.line(answer as string);
  const { data, ...common } = answer as { data?: unknown };
  if (!Array.isArray(data)) return output.record((await withNames(context, [answer as Row]))[0]!);
  const rows = await withNames(context, data as Row[]);
  const { columns, hasShortIds } = commandDetails[operationId] ?? {};
  output.list(answer, rows, columns, hasShortIds);
  if (output.json) return;
  const facts = Object.entries(common).map(([name, value]) => `${name} ${String(value)}`);
  if (facts.length > 0) output.note(`${facts.join(', ')}.`);
}

function sentence(summary: string): string {
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}
