import type { Operation, OperationParameter } from '@agency-service/sdk';
import { InvalidArgumentError, Option } from 'commander';
import { UsageError } from './exit-codes.ts';
import { bodyFields, type BodyField } from './generated/fields.ts';
import { kebab } from './names-of-commands.ts';
import { dayOrInstant, instant, instantOrAhead, integer, orDefault, positiveInteger, truth } from './option-values.ts';
import { valuesOption } from './shared-options.ts';

/** Parameters that also accept a time before now. */
const times = new Set(['start', 'end', 'since', 'published_at', 'last_purchase_after', 'last_purchase_before']);

/** The parameters of a time range have the same option names in every command. */
const windowNames: Readonly<Record<string, string>> = { start: 'since', end: 'until' };

/** Body fields whose option has a shorter name than in the contract. */
const fieldNames: Readonly<Record<string, string>> = {
  enabled_event_types: 'event-types',
  allowed_creator_ids: 'creator-ids',
  previous_expires_in_seconds: 'previous-expires-in',
  expires_in_seconds: 'expires-in',
  lease_id: 'lease',
  // `--api-key` is the key of the caller.
  api_key: 'existing-key',
};

/** Former names of options, which are accepted and not shown in help. */
const formerNames: Readonly<Record<string, string>> = { event_types: 'event-type', enabled_event_types: 'event-type' };

/** The names of the options that may set a parameter or a field of a body. */
export function optionNamesOf(name: string): string[] {
  return [fieldNames[name], windowNames[name], formerNames[name], kebab(name)].filter((each) => each !== undefined);
}

/** The options of a query parameter or header. If the option has another name, the contract's name is a hidden option. */
export function parameterOptions(parameter: string, details: OperationParameter): Option[] {
  const windowName = details.required ? undefined : windowNames[parameter];
  if (windowName === undefined) return [parameterOption(kebab(parameter), parameter, details)];
  return [parameterOption(windowName, parameter, details), parameterOption(parameter, parameter, details).hideHelp()];
}

function parameterOption(name: string, parameter: string, { kind, required, description, values }: OperationParameter): Option {
  const isTime = times.has(parameter);
  const value = kind === 'list' ? 'list' : kind === 'integer' ? 'number' : isTime ? 'time' : 'value';
  const accepted = isTime ? `${description} Or a time before now: 30m, 24h, 7d.` : description;
  const option = valuesOption(`--${name} <${value}>`, accepted, values).makeOptionMandatory(required);
  if (kind !== 'list') option.argParser((text: string) => text);
  if (kind === 'integer') option.argParser(parameter === 'limit' ? positiveInteger : integer);
  if (isTime) option.argParser(required ? dayOrInstant : instant);
  return option;
}

/** The fields of an operation's body that have an option: those that are not also parameters. */
export function fieldsOf(operationId: string, operation: Operation): [string, BodyField][] {
  return Object.entries(bodyFields[operationId] ?? {}).filter(([name]) => !Object.hasOwn(operation.parameters, name));
}

/** The option of a body field. Required fields are checked after the whole body is known. */
export function fieldOption(name: string, field: BodyField): Option {
  const { kind, isNullable, isInstant, values, description, required } = field;
  const value = isInstant ? 'time' : { string: 'value', integer: 'number', boolean: 'true|false', list: 'list', json: 'json' }[kind];
  const notes = [
    ...(isInstant ? [times.has(name) ? 'Or a time before now: 24h.' : 'Or a time from now: +24h.'] : []),
    ...(isNullable ? ['"default" sets null.'] : []),
    ...(required ? ['Required.'] : []),
  ];
  const option = valuesOption(`--${optionName(name)} <${value}>`, [description, ...notes].join(' '), values);
  const parse = parserOf(name, field);
  if (parse !== undefined) option.argParser(isNullable ? orDefault(parse) : parse);
  return option;
}

function parserOf(name: string, { kind, isInstant }: BodyField): ((text: string) => unknown) | undefined {
  if (isInstant) return times.has(name) ? instant : instantOrAhead;
  if (kind === 'integer') return integer;
  if (kind === 'boolean') return truth;
  if (kind === 'json') return jsonValue;
  return kind === 'string' ? (text: string) => text : undefined;
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('Accepted: JSON, such as [{"id":"41","type":"photo"}].');
  }
}

const optionName = (field: string): string => fieldNames[field] ?? kebab(field);

/** The arguments of a call by their names in the contract: the path's, the query's, and the body's fields. */
export function argumentsOf(
  operationId: string,
  operation: Operation,
  positional: readonly string[],
  options: Readonly<Record<string, unknown>>,
  positionalFields: readonly string[] = [],
): Record<string, unknown> {
  const names = Object.keys(operation.parameters);
  const inPath = names.filter((name) => operation.parameters[name]?.in === 'path');
  const parameters = names.map((name): [string, unknown] => [
    name,
    inPath.includes(name) ? positional[inPath.indexOf(name)] : givenFor(name, options),
  ]);
  const fields = fieldsOf(operationId, operation).map(([name]): [string, unknown] => {
    const at = positionalFields.indexOf(name);
    return [name, at === -1 ? options[camel(optionName(name))] : positional[inPath.length + at]];
  });
  return Object.fromEntries([...parameters, ...fields].filter(([, value]) => value !== undefined));
}

/** Refuses a body without a required field, and an empty body if the contract requires a change. */
export function checkFields(operationId: string, operation: Operation, given: Readonly<Record<string, unknown>>): void {
  const fields = fieldsOf(operationId, operation);
  const missing = fields.filter(([name, { required }]) => required && given[name] === undefined).map(([name]) => `--${optionName(name)}`);
  if (missing.length > 0) throw new UsageError(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} required, here or in --data.`);
}

/** The value of a parameter, under either name of its option. */
function givenFor(name: string, options: Readonly<Record<string, unknown>>): unknown {
  const [own, windowName] = [options[camel(kebab(name))], windowNames[name]];
  const inWindow = windowName === undefined ? undefined : options[windowName];
  if (own !== undefined && inWindow !== undefined)
    throw new UsageError(`--${windowName} and --${name} are the same option: use one of them.`);
  return own ?? inWindow;
}

/** The name under which commander stores the value of an option. */
function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
