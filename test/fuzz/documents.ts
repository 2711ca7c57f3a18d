import { operationsOf, resolve, type ContractDocument, type Parameter, type Schema } from '../../spec/generate/contract.ts';

/** Values that exist, by the name of the parameter or member that takes them. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** At most three parts, so that a generator that picks one of the alternatives mostly picks a value that exists. */
function inParts(values: readonly string[]): string[][] {
  const size = Math.ceil(values.length / 3);
  return [values.slice(0, size), values.slice(size, 2 * size), values.slice(2 * size)].filter(({ length }) => length > 0);
}

/** The same texts as before, but a generator of them meets those that exist. */
function suggest(schema: Schema, values: readonly string[]): Schema {
  if (schema.type === 'array') return { ...schema, items: suggest(schema.items!, values) };
  const { default: fallback, description, ...rest } = schema;
  const annotations = { ...(fallback === undefined ? {} : { default: fallback }), ...(description === undefined ? {} : { description }) };
  return { type: schema.type, anyOf: [...inParts(values).map((part) => ({ enum: part })), rest], ...annotations };
}

function suggestInParameter(parameter: Parameter, values: readonly string[] | undefined): Parameter {
  if (!values) return parameter;
  const example = parameter.schema.type === 'array' ? [values[0]] : values[0];
  return { ...parameter, schema: suggest(parameter.schema, values), example } as Parameter;
}

/** Replaces the members of examples, and the schemas of properties. */
function suggestInBodies(node: unknown, known: KnownValues): unknown {
  if (Array.isArray(node)) return node.map((item) => suggestInBodies(item, known));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, member]) => {
      const values = Object.hasOwn(known, name) ? known[name]! : undefined;
      if (values && typeof member === 'string') return [name, values[0]];
      if (values && Array.isArray(member) && member.every((item) => typeof item === 'string')) return [name, [values[0]]];
      if (values && isTextSchema(member)) return [name, suggest(member, values)];
      return [name, suggestInBodies(member, known)];
    }),
  );
}

function isTextSchema(node: unknown): node is Schema {
  if (typeof node !== 'object' || node === null || !('type' in node)) return false;
  const { type, items } = node as Schema;
  return [type].flat().includes('string') || (type === 'array' && items?.type === 'string');
}

/**
 * The contract for a generator of requests: it says the same as before, and names values that exist, as examples and
 * in addition to the texts that a schema allows. Otherwise hardly a request would meet anything.
 */
export function withKnownValues(
  document: ContractDocument,
  known: KnownValues,
  byOperation: Readonly<Record<string, KnownValues>>,
): ContractDocument {
  const copy = structuredClone(document);
  for (const { id, path, object } of operationsOf(copy)) {
    const values: KnownValues = { ...known, ...byOperation[id] };
    const shared = copy.paths[path]!.parameters ?? [];
    object.parameters = [...shared, ...(object.parameters ?? [])].map((parameter) => {
      const resolved = resolve<Parameter>(copy, parameter);
      return suggestInParameter(resolved, values[resolved.name]);
    });
    if (object.requestBody) object.requestBody = suggestInBodies(object.requestBody, values) as typeof object.requestBody;
  }
  for (const item of Object.values(copy.paths)) delete item.parameters;
  copy.components = { ...copy.components, schemas: suggestInBodies(copy.components?.['schemas'], known) as Record<string, unknown> };
  return copy;
}
