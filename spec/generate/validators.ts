import { readFile } from 'node:fs/promises';
import { _, Name } from 'ajv';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { answerFormats, formats } from '../templates/validator-runtime.ts';
import { type ContractDocument, jsonSchema, operationsOf, type Schema } from './contract.ts';
import { type Limits, limitOf } from './limits.ts';
import type { Output } from './output.ts';
import { ajvSchema, checkClosed, closed, closeSchema, componentsSchema, parametersSchema } from './schemas.ts';
import { stableNames, standaloneModule } from './standalone-module.ts';

const folder = 'generated/validators';

const answers: Options = { inlineRefs: false, ...formatsAs('answerFormats', answerFormats) };

/** Writes standalone validators of parameters, bodies, answers and events. */
export async function generateValidators(document: ContractDocument, limits: Limits, output: Output): Promise<void> {
  for (const { name, explanation, validators } of validatorsOf(document)) {
    await output.raw(`${folder}/${name}.js`, validators.module(name, limitOf(limits, 'listed_mismatches')));
    await output.module(`${folder}/${name}.d.ts`, declarations(name, explanation, validators.keys));
  }
  await output.module(`${folder}/instants.ts`, await readFile('spec/templates/instants.ts', 'utf8'));
  await output.module(`${folder}/runtime.ts`, await readFile('spec/templates/validator-runtime.ts', 'utf8'));
  await output.module(`${folder}/validator.ts`, await readFile('spec/templates/validator.ts', 'utf8'));
}

/** The validators of each module. */
export function validatorsOf(document: ContractDocument): readonly { name: string; explanation: string; validators: Validators }[] {
  const operations = operationsOf(document);

  const parameters = new Validators(document, { useDefaults: true });
  for (const operation of operations) parameters.add(operation.id, operation.id, parametersSchema(document, operation));

  const bodies = new Validators(document, {});
  for (const operation of operations) {
    const schema = jsonSchema(operation.body?.content);
    if (schema === undefined) continue;
    checkClosed(operation, document);
    bodies.add(operation.id, operation.id, ajvSchema(document, schema));
  }

  const responses = new Validators(document, answers, closed(document));
  for (const { id, object, responses: replies } of operations) {
    for (const [status, reply] of Object.entries(replies)) {
      const schema = jsonSchema(reply.content);
      const shared = object.responses[status]?.$ref?.split('/').at(-1);
      if (schema !== undefined) responses.add(`${id} ${status}`, shared ?? `${id}_${status}`, closeSchema(ajvSchema(document, schema)));
    }
  }

  const events = new Validators(document, answers, closed(document));
  for (const [type, { post }] of Object.entries(document.webhooks ?? {})) {
    const schema = jsonSchema(post.requestBody?.content);
    if (schema === undefined) throw new Error(`The webhook ${type} declares no JSON body`);
    events.add(type, post.operationId, closeSchema(ajvSchema(document, schema)));
  }

  return [
    {
      name: 'parameters',
      explanation: 'Query, path and header parameters by operation. Fills in the defaults of the contract.',
      validators: parameters,
    },
    { name: 'bodies', explanation: 'Request bodies by operation. Nothing is coerced or filled in.', validators: bodies },
    {
      name: 'responses',
      explanation: 'JSON answers by operation and status, closed: members that the contract does not name are refused. For tests.',
      validators: responses,
    },
    { name: 'events', explanation: 'Bodies of deliveries by event type, closed. For tests.', validators: events },
  ];
}

function declarations(name: string, explanation: string, keys: readonly string[]): string {
  return `
import type { Validator } from './validator.ts';

/** ${explanation} */
export declare const ${name}: {
${keys.map((key) => `  readonly ${JSON.stringify(key)}: Validator;`).join('\n')}
};
`;
}

/** Formats, and the name under which the validators' runtime has them. */
function formatsAs(name: string, offered: NonNullable<Options['formats']>): Options {
  return { formats: offered, code: { source: true, esm: true, formats: _`require("./runtime.ts").${new Name(name)}` } };
}

function newAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    discriminator: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    messages: true,
    ...formatsAs('formats', formats),
    ...options,
  });
  ajv.addVocabulary(['components']);
  return ajv;
}

/** The validators of one module, by what they are asked for. Those of a component are its own. */
export class Validators {
  readonly #ajv: Ajv2020;
  /** Ids of schemas, by key. */
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<unknown, string>();

  constructor(document: ContractDocument, options: Options, change?: (schema: Schema, name: string) => Schema) {
    this.#ajv = newAjv(options);
    const components = componentsSchema(document, change);
    this.#ajv.addSchema(components);
    const { schemas } = components['components'] as { schemas: Record<string, Schema> };
    for (const [name, schema] of Object.entries(schemas)) this.#names.set(schema, name);
  }

  /** The validator of a schema; `name` tells it where it is no component. */
  add(key: string, name: string, schema: Schema): void {
    const id = schema.$ref ?? name;
    this.#ids.set(key, id);
    if (schema.$ref !== undefined || this.#ajv.getSchema(id) !== undefined) return;
    const named = { ...schema, $id: id };
    this.#names.set(named, name);
    this.#ajv.addSchema(named);
  }

  get keys(): string[] {
    return [...this.#ids.keys()];
  }

  /** A module that exports the validators by their keys, under its name; each stops at so many mismatches. */
  module(name: string, mostMismatches: number): string {
    const validators = new Map([...this.#ids].map(([key, id]) => [key, this.#ajv.getSchema(id)!]));
    const names = stableNames([...validators.values()], (schema) => this.#names.get(schema));
    const code = standalone.default(this.#ajv, Object.fromEntries([...new Set(this.#ids.values())].map((id, index) => [`v${index}`, id])));
    const table = [...validators].map(([key, { source }]) => `  ${JSON.stringify(key)}: ${names.get(source!.validateName.str)},`);
    return `${standaloneModule(code, names, mostMismatches)}\nexport const ${name} = {\n${table.join('\n')}\n};`;
  }
}
