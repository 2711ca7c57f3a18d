import type { Request } from 'express';
import type { OperationRequests } from '../../../generated/interfaces/index.ts';
import type { ValidationError } from '../../../generated/models.ts';
import { operations, type OperationId, type ParameterDefinition } from '../../../generated/operations.ts';
import { patternMessages } from '../../../generated/pattern-messages.ts';
import { bodies } from '../../../generated/validators/bodies.js';
import { readInstant } from '../../../generated/validators/instants.ts';
import { parameters } from '../../../generated/validators/parameters.js';
import type { Mismatch, Validator } from '../../../generated/validators/validator.ts';
import { limits } from '../../../generated/limits.ts';
import { Problem } from '../../problems/problem.ts';
import { isUuid, nilId } from '../../query/uuid.ts';
import type { PathParameters } from './match-operation.ts';

/** Longer lists do not help, and a response must not be much longer than its request. */
const maxErrors = limits.listedMismatches;
const maxNameLength = 200;

const bodyValidators: Readonly<Partial<Record<OperationId, Validator>>> = bodies;

/**
 * Checks parameters and body against the contract. Returns the parameters by their names, with defaults, and `body`. An id that is not a
 * UUID becomes one that no row has.
 */
export function validateRequest<Id extends OperationId>(
  operationId: Id,
  request: Request,
  pathParameters: PathParameters,
): OperationRequests[Id] {
  const { values, errors } = readParameters(operationId, request, pathParameters);
  collect(errors, parameters[operationId], values);
  const { body } = operations[operationId];
  const validateBody = bodyValidators[operationId];
  if (validateBody && (body === 'required' || request.body !== undefined)) {
    collect(errors, validateBody, request.body);
    values['body'] = request.body;
  }
  if (errors.length > 0) {
    throw new Problem('validation_failed', { detail: summary(errors), members: { errors: errors.slice(0, maxErrors) } });
  }
  const { instants, parameters: declared } = operations[operationId];
  if (instants.length > 0) normalizeInstants(values, instants);
  for (const name in values) if (declared[name]?.kind === 'uuid' && !isUuid(values[name] as string)) values[name] = nilId;
  return values as unknown as OperationRequests[Id];
}

/** Normalizes instants, at any depth, to UTC with milliseconds. */
function normalizeInstants(node: unknown, names: readonly string[]): void {
  if (typeof node !== 'object' || node === null) return;
  const members = node as Record<string, unknown>;
  for (const [name, value] of Object.entries(members)) {
    const instant = typeof value === 'string' && names.includes(name) ? readInstant(value) : undefined;
    if (instant === undefined) normalizeInstants(value, names);
    else members[name] = new Date(instant).toISOString();
  }
}

interface ReadParameters {
  readonly values: Record<string, unknown>;
  readonly errors: ValidationError[];
}

/** Reads the declared parameters. Others are refused or ignored. */
function readParameters(operationId: OperationId, request: Request, pathParameters: PathParameters): ReadParameters {
  const { parameters: declared, unknownParameters } = operations[operationId];
  const values: Record<string, unknown> = {};
  const errors: ValidationError[] = [];
  for (const [name, definition] of Object.entries(declared)) {
    if (definition.in === 'query') continue;
    const text = definition.in === 'path' ? pathParameters[name] : request.headers[name.toLowerCase()];
    if (typeof text === 'string') values[name] = readText(text, definition);
  }
  for (const [name, texts] of queryOf(request.url)) {
    const definition = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (definition?.in === 'query') {
      const isList = definition.kind === 'list';
      // A repeated list has the values of all its parameters.
      values[name] = readText(isList ? texts.join(',') : texts[0]!, definition);
      if (texts.length > 1 && !isList) errors.push(parameterError(name, 'must be given only once', 'once', {}));
    } else if (unknownParameters === 'refuse' && errors.length < maxErrors) {
      errors.push(
        parameterError(name, 'is not a parameter of this operation', 'additionalProperties', { additionalProperty: shorten(name) }),
      );
    }
  }
  return { values, errors };
}

