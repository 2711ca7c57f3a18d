import { readFile } from 'node:fs/promises';
import { _, Name } from 'ajv';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { answerFormats, formats } from '../templates/validator-runtime.ts';
import { type ContractDocument, jsonSchema, operationsOf, type Schema } from './contract.ts';
import type { Output } from './output.ts';
import { ajvSchema, checkClosed, closed, closeSchema, componentsSchema, parametersSchema } from './schemas.ts';
import { standaloneModule } from './standalone-module.ts';

const folder = 'generated/validators';

const answers: Options = { inlineRefs: false, ...formatsAs('answerFormats', answerFormats) };

/** Standalone validators of parameters, bodies, answers and events. */
export async function generateValidators(document: ContractDocument, output: Output): Promise<void> {
  const operations = operationsOf(document);

  const parameters = newAjv({ useDefaults: true });
  parameters.addSchema(componentsSchema(document));
  for (const operation of operations) parameters.addSchema(parametersSchema(document, operation));
  await write(output, 'parameters', parameters, new Map(operations.map(({ id }) => [id, id])));

  const bodies = newAjv({});
  bodies.addSchema(componentsSchema(document));
  const bodyIds = new Map<string, string>();
  for (const operation of operations) {
    const schema = jsonSchema(operation.body?.content);
    if (schema === undefined) continue;
    checkClosed(operation, document);
    bodies.addSchema({ ...ajvSchema(document, schema), $id: operation.id });
    bodyIds.set(operation.id, operation.id);
  }
  await write(output, 'bodies', bodies, bodyIds);

  const responses = newAjv(answers);
  responses.addSchema(componentsSchema(document, closed(document)));
  const shared = new Map<string, string>();
  const responseIds = new Map<string, string>();
  for (const operation of operations) {
    for (const [status, reply] of Object.entries(operation.responses)) {
      const schema = jsonSchema(reply.content);
      if (schema === undefined) continue;
      responseIds.set(`${operation.id} ${status}`, addShared(responses, shared, closeSchema(ajvSchema(document, schema))));
    }
  }
  await write(output, 'responses', responses, responseIds);

  const events = newAjv(answers);
  events.addSchema(componentsSchema(document, closed(document)));
  const eventIds = new Map<string, string>();
  for (const [type, { post }] of Object.entries(document.webhooks ?? {})) {
    const schema = jsonSchema(post.requestBody?.content);
    if (schema === undefined) throw new Error(`The webhook ${type} declares no JSON body`);
    eventIds.set(type, addShared(events, new Map(), closeSchema(ajvSchema(document, schema)), post.operationId));
  }
  await write(output, 'events', events, eventIds);

  await output.module(`${folder}/instants.ts`, await readFile('spec/templates/instants.ts', 'utf8'));
  await output.module(`${folder}/runtime.ts`, await readFile('spec/templates/validator-runtime.ts', 'utf8'));
  await output.module(`${folder}/validator.ts`, await readFile('spec/templates/validator.ts', 'utf8'));
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

/** Equal schemas share one validator. */
function addShared(ajv: Ajv2020, shared: Map<string, string>, schema: Schema, name = `answer${shared.size}`): string {
  const key = JSON.stringify(schema);
  const known = shared.get(key);
  if (known !== undefined) return known;
  shared.set(key, name);
  ajv.addSchema({ ...schema, $id: name });
  return name;
}

async function write(output: Output, name: string, ajv: Ajv2020, ids: ReadonlyMap<string, string>): Promise<void> {
  const exported = Object.fromEntries([...new Set(ids.values())].map((id) => [id, id]));
  const code = standalone.default(ajv, exported);
  const table = [...ids].map(([key, id]) => `  ${JSON.stringify(key)}: ${id},`).join('\n');
  await output.raw(`${folder}/${name}.js`, `${standaloneModule(code)}\nexport const ${name} = {\n${table}\n};`);
  await output.module(
    `${folder}/${name}.d.ts`,
    `
import type { Validator } from './validator.ts';

/** ${explanations[name]} */
export declare const ${name}: {
${[...ids.keys()].map((key) => `  readonly ${JSON.stringify(key)}: Validator;`).join('\n')}
};
`,
  );
}

const explanations: Record<string, string> = {
  parameters: 'Query, path and header parameters by operation. Fills in the defaults of the contract.',
  bodies: 'Request bodies by operation. Nothing is coerced or filled in.',
  responses: 'JSON answers by operation and status, closed: members that the contract does not name are refused. For tests.',
  events: 'Bodies of deliveries by event type, closed. For tests.',
};
