import { readFile } from 'node:fs/promises';
import { operatorDocument, publicDocument } from './audience.ts';
import { type ContractDocument, type ContractOperation, instantsOf, jsonSchema, operationsOf, resolve, type Schema } from './contract.ts';
import { eventsOf } from './events.ts';
import type { Limits } from './limits.ts';
import { answersWith, bodyRule, boundsOf, kindOf, maxBodyBytesOf, scopesOf, union, valuesOf } from './operations.ts';
import { literal, type Output, pascalCase } from './output.ts';
import { type ProblemRegistry, problemsOf } from './problems.ts';
import type { Contract } from './read-contract.ts';
import { groupsOf, typesOf } from './releases.ts';
import { type Groups, groupsText, methodsText, readGroups } from './sdk-methods.ts';
import { namedTypesTexts, openTypesText, paramsText } from './sdk-types.ts';

const folder = 'sdk/src/generated';

/** Writes the SDK's types, and the tables of operations for it and the command line. */
export async function generateSdk({ example: document, registry, formers, limits }: Contract, output: Output): Promise<void> {
  const groups = await readGroups();
  for (const [index, { name, example }] of formers.entries()) {
    const former = publicDocument(example);
    await output.raw(`${folder}/${typesOf(name, index + 1)}.ts`, await openTypesText(former));
    await output.raw(`${folder}/${groupsOf(name, index + 1)}.ts`, groupsText(former, groups.public, { types: typesOf(name, index + 1) }));
  }
  await generateListener(publicDocument(document), false, groups.public, registry, limits, output);
  await generateListener(operatorDocument(document), true, groups.operator, registry, limits, output);
  await output.raw(`${folder}/methods.ts`, methodsText(groups));
  await output.raw(`${folder}/instants.ts`, await readFile('spec/templates/instants.ts', 'utf8'));
  await output.raw(`${folder}/operation.ts`, operationType(document));
  const events = eventsOf(document);
  await output.raw(
    `${folder}/events.ts`,
    `
import type { Scope } from './operation.ts';

/** By the type of each event, the scope that reads its data elsewhere; null if no operation returns it. */
export const eventScopes: Readonly<Record<string, Scope | null>> = ${literal(Object.fromEntries(events.map(({ type, scope }) => [type, scope])))};

/** By the type of each event, its summary. */
export const eventSummaries = ${literal(Object.fromEntries(events.map(({ type, summary }) => [type, summary])))} as const;
`,
  );
  await output.raw(
    `${folder}/event-examples.ts`,
    `
/** By the type of each event, the example of the contract. */
export const eventExamples = ${literal(Object.fromEntries(events.map(({ type, example }) => [type, example])))};
`,
  );
}

/** Writes the modules of one listener. */
async function generateListener(
  document: ContractDocument,
  isOperator: boolean,
  groups: Groups['public'],
  registry: ProblemRegistry,
  limits: Limits,
  output: Output,
): Promise<void> {
  const types = isOperator ? 'operator' : 'api';
  const file = (name: string) => (isOperator ? `operator-${name}` : name);
  const constant = (name: string) => (isOperator ? `operator${pascalCase(name)}` : name);
  const type = (name: string) => (isOperator ? `Operator${name}` : name);

  const texts = await namedTypesTexts(document, file('schemas'));
  await output.raw(`${folder}/${types}.ts`, texts.types);
  await output.raw(`${folder}/${file('schemas')}.ts`, texts.schemas);
  await output.raw(`${folder}/${file('params')}.ts`, paramsText(document, types));
  const named = { schemas: file('schemas'), params: file('params') };
  await output.raw(`${folder}/${file('groups')}.ts`, groupsText(document, groups, { types, named }));
  await output.raw(`${folder}/${file('enumerations')}.ts`, enumerationsText(document, constant('enumerations')));
  const operations = operationsOf(document);
  await output.raw(
    `${folder}/${file('operations')}.ts`,
    `
import type { Operation } from './operation.ts';

/** The ids of the operations. */
export type ${type('OperationId')} = ${union(operations.map(({ id }) => id))};

/** The problems that each operation can return. */
export interface ${type('OperationProblems')} {
${operations.map(({ id, object }) => `  ${id}: ${union(problemsOf(registry, object))};`).join('\n')}
}

/** The contract of each operation, by its id. */
export const ${constant('operations')}: Readonly<Record<${type('OperationId')}, Operation>> = {
${operations.map((operation) => `${operation.id}: ${literal(sdkEntry(document, limits, operation))},`).join('\n')}
};
`,
  );
}

