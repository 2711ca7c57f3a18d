import { readFile } from 'node:fs/promises';
import { operatorDocument, publicDocument } from './audience.ts';
import {
  type ContractDocument,
  type ContractOperation,
  jsonSchema,
  operationsOf,
  type Parameter,
  resolve,
  type Schema,
  successStatus,
  instantsOf,
} from './contract.ts';
import { eventExamples, eventScopes, eventSummaries } from './events.ts';
import type { Limits } from './limits.ts';
import { bodyRule, boundsOf, kindOf, maxBodyBytesOf, scopesOf, union } from './operations.ts';
import { literal, type Output } from './output.ts';
import type { FormerContract } from './read-contract.ts';
import { typesOf } from './releases.ts';
import { generateSdkMethods } from './sdk-methods.ts';
import { namedTypesTexts, openTypesText, paramsText } from './sdk-types.ts';

const folder = 'sdk/src/generated';

/** Writes the SDK's types, and the tables from which it and the command line know what an operation allows. */
export async function generateSdk(
  document: ContractDocument,
  formers: readonly FormerContract[],
  limits: Limits,
  output: Output,
): Promise<void> {
  for (const [index, former] of formers.entries()) {
    await output.raw(`${folder}/${typesOf(former.name, index + 1)}.ts`, await openTypesText(publicDocument(former.example)));
  }
  await generateFor(
    publicDocument(document),
    limits,
    {
      types: 'api',
      schemas: 'schemas',
      params: 'params',
      table: 'operations',
      name: 'operations',
      id: 'OperationId',
      problems: 'OperationProblems',
    },
    output,
  );
  await generateFor(
    operatorDocument(document),
    limits,
    {
      types: 'operator',
      schemas: 'operator-schemas',
      params: 'operator-params',
      table: 'operator-operations',
      name: 'operatorOperations',
      id: 'OperatorOperationId',
      problems: 'OperatorOperationProblems',
    },
    output,
  );
  await generateSdkMethods(document, output);
  await output.raw(`${folder}/instants.ts`, await readFile('spec/templates/instants.ts', 'utf8'));
  await output.raw(`${folder}/operation.ts`, operationType(document));
  await output.raw(
    `${folder}/events.ts`,
    `
import type { Scope } from './operation.ts';

/** By the type of each event, the scope that reads elsewhere what it carries; null for what nothing else shows. */
export const eventScopes: Readonly<Record<string, Scope | null>> = ${literal(eventScopes(document))};

/** By the type of each event, what happened. */
export const eventSummaries = ${literal(eventSummaries(document))} as const;
`,
  );
  await output.raw(
    `${folder}/event-examples.ts`,
    `
/** By the type of each event, the example of the contract. */
export const eventExamples = ${literal(eventExamples(document))};
`,
  );
  await output.raw(`${folder}/enumerations.ts`, enumerationsText(publicDocument(document), 'enumerations'));
  await output.raw(`${folder}/operator-enumerations.ts`, enumerationsText(operatorDocument(document), 'operatorEnumerations'));
}

async function generateFor(
  document: ContractDocument,
  limits: Limits,
  names: { types: string; schemas: string; params: string; table: string; name: string; id: string; problems: string },
  output: Output,
): Promise<void> {
  const texts = await namedTypesTexts(document, names);
  await output.raw(`${folder}/${names.types}.ts`, texts.types);
  await output.raw(`${folder}/${names.schemas}.ts`, texts.schemas);
  await output.raw(`${folder}/${names.params}.ts`, paramsText(document, names.types));
  const operations = operationsOf(document);
  const entries = operations.map((operation) => {
    const { object } = operation;
    return `${operation.id}: ${literal({
      method: operation.method.toUpperCase(),
      path: operation.path,
      summary: object.summary,
      scope: object['x-scope'] ?? null,
      retry: object['x-retry'],
      repeatProblem: object['x-repeat-problem'] ?? null,
      body: bodyRule(operation),
      maxBodyBytes: maxBodyBytesOf(operation, limits),
      bodyBounds: bodyBoundsOf(document, operation),
      answers: answersWith(operation),
      paged: operation.parameters.some(({ name }) => name === 'cursor'),
      parameters: Object.fromEntries(
        operation.parameters.map((parameter) => [
          parameter.name,
          {
            in: parameter.in,
            kind: kindOf(document, operation, parameter),
            required: parameter.required ?? false,
            ...boundsOf(document, parameter.schema),
            ...valuesOf(document, parameter),
            description: parameter.description?.trim().replace(/\s+/g, ' ') ?? '',
          },
        ]),
      ),
    })},`;
  });
  await output.raw(
    `${folder}/${names.table}.ts`,
    `
import type { Operation } from './operation.ts';

/** The ids of the operations. */
export type ${names.id} = ${union(operations.map(({ id }) => id))};

/** The problems that each operation can return. */
export interface ${names.problems} {
${operations.map((operation) => `  ${operation.id}: ${union(problemsOf(document, operation))};`).join('\n')}
}

/** What the contract says of each operation, by its id. */
export const ${names.name}: Readonly<Record<${names.id}, Operation>> = {
${entries.join('\n')}
};
`,
  );
}

