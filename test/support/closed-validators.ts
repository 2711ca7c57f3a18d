import { Validators } from '../../spec/generate/compiled-schemas.ts';
import { type ContractDocument, jsonSchema, operationsOf, type Schema } from '../../spec/generate/contract.ts';
import { ajvSchema } from '../../spec/generate/schemas.ts';
import { formats } from '../../spec/templates/validator-runtime.ts';

/** The form of instants in responses, which is stricter than in requests. */
const responseInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?(?:Z|[+-]\d{2}:\d{2})$/;

const responseFormats = {
  ...formats,
  'date-time': (text: string) => responseInstant.test(text) && formats['date-time'](text),
};
const answers = { inlineRefs: false, formats: responseFormats };

/** Closed validators of responses and deliveries: they refuse members that the contract does not name. */
export function contractValidators(document: ContractDocument): { readonly responses: Validators; readonly events: Validators } {
  const operations = operationsOf(document);
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

  return { responses, events };
}

/** Refuses members that the contract does not name. Parts of an `allOf` stay open. */
function closed(document: ContractDocument): (schema: Schema, name: string) => Schema {
  const parts = new Set<string>();
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const part of (node as Schema).allOf ?? []) if (part.$ref !== undefined) parts.add(part.$ref.split('/').at(-1) ?? '');
    Object.values(node).forEach(collect);
  };
  collect(document.components?.['schemas']);
  return (schema, name) => (parts.has(name) ? schema : closeSchema(schema));
}

function closeSchema(schema: Schema): Schema {
  if (schema.allOf !== undefined) return { ...schema, unevaluatedProperties: false };
  const result: Schema = { ...schema };
  if (schema.properties !== undefined) {
    result.properties = Object.fromEntries(Object.entries(schema.properties).map(([name, member]) => [name, closeSchema(member)]));
    result.additionalProperties ??= false;
  }
  if (schema.items !== undefined) result.items = closeSchema(schema.items);
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = schema[keyword];
    if (branches !== undefined) result[keyword] = branches.map(closeSchema);
  }
  return result;
}