function sdkEntry(document: ContractDocument, limits: Limits, operation: ContractOperation): object {
  const { method, path, parameters, object } = operation;
  return {
    method: method.toUpperCase(),
    path,
    summary: object.summary,
    scope: object['x-scope'] ?? null,
    retry: object['x-retry'],
    repeatProblem: object['x-repeat-problem'] ?? null,
    body: bodyRule(operation),
    maxBodyBytes: maxBodyBytesOf(operation, limits),
    bodyBounds: bodyBoundsOf(document, operation),
    answers: answersWith(operation),
    paged: parameters.some(({ name }) => name === 'cursor'),
    parameters: Object.fromEntries(
      parameters.map((parameter) => [
        parameter.name,
        {
          in: parameter.in,
          kind: kindOf(document, operation, parameter),
          required: parameter.required ?? false,
          ...boundsOf(document, parameter.schema),
          ...valuesOf(document, parameter.schema),
          description: parameter.description?.trim().replace(/\s+/g, ' ') ?? '',
        },
      ]),
    ),
  };
}

/** The bounds of the members of a body that have any. */
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

/** The names of arguments that are instants. */
export type InstantName = ${union([...new Set(operationsOf(document).flatMap((operation) => instantsOf(document, operation)))].sort())};

/** The limits of an argument. */
export interface Bounds {
  /** The greatest accepted number. */
  readonly maximum?: number;
  /** The greatest number of values in a list. */
  readonly maxItems?: number;
}

/** A parameter of the path, the query or a header. */
export interface OperationParameter extends Bounds {
  /** The part of the request that has it. */
  readonly in: 'query' | 'path' | 'header';
  /** The type of its value. */
  readonly kind: 'string' | 'integer' | 'list';
  /** Whether a call must have it. */
  readonly required: boolean;
  /** The accepted texts, or those of a list's items. */
  readonly values?: readonly string[];
  /** The description from the contract. */
  readonly description: string;
}

/** The contract of an operation. */
export interface Operation {
  /** The method of its request. */
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** With \`{parameter}\` in place of each path parameter. */
  readonly path: string;
  /** The summary from the contract. */
  readonly summary: string;
  /** The scope that the key requires; null for none. */
  readonly scope: Scope | null;
  /** Whether it may be repeated after an unknown outcome: a timeout or a 5xx response. */
  readonly retry: 'safe' | 'never';
  /** Slug of the problem that a repetition returns if the first call succeeded; null if it returns the same response. */
  readonly repeatProblem: string | null;
  /** Whether its request has a body. */
  readonly body: 'none' | 'optional' | 'required';
  /** The greatest accepted size of the body, in bytes. */
  readonly maxBodyBytes: number;
  /** The bounds of the body's members that have any. */
  readonly bodyBounds: Readonly<Record<string, Bounds>>;
  /** The form of its successful response; 'none' without a body. */
  readonly answers: 'json' | 'text' | 'stream' | 'none';
  /** Whether it returns pages, read with \`cursor\`. */
  readonly paged: boolean;
  /** Its parameters in the path, the query and headers, by name. */
  readonly parameters: Readonly<Record<string, OperationParameter>>;
}
`;
}

/** A module with the values of every enumeration of a contract. */
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
