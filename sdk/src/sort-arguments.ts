import { checkedArguments, checkedHeaderValue, checkedInstant, checkedText, isDate, typeName } from './checks.ts';
import { InvalidArgumentError } from './errors.ts';
import type { Operation, OperationParameter } from './generated/operation.ts';
import type { OutgoingRequest } from './transport.ts';

/** Settings of a call. No argument has these names. */
const settings = new Set(['timeoutMs', 'maxRetries', 'requestId', 'idempotencyKey', 'onAnswer']);

/**
 * Sorts the flat arguments of a call into path, query, headers and body. Refuses values that the service would misread: an empty list would
 * become no filter, a value with a comma two values, `..` another path. Arguments that are not parameters belong to the body.
 */
export function sortArguments(operation: Operation, given: Readonly<Record<string, unknown>>): OutgoingRequest {
  checkedArguments(given);
  const pathParameters: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  const headers: Record<string, string> = {};
  const body: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(operation.parameters)) {
    const value = given[name];
    if (parameter.in === 'path') pathParameters[name] = checkedPathValue(name, value);
    else if (value === undefined && parameter.required) throw new InvalidArgumentError(name, 'it is required');
    else if (value === undefined) continue;
    else if (parameter.in === 'query') query[name] = checkedQueryValue(name, parameter, value);
    else headers[name] = checkedHeaderValue(name, value);
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(operation.parameters, name)) continue;
    const isSetting = settings.has(name) || (operation.body === 'none' && (name === 'signal' || name === 'headers'));
    if (isSetting) throw new InvalidArgumentError(name, 'it is a setting of the call: pass it in the second argument');
    if (operation.body === 'none') throw new InvalidArgumentError(name, `it is no argument of this call; ${accepted(operation)}`);
    body[name] = value;
  }
  const hasBody = operation.body === 'required' || Object.keys(body).length > 0;
  return { method: operation.method, path: operation.path, pathParameters, query, headers, ...(hasBody && { body }) };
}

function accepted({ parameters }: Operation): string {
  const names = Object.keys(parameters);
  return names.length === 0 ? 'it has none' : `accepted are ${names.join(', ')}`;
}

function checkedPathValue(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new InvalidArgumentError(name, `a text is required, not ${typeName(value)}`);
  if (value === '' || value === '.' || value === '..') {
    throw new InvalidArgumentError(name, `an id is required, not ${JSON.stringify(value)}`);
  }
  return checkedText(name, value);
}

function checkedQueryValue(name: string, { maxItems }: OperationParameter, value: unknown): unknown {
  if (isDate(value)) return checkedInstant(name, value);
  if (Array.isArray(value)) return checkedList(name, maxItems, value);
  if (typeof value === 'string') return checkedText(name, value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError(name, `a text, number, boolean, date or list is required, not ${typeName(value)}`);
}

function checkedList(name: string, maxItems: number | undefined, values: readonly unknown[]): readonly unknown[] {
  if (values.length === 0) {
    throw new InvalidArgumentError(name, 'the list is empty. Leave the argument out to apply no filter');
  }
  if (maxItems !== undefined && values.length > maxItems) {
    throw new InvalidArgumentError(name, `a list holds at most ${maxItems} values, not ${values.length}`);
  }
  for (const value of values) {
    if (typeof value !== 'string' || value === '') {
      throw new InvalidArgumentError(name, `every value is a text that is not empty, not ${typeName(value)}`);
    }
    checkedText(name, value);
    if (value.includes(',')) {
      throw new InvalidArgumentError(name, `${JSON.stringify(value)} holds a comma, which separates values`);
    }
  }
  return values;
}
