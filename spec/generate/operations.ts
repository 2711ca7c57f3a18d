import {
  type ContractDocument,
  type ContractOperation,
  operationsOf,
  type Parameter,
  resolve,
  type Schema,
  successStatus,
  instantsOf,
} from './contract.ts';
import { literal, type Output } from './output.ts';
import { type Limits, limitOf } from './limits.ts';

export function maxBodyBytesOf({ object }: ContractOperation, limits: Limits): number {
  return object['x-max-body-bytes'] ?? limitOf(limits, 'body_bytes');
}

/** Writes the table of operations for the steps of the server. */
export async function generateOperations(document: ContractDocument, limits: Limits, output: Output): Promise<void> {
  const operations = operationsOf(document);
  const entries = operations.map((operation) => `${operation.id}: ${literal(serverEntry(document, limits, operation))},`);
  await output.module(
    'generated/operations.ts',
    `
export type OperationId = ${union(operations.map(({ id }) => id))};

export type Scope = ${union(scopesOf(operations))};

/** Every scope that an operation requires. */
export const scopes: readonly Scope[] = ${literal(scopesOf(operations))};

export type OperatorScope = ${union(scopesOf(operations, 'x-operator-scope'))};

/** Every scope that an operation of the operator listener requires. */
export const operatorScopes: readonly OperatorScope[] = ${literal(scopesOf(operations, 'x-operator-scope'))};

export interface ParameterDefinition {
  readonly in: 'query' | 'path' | 'header';
  /** The form of its text: a list has commas, an integer has decimal digits, and an id that is not a UUID is not found. */
  readonly kind: 'string' | 'integer' | 'list' | 'uuid';
  /** The greatest accepted number. */
  readonly maximum?: number;
}

export interface Operation {
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  /** With \`{parameter}\` in place of each path parameter. */
  readonly path: string;
  readonly listener: 'public' | 'operator';
  /** Its callers: holders of an API key, everyone, or operators. */
  readonly access: 'key' | 'open' | 'operator';
  /** The scope that the key requires; null for none. */
  readonly scope: Scope | null;
  /** The scope that an operator token requires, unless it has \`all\`; null for none. */
  readonly operatorScope: OperatorScope | null;
  readonly rateLimit: { readonly requests: number; readonly windowSeconds: number } | null;
  readonly body: 'none' | 'optional' | 'required';
  readonly maxBodyBytes: number;
  /** The databases that it may read from. */
  readonly read: 'primary' | 'replica';
  /** Whether it may read much more than a page: always, or with other parameters than \`cursor\` and \`limit\`. */
  readonly costly: 'never' | 'always' | 'filtered';
  readonly unknownParameters: 'refuse' | 'ignore';
  readonly parameters: Readonly<Record<string, ParameterDefinition>>;
  /** The parameters, and members of the body at any depth, that are instants. */
  readonly instants: readonly string[];
  readonly successStatus: number;
  /** Whether it can return 304. */
  readonly isConditional: boolean;
}

/** Every operation of the contract. */
export const operations: Readonly<Record<OperationId, Operation>> = {
${entries.join('\n')}
};
`,
  );
}

function serverEntry(document: ContractDocument, limits: Limits, operation: ContractOperation): object {
  const { object, parameters } = operation;
  const limit = object['x-rate-limit'];
  const status = successStatus(operation);
  return {
    method: operation.method,
    path: operation.path,
    listener: object['x-internal'] === true ? 'operator' : 'public',
    access: object['x-access'],
    scope: object['x-scope'] ?? null,
    operatorScope: object['x-operator-scope'] ?? null,
    rateLimit: limit ? { requests: limit.requests, windowSeconds: limit.window_seconds } : null,
    body: bodyRule(operation),
    maxBodyBytes: maxBodyBytesOf(operation, limits),
    read: object['x-read'] ?? 'primary',
    costly: object['x-costly'] ?? 'never',
    unknownParameters: object['x-unknown-parameters'] ?? 'refuse',
    parameters: Object.fromEntries(
      parameters.map((parameter) => {
        const { 'x-format': format, maximum } = resolve<Schema>(document, parameter.schema);
        const kind = format ?? kindOf(document, operation, parameter);
        return [parameter.name, { in: parameter.in, kind, ...(maximum !== undefined && { maximum }) }];
      }),
    ),
    instants: instantsOf(document, operation),
    successStatus: status,
    isConditional: '304' in operation.responses,
  };
}

export function bodyRule({ body }: ContractOperation): 'none' | 'optional' | 'required' {
  if (body === undefined) return 'none';
  return body.required === true ? 'required' : 'optional';
}

export function kindOf(document: ContractDocument, { id }: ContractOperation, parameter: Parameter): 'string' | 'integer' | 'list' {
  const schema = resolve<Schema>(document, parameter.schema);
  if (schema.type === 'array') return 'list';
  if (schema.type === 'integer') return 'integer';
  if (schema.type === 'string') return 'string';
  throw new Error(`The parameter ${parameter.name} of ${id} is neither a string, an integer nor a comma list`);
}

/** The greatest value of a number, and the greatest length of a list. */
export function boundsOf(document: ContractDocument, schema: Schema): { maximum?: unknown; maxItems?: unknown } {
  const { maximum, maxItems } = resolve<Schema>(document, schema);
  return { ...(maximum !== undefined && { maximum }), ...(maxItems !== undefined && { maxItems }) };
}

export function scopesOf(operations: readonly ContractOperation[], extension: 'x-scope' | 'x-operator-scope' = 'x-scope'): string[] {
  return [...new Set(operations.flatMap(({ object }) => object[extension] ?? []))].sort();
}

/** The media types of the successful response. */
export function successMediaTypes(operation: ContractOperation): string[] {
  return Object.keys(operation.responses[successStatus(operation)]?.content ?? {});
}

/** JSON, text (a page or metrics), a stream of events, or no body. */
export function answersWith(operation: ContractOperation): 'json' | 'text' | 'stream' | 'none' {
  const types = successMediaTypes(operation);
  if (types.length === 0) return 'none';
  if (types.includes('text/event-stream')) return 'stream';
  return types.includes('application/json') ? 'json' : 'text';
}

/** The schema of the successful response in JSON, or of the events of a stream. */
export function answerSchema(operation: ContractOperation): Schema {
  const { content = {} } = operation.responses[successStatus(operation)]!;
  return (content['application/json'] ?? content['text/event-stream'])!.schema!;
}

/** The values of an enumeration, or of a list's items. */
export function valuesOf(document: ContractDocument, node: Schema): { values?: unknown[] } {
  const schema = resolve<Schema>(document, node);
  const values = schema.items === undefined ? schema.enum : resolve<Schema>(document, schema.items).enum;
  return values ? { values } : {};
}

export function union(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ');
}
