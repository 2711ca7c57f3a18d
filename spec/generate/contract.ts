import { mapObjects } from './map-objects.ts';

/** A JSON Schema of the contract. */
export interface Schema {
  $ref?: string;
  $id?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  default?: unknown;
  minItems?: number;
  minLength?: number;
  pattern?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  [keyword: string]: unknown;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  description?: string;
  style?: string;
  explode?: boolean;
  schema: Schema;
  /** Read before the operation, which does not receive it. */
  'x-frame'?: boolean;
}

interface MediaType {
  schema?: Schema;
}

export interface Reply {
  $ref?: string;
  description: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, MediaType>;
}

export interface RequestBody {
  $ref?: string;
  required?: boolean;
  content: Record<string, MediaType>;
}

export interface OperationObject {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: RequestBody;
  responses: Record<string, Reply>;
  security?: SecurityRequirement[];
  'x-access': 'key' | 'open' | 'operator';
  'x-scope'?: string | null;
  'x-operator-scope'?: string;
  'x-rate-limit'?: { requests: number; window_seconds: number };
  'x-retry': 'safe' | 'never';
  /** The problem that a repetition returns if the first call succeeded. */
  'x-repeat-problem'?: string;
  'x-read'?: 'replica';
  'x-costly'?: 'always' | 'filtered';
  'x-max-body-bytes'?: number;
  'x-unknown-parameters'?: 'ignore';
  'x-problems'?: string[];
  'x-internal'?: boolean;
}

/** The schemes that a request needs together. */
type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;
type Method = (typeof methods)[number];

type PathItem = Partial<Record<Method, OperationObject>> & { parameters?: (Parameter | { $ref: string })[] };

export interface ContractDocument {
  openapi: string;
  info: Record<string, unknown>;
  security?: SecurityRequirement[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, { post: OperationObject }>;
  components?: Record<string, Record<string, unknown>>;
  /** Members of the operator API's document that replace those of the same names in this one. */
  'x-operator'?: { info: Record<string, unknown>; servers: unknown[] };
  [member: string]: unknown;
}

/** One operation of the contract, with its references followed. */
export interface ContractOperation {
  readonly id: string;
  readonly tag: string;
  readonly method: Method;
  readonly path: string;
  /** Without `x-frame`. */
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: Readonly<Record<string, Reply>>;
  readonly object: OperationObject;
}

/** The target of a pointer such as `#/components/schemas/Order` in a bundled document. */
export function follow(document: object, pointer: string): object {
  const target = pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((parent, token) => {
      const name = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
      return (parent as Record<string, unknown> | undefined)?.[name];
    }, document);
  if (target === undefined) throw new Error(`${pointer} has no target`);
  return target as object;
}

/** Follows a `$ref` within a bundled document. */
export function resolve<Node extends object>(document: ContractDocument, node: Node | { $ref: string }): Node {
  let current: object = node;
  while ('$ref' in current && typeof current.$ref === 'string') {
    current = follow(document, current.$ref);
  }
  return current as Node;
}

/** Every operation, sorted by its id, so that generated files have a stable order. */
export function operationsOf(document: ContractDocument): ContractOperation[] {
  const operations: ContractOperation[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const object = item[method];
      if (object === undefined) continue;
      const parameters = [...(item.parameters ?? []), ...(object.parameters ?? [])]
        .map((parameter) => resolve<Parameter>(document, parameter))
        .filter((parameter) => parameter['x-frame'] !== true);
      operations.push({
        id: object.operationId,
        tag: object.tags[0] ?? '',
        method,
        path,
        parameters,
        body: object.requestBody && resolve<RequestBody>(document, object.requestBody),
        responses: Object.fromEntries(
          Object.entries(object.responses).map(([status, response]) => [status, resolve<Reply>(document, response)]),
        ),
        object,
      });
    }
  }
  return operations.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A copy with only the parameters that `keep` accepts at paths, operations and webhooks. */
export function filterParameters(document: ContractDocument, keep: (parameter: Parameter) => boolean): ContractDocument {
  return mapObjects(document, (node) => {
    const { parameters, ...others } = node;
    if (!Array.isArray(parameters)) return node;
    const kept = (parameters as (Parameter | { $ref: string })[]).filter((parameter) => keep(resolve<Parameter>(document, parameter)));
    return kept.length === 0 ? others : { ...node, parameters: kept };
  });
}

/** The contract without parameters with `x-frame`. */
export function withoutFrame(document: ContractDocument): ContractDocument {
  const isOwn = (parameter: Parameter) => parameter['x-frame'] !== true;
  const { parameters = {}, ...components } = document.components ?? {};
  const own = Object.entries(parameters).filter(([, parameter]) => isOwn(parameter as Parameter));
  return { ...filterParameters(document, isOwn), components: { ...components, parameters: Object.fromEntries(own) } };
}

export function tagsOf(operations: readonly ContractOperation[]): string[] {
  return [...new Set(operations.map(({ tag }) => tag))].sort();
}

/** The lowest 2xx status. */
export function successStatus(operation: ContractOperation): number {
  const status = Object.keys(operation.responses)
    .filter((code) => code.startsWith('2'))
    .sort()[0];
  if (status === undefined) throw new Error(`${operation.id} declares no successful response`);
  return Number(status);
}

export function jsonSchema(content: Record<string, MediaType> | undefined): Schema | undefined {
  return content?.['application/json']?.schema ?? content?.['application/problem+json']?.schema;
}

/** Visits a schema and every schema inside it, each once, with its path. */
export function visitSchemas(document: ContractDocument, root: Schema, visit: (schema: Schema, path: string) => void): void {
  const seen = new Set<Schema>();
  const enter = (node: Schema, path: string): void => {
    const schema = resolve<Schema>(document, node);
    if (seen.has(schema)) return;
    seen.add(schema);
    visit(schema, path);
    for (const [name, member] of Object.entries(schema.properties ?? {})) enter(member, `${path}.${name}`);
    for (const branch of [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) enter(branch, path);
    if (schema.items !== undefined) enter(schema.items, `${path}[]`);
  };
  enter(root, 'body');
}

/** The names of the parameters, and of the body's members at any depth, that are instants. A name has one meaning in an operation. */
export function instantsOf(document: ContractDocument, { id, parameters, body }: ContractOperation): string[] {
  const named: [string, Schema][] = parameters.map(({ name, schema }) => [name, schema]);
  const content = jsonSchema(body?.content);
  if (content !== undefined) visitSchemas(document, content, ({ properties = {} }) => named.push(...Object.entries(properties)));
  const isInstant = ([, schema]: [string, Schema]) => resolve<Schema>(document, schema).format === 'date-time';
  const instants = new Set(named.filter(isInstant).map(([name]) => name));
  for (const entry of named) {
    if (instants.has(entry[0]) && !isInstant(entry)) throw new Error(`${id}: ${entry[0]} is an instant in one place and not in another`);
  }
  return [...instants].sort();
}
