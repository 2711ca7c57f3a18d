import { isDeepStrictEqual } from 'node:util';
import { reachable } from './audience.ts';
import { type ContractDocument, operationsOf, resolve, type Schema } from './contract.ts';
import { mapObjects } from './map-objects.ts';

/**
 * The contract with open responses and events: `openSchema` lets them have unknown members, unknown values, and texts and lists of any
 * length. Requests stay strict. If a schema is in both and its forms differ, the open form of an object keeps the name and the strict form is
 * `<name>Input`; an enumeration keeps its name for the strict form, and responses contain the open form inline.
 */
export function withOpenResponses(document: ContractDocument, openSchema: (schema: Schema) => Schema = withRoom): ContractDocument {
  const { sent, received } = usesOf(document);
  const schemaAt = ($ref: string) => resolve<Schema>(document, { $ref });
  const isBoth = ($ref: string) => sent.has($ref) && received.has($ref);
  const isEnumeration = ($ref: string) => schemaAt($ref).enum !== undefined;

  const asReceived = <Node>(node: Node): Node =>
    mapObjects(node, (schema: Schema) => {
      const { $ref, ...others } = schema;
      if ($ref === undefined) return openSchema(schema);
      return isBoth($ref) && isEnumeration($ref) ? openSchema({ ...schemaAt($ref), ...others }) : schema;
    });
  const isDifferent = ($ref: string) => !isDeepStrictEqual(asReceived(schemaAt($ref)), schemaAt($ref));
  const split = new Set(
    [...sent].filter(($ref) => isBoth($ref) && !isEnumeration($ref) && [$ref, ...reachable(document, [{ $ref }])].some(isDifferent)),
  );
  const asSent = <Node>(node: Node): Node =>
    mapObjects(node, (schema: Schema) => (split.has(schema.$ref ?? '') ? { ...schema, $ref: `${schema.$ref}Input` } : schema));

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
    return [...(split.has($ref) ? [[name, asReceived(schema)]] : []), [split.has($ref) ? `${name}Input` : name, asSent(schema)]];
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

/** Pointers to the components of requests, and to those of responses and events. */
function usesOf(document: ContractDocument) {
  const shared = Object.values(document.paths).map(({ parameters }) => parameters);
  const operations = operationsOf(document).map(({ object }) => object);
  return {
    sent: reachable(document, [shared, operations.map(({ parameters, requestBody }) => [parameters, requestBody])]),
    received: reachable(document, [operations.map(({ responses }) => responses), document.webhooks]),
  };
}

/** The bounds of texts and lists. The bounds of numbers stay: they show clients the size of the type. */
const bounds = new Set(['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems']);

/** A schema that additions to the contract keep valid. */
function withRoom(schema: Schema): Schema {
  const open = withOpenEnumeration(Object.fromEntries(Object.entries(schema).filter(([key]) => !bounds.has(key))));
  const { properties, required } = open;
  if (properties === undefined) return open;
  const kept = required?.filter((name) => properties[name]?.['x-unstable'] !== true);
  return { ...open, ...(kept && { required: kept }), additionalProperties: true };
}

/** A schema that accepts other values than those of its enumeration. Its description lists the known ones. */
export function withOpenEnumeration(schema: Schema): Schema {
  const { enum: set, ...rest } = schema;
  if (set === undefined) return schema;
  const values = set.filter((value) => typeof value === 'string');
  const known = `Known values: ${values.map((value) => `\`${value}\``).join(', ')}. More may come.`;
  return { ...rest, description: [rest.description, known].filter(Boolean).join(' '), 'x-extensible-enum': values };
}