function queryOf(url: string): Map<string, string[]> {
  const start = url.indexOf('?');
  const query = new Map<string, string[]>();
  // URLSearchParams removes a leading question mark. After an ampersand, it is part of the name.
  for (const [name, text] of new URLSearchParams(start < 0 ? '' : `&${url.slice(start + 1)}`)) {
    const texts = query.get(name);
    if (texts) texts.push(text);
    else query.set(name, [text]);
  }
  return query;
}

/** An empty list stays empty, and an integer in any other spelling stays text, so that validation refuses both. */
function readText(text: string, { kind }: ParameterDefinition): unknown {
  if (kind === 'list') return text === '' ? [] : text.split(',');
  if (kind === 'integer' && /^-?(?:0|[1-9]\d*)$/.test(text)) return Number(text);
  return text;
}

function parameterError(name: string, message: string, keyword: string, params: Record<string, unknown>): ValidationError {
  return { path: shorten(name), message, keyword, instancePath: '', schemaPath: `#/${keyword}`, params };
}

function collect(errors: ValidationError[], validate: Validator, value: unknown): void {
  if (validate(value)) return;
  for (const mismatch of validate.errors ?? []) {
    if (errors.length >= maxErrors) return;
    // The errors inside `then` and `else` are listed individually.
    if (mismatch.keyword !== 'if') errors.push(validationError(mismatch));
  }
}

/** The path of a missing, unknown or discriminating member ends with its name. */
function validationError(mismatch: Mismatch): ValidationError {
  const { instancePath, schemaPath, keyword, params } = mismatch;
  const member = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['tag'];
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  if (typeof member === 'string') path.push(member);
  return {
    path: path.map(shorten).join('.'),
    message: messageOf(mismatch),
    keyword,
    instancePath: shorten(instancePath),
    schemaPath,
    params: shortParams(params),
  };
}

/** The validator's details, without long texts of the request. */
function shortParams(params: Mismatch['params']): Record<string, unknown> {
  const entries = Object.entries(params).filter(([name]) => name !== 'tagValue');
  return Object.fromEntries(entries.map(([name, detail]) => [name, typeof detail === 'string' ? shorten(detail) : detail]));
}

const formatMessages: Readonly<Record<string, string>> = {
  'date-time': 'must be a date-time with an offset, on a day that exists, such as 2026-01-31T08:00:00Z (in a query, write + as %2B)',
  date: 'must be an existing day, such as 2026-01-31',
};

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

const counted = (count: unknown, noun: string) => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

const least = (noun: string) => (params: Params) => `must have at least ${counted(params['limit'], noun)}`;
const most = (noun: string) => (params: Params) => `must have at most ${counted(params['limit'], noun)}`;
const typesOf = (type: unknown) => [type].flat().map((name) => typeNames[String(name)]);

type Params = Mismatch['params'];

/** Messages by keyword. For other keywords, the validator's own message is sent. */
const messages: Readonly<Record<string, (params: Params) => string | undefined>> = {
  type: ({ type }) => `must be ${typesOf(type).join(' or ')}`,
  required: () => 'is required',
  additionalProperties: () => 'is not a known field',
  unevaluatedProperties: () => 'is not a known field',
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
  const: ({ allowedValue }) => `must be ${String(allowedValue)}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  minLength: least('character'),
  maxLength: most('character'),
  minItems: least('item'),
  maxItems: most('item'),
  maxProperties: most('field'),
  uniqueItems: () => 'must not contain the same item twice',
  discriminator: () => 'must be one of the documented values',
  format: ({ format }) => formatMessages[String(format)],
  pattern: ({ pattern }) => patternMessages[String(pattern)],
};

const messageOf = ({ keyword, params, message }: Mismatch): string => messages[keyword]?.(params) ?? message ?? 'is not valid';

function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function shorten(text: string): string {
  return text.length <= maxNameLength ? text : `${text.slice(0, maxNameLength)}…`;
}

function summary(errors: readonly ValidationError[]): string {
  const [first] = errors;
  const place = first?.path ? `${first.path} ${first.message}` : `The request ${first?.message}`;
  return errors.length === 1 ? `${place}.` : `${place}; ${errors.length - 1} more in errors.`;
}
