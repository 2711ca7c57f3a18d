import { resolve, type ContractDocument, type Schema } from '../../spec/generate/contract.ts';

/** A schema, and the document that resolves its references. */
export interface Placed {
  readonly document: ContractDocument;
  readonly schema: Schema;
}

/** Keywords that do not constrain a value. */
const annotations = new Set([
  ...['description', 'title', 'example', 'examples', 'default', 'discriminator'],
  // They describe the content of a string, and any string is valid.
  ...['contentMediaType', 'contentSchema'],
]);
const compared = new Set(
  'type const enum format minimum maximum minLength maxLength minItems maxItems pattern uniqueItems required properties items additionalProperties oneOf anyOf'.split(
    ' ',
  ),
);

/** A schema with its reference resolved and its `allOf` merged. */
function flat({ document, schema }: Placed): Schema {
  const { allOf = [], ...own } = resolve<Schema>(document, schema);
  for (const keyword of Object.keys(own)) {
    if (!compared.has(keyword) && !annotations.has(keyword) && !keyword.startsWith('x-')) throw new Error(`${keyword} is not compared`);
  }
  return allOf
    .map((part) => flat({ document, schema: part }))
    .concat(own)
    .reduce((merged, { properties = {}, required = [], ...rest }) => {
      const members = { ...merged.properties };
      for (const [name, member] of Object.entries(properties)) members[name] = { ...members[name], ...member };
      const names = [...new Set([...(merged.required ?? []), ...required])];
      return { ...merged, ...rest, ...(Object.keys(members).length > 0 && { properties: members, required: names }) };
    });
}

const valuesOf = ({ const: only, enum: set }: Schema) => (only === undefined ? set : [only]);
const typesOf = ({ type }: Schema) => (type === undefined ? undefined : [type].flat());
const integerOf = (types: readonly string[]) => (types.includes('number') ? [...types, 'integer'] : types);
const minima = ['minimum', 'minLength', 'minItems'] as const;
const maxima = ['maximum', 'maxLength', 'maxItems'] as const;

/**
 * Every reason why a value of the narrow schema might not validate against the wide schema. Like the validators of responses,
 * it treats the narrow schema as closed unless `additionalProperties` is true.
 */
export function* refusals(wide: Placed, narrow: Placed, place: string): Generator<string> {
  const [w, n] = [flat(wide), flat(narrow)];
  const inside = (schema: Schema, of: Placed): Placed => ({ document: of.document, schema });
  const branches = n.oneOf ?? n.anyOf;
  if (branches !== undefined) {
    for (const [index, branch] of branches.entries()) yield* refusals(wide, inside(branch, narrow), `${place}(${index})`);
    return;
  }
  const alternatives = w.oneOf ?? w.anyOf;
  if (alternatives !== undefined) {
    const { length } = alternatives.filter((branch) => [...refusals(inside(branch, wide), narrow, place)].length === 0);
    if (w.oneOf ? length !== 1 : length === 0) yield `${place}: ${length} branches admit it`;
    return;
  }
  const types = typesOf(w);
  const missing = types && (typesOf(n) ?? ['anything']).filter((type) => !integerOf(types).includes(type));
  if (missing?.length) yield `${place}: may be ${missing.join(', ')}`;
  const values = valuesOf(w);
  for (const value of values ? (valuesOf(n) ?? ['any value']) : []) if (!values!.includes(value)) yield `${place}: may be ${String(value)}`;
  for (const keyword of ['format', 'pattern', 'uniqueItems'])
    if (w[keyword] !== undefined && w[keyword] !== n[keyword]) yield `${place}: ${keyword}`;
  const bound = (schema: Schema, keyword: string) => (schema[keyword] ?? schema.const) as number | undefined;
  for (const keyword of minima) if (w[keyword] !== undefined && !(bound(n, keyword)! >= bound(w, keyword)!)) yield `${place}: ${keyword}`;
  for (const keyword of maxima) if (w[keyword] !== undefined && !(bound(n, keyword)! <= bound(w, keyword)!)) yield `${place}: ${keyword}`;
  if (w.items !== undefined) yield* refusals(inside(w.items, wide), inside(n.items ?? {}, narrow), `${place}[]`);
  yield* refusedMembers(wide, narrow, place);
}

function* refusedMembers(wide: Placed, narrow: Placed, place: string): Generator<string> {
  const [w, n] = [flat(wide), flat(narrow)];
  for (const name of w.required ?? []) if (!n.required?.includes(name)) yield `${place}.${name}: may be missing`;
  if (w.additionalProperties === false && n.additionalProperties === true) yield `${place}: may have other members`;
  for (const [name, member] of Object.entries(n.properties ?? {})) {
    const admitted = w.properties?.[name];
    if (admitted === undefined && w.additionalProperties === false) yield `${place}.${name}: is not admitted`;
    if (admitted === undefined) continue;
    yield* refusals({ ...wide, schema: admitted }, { ...narrow, schema: member }, `${place}.${name}`);
  }
  // An open narrow schema allows any value for a member that the wide schema constrains.
  if (n.additionalProperties !== true) return;
  for (const name of Object.keys(w.properties ?? {})) if (n.properties?.[name] === undefined) yield `${place}.${name}: may be anything`;
}
