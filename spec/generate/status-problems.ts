import { isDeepStrictEqual } from 'node:util';
import { type ContractDocument, resolve, type Schema } from './contract.ts';
import { mapObjects } from './map-objects.ts';

/** A problem with all its members in one flat schema. */
interface Kind {
  readonly slug: string;
  readonly status: number;
  readonly schema: Schema;
}

const mediaType = 'application/problem+json';

/**
 * Replaces the unions of problems in responses by one flat schema per status, such as `Problem404`. It has the members of all problems of
 * the status; members that some problems lack are optional.
 */
export function withStatusProblems(document: ContractDocument): ContractDocument {
  const kinds = new Map<string, Kind>();
  const replaced = mapObjects(document, (node) => {
    const media = (node['content'] as Record<string, { schema?: Schema }> | undefined)?.[mediaType];
    if (media?.schema === undefined || isAnyProblem(media.schema)) return node;
    const found = (media.schema.oneOf ?? [media.schema]).map((branch) => kindOf(document, branch));
    for (const kind of found) kinds.set(kind.slug, kind);
    const statuses = new Set(found.map(({ status }) => status));
    if (statuses.size !== 1) throw new Error(`Problems of several statuses in one response: ${found.map(({ slug }) => slug).join(', ')}`);
    const schema = { $ref: `#/components/schemas/Problem${[...statuses][0]}` };
    return { ...node, content: { ...(node['content'] as object), [mediaType]: { ...media, schema } } };
  });
  const byStatus = Map.groupBy(kinds.values(), ({ status }) => status);
  const schemas = [...byStatus].sort(([a], [b]) => a - b).map(([status, of]) => [`Problem${status}`, union(status, of)] as const);
  const components = replaced.components ?? {};
  return { ...replaced, components: { ...components, schemas: { ...components['schemas'], ...Object.fromEntries(schemas) } } };
}

const isAnyProblem = ({ $ref }: Schema) => $ref === '#/components/schemas/ExplainedProblem';

function kindOf(document: ContractDocument, branch: Schema): Kind {
  const { slug, ...schema } = flat(document, branch);
  const status = schema.properties?.['status']?.const;
  if (typeof slug !== 'string' || typeof status !== 'number') throw new Error(`${JSON.stringify(branch)} is not the schema of a problem`);
  return { slug, status, schema };
}

/** The members of a schema and of its parts. Later parts override members of earlier ones. */
function flat(document: ContractDocument, part: Schema): Schema & { slug?: unknown } {
  const { allOf = [], properties = {}, required = [], ...own } = resolve<Schema>(document, part);
  const parts = allOf.map((each) => flat(document, each));
  const members: Record<string, Schema> = {};
  for (const each of [...parts.map((of) => of.properties ?? {}), properties]) {
    for (const [name, member] of Object.entries(each)) members[name] = { ...members[name], ...member };
  }
  return {
    slug: own['x-slug'],
    properties: members,
    required: [...new Set([...parts.flatMap((of) => of.required ?? []), ...required])],
  };
}

function union(status: number, kinds: readonly Kind[]): Schema {
  const slugs = kinds.map(({ slug }) => slug);
  const properties: Record<string, Schema> = {};
  for (const [name, schema] of kinds.flatMap(({ schema }) => Object.entries(schema.properties ?? {}))) {
    const { const: _tag, pattern: _slug, ...member } = schema;
    const known = properties[name];
    if (known !== undefined && !isDeepStrictEqual(known, member)) {
      throw new Error(`${slugs.join(', ')}: ${name} is not the same in these problems of status ${status}`);
    }
    properties[name] = member;
  }
  Object.assign(properties['type'] ?? {}, { 'x-extensible-enum': slugs.map((slug) => `{errors_base}/${slug}`) });
  const isCommon = (name: string) => kinds.every(({ schema }) => schema.required?.includes(name));
  for (const [name, member] of Object.entries(properties)) {
    const having = kinds.filter(({ schema }) => name in (schema.properties ?? {})).map(({ slug }) => `\`${slug}\``);
    if (having.length < kinds.length) properties[name] = { ...member, description: `Of ${having.join(', ')}. ${member.description}` };
  }
  return {
    description: `Known kinds, by the last segment of \`type\`: ${slugs.map((slug) => `\`${slug}\``).join(', ')}. More may come. Branch on it, never on \`title\`; ignore members that you do not know.`,
    type: 'object',
    required: Object.keys(properties).filter(isCommon),
    properties,
  };
}
