import type { ContractDocument, ContractOperation, Parameter, Schema } from './contract.ts';
import { jsonSchema, resolve } from './contract.ts';
import { mapObjects } from './map-objects.ts';

const contractId = 'contract';

const annotations = new Set(['description', 'title', 'example', 'examples', 'externalDocs', 'xml', 'deprecated', 'readOnly', 'writeOnly']);

/** Formats that tell clients of other languages a number's size. A validator checks the bounds instead. */
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

/** The contract's components as one schema that the others refer to. */
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

/** What the specification promises of every list must be said by the contract itself. */
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

/** Bodies name all their members, so that unknown ones are refused by the contract's own words. */
export function checkClosed(operation: ContractOperation, document: ContractDocument): void {
  const schema = jsonSchema(operation.body?.content);
  if (schema === undefined) return;
  const seen = new Set<unknown>();
  const visit = (node: Schema, place: string): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.$ref !== undefined) {
      const name = node.$ref.split('/').at(-1) ?? '';
      visit(document.components?.['schemas']?.[name] as Schema, name);
    }
    if (node.properties !== undefined && node.additionalProperties === undefined && node.unevaluatedProperties === undefined) {
      throw new Error(`The body of ${operation.id} must refuse unknown members: additionalProperties: false is missing at ${place}`);
    }
    for (const [name, member] of Object.entries(node.properties ?? {})) visit(member, `${place}.${name}`);
    for (const branch of [...(node.oneOf ?? []), ...(node.anyOf ?? []), ...(node.allOf ?? [])]) visit(branch, place);
    if (node.items !== undefined) visit(node.items, `${place}[]`);
  };
  visit(schema, 'body');
}

/** Refuses members that the contract does not name, so that a test sees every answer that says more than the contract. */
export function closed(document: ContractDocument): (schema: Schema, name: string) => Schema {
  const parts = new Set<string>();
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const part of (node as Schema).allOf ?? []) if (part.$ref !== undefined) parts.add(part.$ref.split('/').at(-1) ?? '');
    Object.values(node).forEach(collect);
  };
  collect(document.components?.['schemas']);
  return (schema, name) => (parts.has(name) ? schema : closeSchema(schema));
}

export function closeSchema(schema: Schema): Schema {
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
