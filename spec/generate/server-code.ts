import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reachableSchemas } from './audience.ts';
import { type ContractDocument, type ContractOperation, operationsOf, tagsOf, withoutFrame } from './contract.ts';
import { mapObjects } from './map-objects.ts';
import { successMediaTypes, union } from './operations.ts';
import { kebabCase, type Output, pascalCase } from './output.ts';
import { handlerProblemsOf, memberModels, problemsOf, type ProblemRegistry } from './problems.ts';

const run = promisify(execFile);

/** A controller per tag, with the decorators from which tsoa generates routes. */
export type Controllers = ReadonlyMap<string, string>;

/** Runs openapi-generator with the templates of spec/templates/, writes its models and interfaces, and returns its controllers. */
export async function generateServerCode(document: ContractDocument, registry: ProblemRegistry, output: Output): Promise<Controllers> {
  const folder = await mkdtemp(join(tmpdir(), 'server-code-'));
  try {
    const input = join(folder, 'contract.json');
    await writeFile(input, JSON.stringify(generatorInput(document, registry)));
    const generator = [
      'node_modules/@openapitools/openapi-generator-cli/main.js',
      'generate',
      ...['--generator-name', 'typescript-nestjs-server'],
      ...['--input-spec', input],
      ...['--output', folder],
      ...['--template-dir', 'spec/templates'],
      ...['--type-mappings', 'set=Array'],
      ...['--additional-properties', 'paramNaming=original'],
      ...['--global-property', 'apis,models,supportingFiles=index.ts'],
    ];
    // The process is too short for the second compiler to pay off.
    await run(process.execPath, generator, { env: { JAVA_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC', ...process.env } });
    const read = async (...path: string[]) => contractNames(await readFile(join(folder, ...path), 'utf8'));
    await output.module('generated/models.ts', await read('models', 'index.ts'));
    const operations = operationsOf(document);
    const controllers = new Map<string, string>();
    for (const tag of tagsOf(operations)) {
      await output.module(`generated/interfaces/${kebabCase(tag)}.ts`, await read('api', `${tag}Api.ts`));
      controllers.set(tag, await read('controllers', `${tag}Api.controller.ts`));
    }
    await output.module('generated/interfaces/access-contexts.ts', await readFile('spec/templates/access-contexts.ts', 'utf8'));
    await output.module('generated/interfaces/text-answer.ts', await readFile('spec/templates/text-answer.ts', 'utf8'));
    await output.module('generated/interfaces/index.ts', interfaceIndex(operations));
    return controllers;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Restores the contract's name of a schema, which the generator renames because TypeScript uses it too. */
function contractNames(text: string): string {
  return text.replaceAll('ModelRecord', 'Record');
}

/** The contract's operations, requests and successful responses in the form that openapi-generator reads best. It serves no webhooks. */
function generatorInput(document: ContractDocument, registry: ProblemRegistry): object {
  const copy = withoutFrame(document);
  const tagsWithText = new Set<string>();
  for (const operation of operationsOf(copy)) {
    const { object } = operation;
    const { json, text } = answerOf(operation);
    object.responses = Object.fromEntries(Object.entries(operation.responses).filter(([status]) => status.startsWith('2')));
    // The generator would leave out what is internal.
    delete object['x-internal'];
    Object.assign(object, {
      'x-path': operation.path,
      'x-problem-list': problemsOf(registry, object)
        .map((slug) => `\`${slug}\``)
        .join(', '),
      'x-handler-problems': union(handlerProblemsOf(registry, object)),
      'x-text-answer': text && (json ? `${text} | ` : text),
      'x-text-alone': text !== undefined && !json,
      'x-first-text-of-tag': text !== undefined && !tagsWithText.has(operation.tag),
    });
    if (text !== undefined) tagsWithText.add(operation.tag);
  }
  const members = memberModels(registry).map(({ model }) => ({ $ref: `#/components/schemas/${model}` }));
  const { webhooks: _webhooks, components: _components, ...served } = copy;
  const schemas = reachableSchemas(copy, [copy.paths, copy.webhooks, ...members]);
  return mapObjects({ ...served, components: { ...copy.components, schemas, responses: {} } }, generatorNode);
}

/** Whether an operation returns JSON, and the type of its other responses. */
function answerOf(operation: ContractOperation): { json: boolean; text: string | undefined } {
  const mediaTypes = successMediaTypes(operation);
  const texts = mediaTypes.filter((mediaType) => mediaType !== 'application/json');
  return { json: texts.length < mediaTypes.length, text: texts.length === 0 ? undefined : `TextAnswer<${union(texts)}>` };
}

/** Constants as enumerations of one value, and texts that can be in a comment. */
function generatorNode(members: Record<string, unknown>): Record<string, unknown> {
  const { const: constant, ...rest } = members;
  const result = typeof constant === 'string' ? { ...rest, type: 'string', enum: [constant] } : { ...members };
  for (const key of ['description', 'summary'] as const) {
    const text = (result as Record<string, unknown>)[key];
    if (typeof text === 'string') Object.assign(result, { [key]: commentText(text) });
  }
  return result;
}

function commentText(text: string): string {
  return text
    .trim()
    .replaceAll('*/', '*\\/')
    .replace(/[ \t]*\n/g, '\n * ');
}

/** Requests and responses by operation, implementations by listener. */
function interfaceIndex(operations: readonly ContractOperation[]): string {
  const tags = tagsOf(operations);
  const requestName = (id: string) => `${pascalCase(id)}Request`;
  const contextName = (id: string) => `${pascalCase(id)}Context`;
  const imports = tags.map((tag) => {
    const names = operations.filter((operation) => operation.tag === tag).flatMap(({ id }) => [contextName(id), requestName(id)]);
    return `import type { ${[`${tag}Api`, ...names].join(', ')} } from './${kebabCase(tag)}.ts';`;
  });
  const implementations = (internal: boolean) =>
    tags
      .filter((tag) => isInternal(tag, operations) === internal)
      .map((tag) => `readonly ${tag}: ${tag}Api<Contexts>;`)
      .join('\n');
  return `
import type { AccessContexts } from './access-contexts.ts';
${imports.join('\n')}
export type * from './access-contexts.ts';
export type * from './text-answer.ts';
${tags.map((tag) => `export type * from './${kebabCase(tag)}.ts';`).join('\n')}

/** The request of every operation: parameters by their names in the contract, and \`body\`. */
export interface OperationRequests {
${operations.map(({ id }) => `${id}: ${requestName(id)};`).join('\n')}
}

/** The context of every operation's handler. */
export interface OperationContexts<Contexts extends AccessContexts> {
${operations.map(({ id }) => `${id}: ${contextName(id)}<Contexts>;`).join('\n')}
}

/** The result of every operation's handler. */
export interface OperationResponses {
${operations.map(({ id, tag }) => `${id}: Awaited<ReturnType<${tag}Api<AccessContexts>['${id}']>>;`).join('\n')}
}

/** One implementation per tag of the public listener. */
export interface PublicImplementations<Contexts extends AccessContexts> {
${implementations(false)}
}

/** One implementation per tag of the operator listener. */
export interface OperatorImplementations<Contexts extends AccessContexts> {
${implementations(true)}
}
`;
}

/** Whether a tag is on the operator listener. A tag is on one listener only. */
export function isInternal(tag: string, operations: readonly ContractOperation[]): boolean {
  const flags = new Set(operations.filter((operation) => operation.tag === tag).map(({ object }) => object['x-internal'] === true));
  if (flags.size !== 1) throw new Error(`The tag ${tag} mixes public and operator operations`);
  return flags.has(true);
}
