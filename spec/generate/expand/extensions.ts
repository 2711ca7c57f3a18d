import type { ContractErrors, SourceFile } from './source-file.ts';
import { isMembers, type Place } from './members.ts';

/** The names that extensions may have as values. */
interface KnownNames {
  readonly scopes: ReadonlySet<unknown>;
  readonly operatorScopes: ReadonlySet<unknown>;
  readonly slugs: ReadonlySet<unknown>;
}

interface Extension {
  /** The nodes that may have it. */
  readonly on: readonly Kind[];
  readonly accepts: string;
  readonly isValid: (value: unknown, known: KnownNames) => boolean;
}

type Kind = keyof typeof places;

/** The kinds of nodes, with the kinds of their members. `[kind]` is one per item or member. */
const places = {
  document: { tags: ['tag'], components: ['components'] },
  components: { securitySchemes: ['scheme'], schemas: ['schema'] },
  tag: {},
  scheme: {},
  'path item': {
    parameters: ['parameter'],
    get: 'operation',
    put: 'operation',
    post: 'operation',
    patch: 'operation',
    delete: 'operation',
  },
  operation: { parameters: ['parameter'], requestBody: 'body', responses: ['response'] },
  body: { content: ['media'] },
  response: { content: ['media'], headers: ['header'] },
  media: { schema: 'schema', example: 'example' },
  header: { schema: 'schema' },
  parameter: { schema: 'schema' },
  schema: {
    properties: ['schema'],
    items: 'schema',
    additionalProperties: 'schema',
    allOf: ['schema'],
    anyOf: ['schema'],
    oneOf: ['schema'],
    not: 'schema',
    if: 'schema',
    then: 'schema',
    examples: ['example'],
    'x-page': 'schema',
    'x-list': 'schema',
    'x-event': 'event',
  },
  event: { data: 'schema' },
  example: {},
} as const satisfies Record<string, Record<string, string | readonly [string]>>;

const oneOf = (...values: readonly unknown[]) => ({
  accepts: values.map(String).join(' or '),
  isValid: (value: unknown) => values.includes(value),
});
const text = { accepts: 'a text', isValid: (value: unknown) => typeof value === 'string' && value !== '' };
const count = { accepts: 'a whole number from 1', isValid: (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0 };
const slug = { accepts: 'a slug of problems.yaml', isValid: (value: unknown, { slugs }: KnownNames) => slugs.has(value) };
const hasMembers = (...names: readonly string[]) => ({
  accepts: `the members ${names.join(', ')}`,
  isValid: (value: unknown) => isMembers(value) && Object.keys(value).sort().join() === [...names].sort().join(),
});
const accesses = ['key', 'open', 'operator'];

/** Every extension of the contract's files. spec/README.md explains each. */
const extensions: Readonly<Record<string, Extension>> = {
  'x-access': {
    on: ['operation', 'response'],
    accepts: 'key, open or operator; of a shared response also a list of them',
    isValid: (value) => [value].flat().every((access) => accesses.includes(String(access))),
  },
  'x-scope': {
    on: ['operation'],
    accepts: 'a scope of scopes.yaml, or null',
    isValid: (value, { scopes }) => value === null || scopes.has(value),
  },
  'x-operator-scope': {
    on: ['operation'],
    accepts: 'a scope of operator-scopes.yaml',
    isValid: (value, { operatorScopes }) => operatorScopes.has(value),
  },
  'x-rate-limit': { on: ['operation'], ...count },
  'x-retry': { on: ['operation'], ...oneOf('safe', 'never') },
  'x-repeat-problem': { on: ['operation'], ...slug },
  'x-read': { on: ['operation'], ...oneOf('replica') },
  'x-costly': { on: ['operation'], ...oneOf('always', 'filtered') },
  'x-hides': {
    on: ['operation'],
    accepts: 'a path of openapi.yaml',
    isValid: (value) => typeof value === 'string' && value.startsWith('/'),
  },
  'x-max-body-bytes': { on: ['operation'], ...count },
  'x-page-items': { on: ['operation'], ...count },
  'x-problems': {
    on: ['operation', 'response'],
    accepts: 'a list of slugs of problems.yaml, each once',
    isValid: (value, { slugs }) => Array.isArray(value) && new Set(value).size === value.length && value.every((one) => slugs.has(one)),
  },
  'x-page': { on: ['schema'], ...hasMembers('description', 'items') },
  'x-list': { on: ['schema'], ...hasMembers('description', 'items') },
  'x-event': { on: ['schema'], ...hasMembers('type', 'scope', 'subscribable', 'sent', 'created_at', 'data') },
  'x-event-types': { on: ['schema'], ...oneOf('subscribable', 'all') },
  'x-pattern-message': { on: ['schema'], ...text },
  'x-extensible-enum': {
    on: ['schema'],
    accepts: 'a list of texts, the known values',
    isValid: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'),
  },
  'x-format': { on: ['schema'], ...oneOf('uuid') },
  'x-unstable': { on: ['schema'], ...oneOf(true) },
  'x-frame': { on: ['parameter'], ...oneOf(true) },
  'x-like': { on: ['example'], ...text },
  'x-displayName': { on: ['tag'], ...text },
  'x-internal': { on: ['tag', 'scheme'], ...oneOf(true) },
  'x-operator': { on: ['document'], ...hasMembers('$ref') },
};

/** The top of the files with OpenAPI: a node of this kind, or one per member. */
const files: readonly (readonly [RegExp, Kind | readonly [Kind]])[] = [
  [/^openapi\.yaml$/, 'document'],
  [/^parameters\.yaml$/, ['parameter']],
  [/^headers\.yaml$/, ['header']],
  [/^responses\.yaml$/, ['response']],
  [/^delivery-headers\.yaml$/, ['parameter']],
  [/^paths\//, ['path item']],
  [/^schemas\//, ['schema']],
];

/** Reports unknown or misplaced extensions and invalid values. */
export function checkExtensions(file: SourceFile, known: KnownNames, errors: ContractErrors): void {
  const found = files.find(([pattern]) => pattern.test(file.name));
  if (found) checkInner(file.content, found[1], []);

  function checkInner(node: unknown, kind: string | readonly string[], keys: Place): void {
    if (typeof kind === 'string') check(node, kind as Kind, keys);
    else if (Array.isArray(node)) node.forEach((item, index) => check(item, kind[0] as Kind, [...keys, index]));
    else if (isMembers(node)) for (const [key, member] of Object.entries(node)) check(member, kind[0] as Kind, [...keys, key]);
  }

  function check(node: unknown, kind: Kind, keys: Place): void {
    if (kind === 'example' && Array.isArray(node)) node.forEach((item, index) => check(item, kind, [...keys, index]));
    if (!isMembers(node)) return;
    const inner: Readonly<Record<string, string | readonly [string]>> = places[kind];
    for (const [key, member] of Object.entries(node)) {
      const place = [...keys, key];
      if (key.startsWith('x-')) checkExtension(key, member, kind, place);
      const of = kind === 'example' ? kind : inner[key];
      if (of !== undefined) checkInner(member, of, place);
    }
  }

  function checkExtension(key: string, value: unknown, kind: Kind, place: Place): void {
    const extension = extensions[key];
    if (!extension?.on.includes(kind)) {
      const accepted = Object.keys(extensions).filter((one) => extensions[one]?.on.includes(kind));
      errors.add(file, place, `${key} is not an extension that is allowed here: ${accepted.join(', ') || 'there are none'}`);
    } else if (!extension.isValid(value, known)) {
      errors.add(file, place, `${key}: ${JSON.stringify(value)} is not ${extension.accepts}`);
    }
  }
}
