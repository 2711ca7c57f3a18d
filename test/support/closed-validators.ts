import type { Options } from 'ajv/dist/2020.js';
import { answerFormats } from '../../spec/templates/validator-runtime.ts';
import { formatsAs, Validators } from '../../spec/generate/compiled-schemas.ts';
import { type ContractDocument, jsonSchema, operationsOf } from '../../spec/generate/contract.ts';
import { ajvSchema, closed, closeSchema } from '../../spec/generate/schemas.ts';

const answers: Options = { inlineRefs: false, ...formatsAs('answerFormats', answerFormats) };

/** Validators of what the service answers and delivers, closed: they refuse members that the contract does not name. For tests. */
export function answerValidators(document: ContractDocument): { readonly responses: Validators; readonly events: Validators } {
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
