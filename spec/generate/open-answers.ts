import { isDeepStrictEqual } from 'node:util';
import { reachable } from './audience.ts';
import { type ContractDocument, operationsOf, resolve, type Schema } from './contract.ts';
import { mapObjects } from './map-objects.ts';

/**
 * The contract for readers of answers and events: members that it does not name may come, and values that a set does not name,
 * and texts and lists of any length. What is sent stays as it is, to the letter. Of what is both sent and received, a set of
 * values keeps its name for what is sent; an object keeps its name for what is received, and is sent as `<name>Input`. `opened` makes the form that is received.
 */
export function withOpenAnswers(document: ContractDocument, opened: (schema: Schema) => Schema = withRoom): ContractDocument {
  const { sent, received } = usesOf(document);
  const schemaAt = ($ref: string) => resolve<Schema>(document, { $ref });
  const isBoth = ($ref: string) => sent.has($ref) && received.has($ref);
  const isSet = ($ref: string) => schemaAt($ref).enum !== undefined;

  const asReceived = <Node>(node: Node): Node =>
    mapObjects(node, (schema: Schema) => {
      const { $ref, ...beside } = schema;
      if ($ref === undefined) return opened(schema);
      return isBoth($ref) && isSet($ref) ? opened({ ...schemaAt($ref), ...beside }) : schema;
    });
  const isOpened = ($ref: string) => !isDeepStrictEqual(asReceived(schemaAt($ref)), schemaAt($ref));
  const doubled = new Set(
    [...sent].filter(($ref) => isBoth($ref) && !isSet($ref) && [$ref, ...reachable(document, [{ $ref }])].some(isOpened)),
  );
  const asSent = <Node>(node: Node): Node =>
    mapObjects(node, (schema: Schema) => (doubled.has(schema.$ref ?? '') ? { ...schema, $ref: `${schema.$ref}Input` } : schema));

  const copy = structuredClone(document);
  for (const item of Object.values(copy.paths)) if (item.parameters) item.parameters = asSent(item.parameters);
  for (const { object } of operationsOf(copy)) {
    object.responses = asReceived(object.responses);
    if (object.parameters) object.parameters = asSent(object.parameters);
    if (object.requestBody) object.requestBody = asSent(object.requestBody);
  }
  if (copy.webhooks) copy.webhooks = asReceived(copy.webhooks);
  const { schemas, parameters, responses, headers, ...others } = copy.components ?? {};
  const forms = Object.entries(schemas ?? {}).flatMap(([name, schema]) => {
    const $ref = `#/components/schemas/${name}`;
    if (!sent.has($ref)) return [[name, asReceived(schema)]];
    return [...(doubled.has($ref) ? [[name, asReceived(schema)]] : []), [doubled.has($ref) ? `${name}Input` : name, asSent(schema)]];
  });
  copy.components = {
    ...others,
    schemas: Object.fromEntries(forms) as Record<string, unknown>,
    ...(parameters && { parameters: asSent(parameters) }),
    ...(responses && { responses: asReceived(responses) }),
    ...(headers && { headers: asReceived(headers) }),
  };
  return copy;
}

/** Pointers to the components of which requests are made, and those of which answers and events are. */
function usesOf(document: ContractDocument) {
  const shared = Object.values(document.paths).map(({ parameters }) => parameters);
  const operations = operationsOf(document).map(({ object }) => object);
  return {
    sent: reachable(document, [shared, operations.map(({ parameters, requestBody }) => [parameters, requestBody])]),
    received: reachable(document, [operations.map(({ responses }) => responses), document.webhooks]),
  };
}

/** What bounds a text or a list. The bounds of a number stay: they tell how a reader holds it. */
const bounds = new Set(['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems']);

/** A schema that remains valid when the contract grows. */
function withRoom(schema: Schema): Schema {
  const open = withOpenSet(Object.fromEntries(Object.entries(schema).filter(([key]) => !bounds.has(key))));
  const { properties, required } = open;
  if (properties === undefined) return open;
  // What is there today and may go is not required.
  const kept = required?.filter((name) => properties[name]?.['x-unstable'] !== true);
  return { ...open, ...(kept && { required: kept }), additionalProperties: true };
}

/** A schema that accepts further values than those of a set; its description lists the known ones. */
export function withOpenSet(schema: Schema): Schema {
  const { enum: set, ...rest } = schema;
  if (set === undefined) return schema;
  const values = set.filter((value) => typeof value === 'string');
  const known = `Known values: ${values.map((value) => `\`${value}\``).join(', ')}. More may come.`;
  return { ...rest, description: [rest.description, known].filter(Boolean).join(' '), 'x-extensible-enum': values };
}
