import {
  type ContractDocument,
  type ContractOperation,
  jsonSchema,
  type Parameter,
  resolve,
  type Schema,
  visitSchemas,
} from './contract.ts';
import { mapObjects } from './map-objects.ts';

const contractId = 'contract';

const annotations = new Set(['description', 'title', 'example', 'examples', 'externalDocs', 'xml', 'deprecated', 'readOnly', 'writeOnly']);

/** Formats that show clients of other languages the size of a number. A validator checks the bounds instead. */
const numberFormats = new Set<unknown>(['int32', 'int64']);

/** A schema for Ajv: without annotations and extensions, with references into the contract's components. */
export function ajvSchema(document: ContractDocument, schema: Schema): Schema {
  return mapObjects(schema, (node: Schema) => {
    const kept = Object.entries(node).filter(
      ([key, value]) => !annotations.has(key) && !key.startsWith('x-') && !(key === 'format' && numberFormats.has(value)),
    );
    const result = Object.fromEntries(kept) as Schema;
    if (result.$ref !== undefined) result.$ref = result.$ref.replace(/^#/, `${contractId}#`);
    // Each branch has its tag as a `const`, so Ajv needs no mapping. It checks the tag of objects only, and would accept any other type.
    if (result.discriminator !== undefined) {
      Object.assign(result, { discriminator: { propertyName: result.discriminator.propertyName }, type: 'object' });
    }
    // Ajv compares all pairs of items unless it knows that they are texts, which it cannot see through a reference.
    const reference = 'uniqueItems' in node ? node.items?.$ref : undefined;
    if (reference !== undefined) result.items = ajvSchema(document, resolve<Schema>(document, { $ref: reference.replace(contractId, '') }));
    return result;
  });
}

/** The contract's components as one schema, to which the others refer. */
export function componentsSchema(
  document: ContractDocument,
  change: (schema: Schema, name: string) => Schema = (schema) => schema,
): Schema {
  const schemas = Object.entries((document.components?.['schemas'] ?? {}) as Record<string, Schema>);
  return {
    $id: contractId,
    components: { schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, change(ajvSchema(document, schema), name)])) },
  };
}

/** Query, path and header parameters of an operation as one object. */
export function parametersSchema(document: ContractDocument, operation: ContractOperation): Schema {
  for (const parameter of operation.parameters) checkParameter(operation, parameter);
  const required = operation.parameters.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return {
    $id: operation.id,
    type: 'object',
    properties: Object.fromEntries(operation.parameters.map(({ name, schema }) => [name, ajvSchema(document, schema)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Throws if a list is not comma-separated, is unbounded, or accepts empty items. */
function checkParameter({ id }: ContractOperation, { name, schema, style, explode, in: place }: Parameter): void {
  if (schema.type !== 'array') return;
  const { items, minItems, maxItems } = schema;
  const refusesEmpty = items?.enum !== undefined || (items?.minLength ?? 0) > 0 || items?.$ref !== undefined;
  if (place !== 'query' || style !== 'form' || explode !== false || minItems !== 1 || maxItems === undefined || !refusesEmpty) {
    throw new Error(
      `The parameter ${name} of ${id} must be a comma list: style form, explode false, minItems 1, maxItems, items not empty`,
    );
  }
}

/** Throws if a body accepts unknown members. */
export function checkClosed({ id, body }: ContractOperation, document: ContractDocument): void {
  const content = jsonSchema(body?.content);
  if (content === undefined) return;
  visitSchemas(document, content, ({ properties, additionalProperties, unevaluatedProperties }, path) => {
    if (properties !== undefined && additionalProperties === undefined && unevaluatedProperties === undefined) {
      throw new Error(`The body of ${id} must refuse unknown members: additionalProperties: false is missing at ${path}`);
    }
  });
}