/** The slugs of the problems that an operation can return. */
function problemsOf(document: ContractDocument, { responses }: ContractOperation): string[] {
  const schemas = Object.values(responses).flatMap(({ content }) => {
    const schema = content?.['application/problem+json']?.schema;
    return schema === undefined ? [] : (schema.oneOf ?? [schema]);
  });
  return schemas.map((schema) => String(resolve<Schema & { 'x-slug'?: string }>(document, schema)['x-slug']));
}

/** JSON, text (a page or metrics), a stream of events, or no body. */
function answersWith(operation: ContractOperation): 'json' | 'text' | 'stream' | 'none' {
  const types = Object.keys(operation.responses[successStatus(operation)]?.content ?? {});
  if (types.length === 0) return 'none';
  if (types.includes('text/event-stream')) return 'stream';
  return types.includes('application/json') ? 'json' : 'text';
}

/** The values of an enumeration or of the items of a list of them. */
function valuesOf(document: ContractDocument, parameter: Parameter): { values?: unknown[] } {
  const schema = resolve<Schema>(document, parameter.schema);
  const values = schema.items === undefined ? schema.enum : resolve<Schema>(document, schema.items).enum;
  return values ? { values } : {};
}

/** The bounds of what stands in the body, where it has any. */
function bodyBoundsOf(document: ContractDocument, { body }: ContractOperation): object {
  const schema = jsonSchema(body?.content);
  const members = Object.entries((schema && resolve<Schema>(document, schema).properties) ?? {});
  const bounds = members.map(([name, member]): [string, object] => [name, boundsOf(document, member)]);
  return Object.fromEntries(bounds.filter(([, of]) => Object.keys(of).length > 0));
}

function operationType(document: ContractDocument): string {
  return `
/** A scope of a key. */
export type Scope = ${union(scopesOf(operationsOf(document)))};

/** Names of arguments that are instants. */
export type InstantName = ${union([...new Set(operationsOf(document).flatMap((operation) => instantsOf(document, operation)))].sort())};

/** The limits of an argument. */
export interface Bounds {
  /** The greatest number that is accepted. */
  readonly maximum?: number;
  /** How many values a list may have. */
  readonly maxItems?: number;
}

/** A parameter of the path, the query or a header. */
export interface OperationParameter extends Bounds {
  /** Where it is sent. */
  readonly in: 'query' | 'path' | 'header';
  /** The type of its value. */
  readonly kind: 'string' | 'integer' | 'list';
  /** Whether a call needs it. */
  readonly required: boolean;
  /** Every text that is accepted, of a list as an item. */
  readonly values?: readonly string[];
  /** What it means. */
  readonly description: string;
}

/** What the contract says of an operation. */
export interface Operation {
  /** The method of its request. */
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** With \`{parameter}\` in place of what varies. */
  readonly path: string;
  /** The operation in a few words. */
  readonly summary: string;
  /** The scope that the key needs; null where it needs none. */
  readonly scope: Scope | null;
  /** Whether it may be repeated without knowing whether it was done: after a timeout or an answer of 5xx. */
  readonly retry: 'safe' | 'never';
  /** Slug of the problem that a repetition is answered where the call was done already; null where it is answered alike. */
  readonly repeatProblem: string | null;
  /** Whether its request has a body. */
  readonly body: 'none' | 'optional' | 'required';
  /** The size of the body that is accepted, in bytes. */
  readonly maxBodyBytes: number;
  /** The bounds of the body's members, of those that have any. */
  readonly bodyBounds: Readonly<Record<string, Bounds>>;
  /** How its successful answer is read; 'none' where it has no body. */
  readonly answers: 'json' | 'text' | 'stream' | 'none';
  /** Whether it answers in pages, read by \`cursor\`. */
  readonly paged: boolean;
  /** Its parameters of the path, the query and headers by their names. */
  readonly parameters: Readonly<Record<string, OperationParameter>>;
}
`;
}

/** A module with the values of every enumeration of a contract, for code that goes through them. */
function enumerationsText(document: ContractDocument, name: string): string {
  const schemas = Object.entries((document.components?.['schemas'] ?? {}) as Record<string, Schema>);
  const enumerations = schemas
    .filter(([, schema]) => schema.type === 'string' && schema.enum !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `
/** The values of the contract's enumerations, in the contract's order. */
export const ${name} = {
${enumerations.map(([schemaName, schema]) => `${schemaName}: ${literal(schema.enum)},`).join('\n')}
} as const;
`;
}
