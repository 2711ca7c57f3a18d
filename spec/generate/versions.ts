import { operatorDocument, reachable, reachableSchemas } from './audience.ts';
import {
  type ContractDocument,
  type ContractOperation,
  jsonSchema,
  operationsOf,
  resolve,
  type Schema,
  successStatus,
} from './contract.ts';
import { literal, type Output } from './output.ts';
import type { FormerContract } from './read-contract.ts';
import type { ChangelogFile } from './releases.ts';
import { typesText } from './sdk-types.ts';

/** The path of a schema in a response or payload; `*` is every item or member. */
export interface FormPlace {
  readonly schema: string;
  readonly path: readonly string[];
}

/** The change of one schema by one release. */
interface FormChange {
  readonly release: string;
  readonly schema: string;
  /** The types of both forms. */
  readonly former: string;
  readonly own: string;
}

/** Writes the schemas that each release changed, the types of their forms, and their places in responses and events. */
export async function generateVersions(
  document: ContractDocument,
  changelog: ChangelogFile,
  formers: readonly FormerContract[],
  output: Output,
): Promise<void> {
  const changed = [...new Set(formers.flatMap(({ schemas }) => schemas))].sort();
  const names = new Set(changed);
  for (const { name, document: former } of formers) {
    const roots = changed.map((schema) => ({ $ref: `#/components/schemas/${schema}` }));
    await output.module(`generated/versions/${name.toLowerCase()}.ts`, await typesText(schemasAlone(former, roots)));
  }
  const operations = operationsOf(document);
  const answers = operations.map((operation): [string, FormPlace[]] => [operation.id, placesInAnswer(document, operation, names)]);
  const events = Object.entries(document.webhooks ?? {}).map(([type, { post }]): [string, FormPlace[]] => {
    const schema = resolve<Schema>(document, jsonSchema(post.requestBody?.content) ?? {});
    return [type, placesOf(document, schema.properties?.['data'] ?? {}, names, `the event ${type}`)];
  });
  checkOthers(document, operations, names);
  await output.module('generated/versions.ts', versionsText(changesOf(changelog, formers), names, withPlaces(answers), withPlaces(events)));
}

const withPlaces = (entries: readonly [string, FormPlace[]][]) => entries.filter(([, places]) => places.length > 0);

/** The changes of each release to the one before, oldest first. */
function changesOf({ releases }: ChangelogFile, formers: readonly FormerContract[]): FormChange[] {
  return formers
    .flatMap(({ name, schemas }, index) => {
      const next = releases[index]!.name;
      const type = (release: string, schema: string) => (release === releases[0]!.name ? schema : `${release}['schemas']['${schema}']`);
      return schemas.map((schema) => ({ release: next, schema, former: type(name, schema), own: type(next, schema) }));
    })
    .toReversed();
}

function schemasAlone(document: ContractDocument, roots: readonly { $ref: string }[]): ContractDocument {
  const schemas = reachableSchemas(document, roots);
  return { openapi: document.openapi, info: document.info, paths: {}, components: { schemas } };
}

/** The places of the schemas in the successful JSON response. */
function placesInAnswer(document: ContractDocument, operation: ContractOperation, names: ReadonlySet<string>): FormPlace[] {
  const schema = jsonSchema(operation.responses[successStatus(operation)]?.content);
  return schema ? placesOf(document, schema, names, `the response of ${operation.id}`) : [];
}

/** The places of the named schemas inside a schema. Throws if a place depends on more than members. */
export function placesOf(document: ContractDocument, root: Schema, names: ReadonlySet<string>, of: string): FormPlace[] {
  const found: FormPlace[] = [];
  const search = (schema: Schema, path: readonly string[], above: readonly string[], around: string | undefined): void => {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split('/').at(-1) ?? '';
      if (above.includes(name)) return;
      if (names.has(name)) {
        if (around !== undefined) throw new Error(`${around} contains ${name} in ${of}: a release changes one of two nested schemas`);
        found.push({ schema: name, path });
      }
      search(resolve<Schema>(document, schema), path, [...above, name], names.has(name) ? name : around);
      return;
    }
    const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter(({ type }) => type !== 'null');
    const before = found.length;
    for (const branch of [...branches, ...(schema.allOf ?? [])]) search(branch, path, above, around);
    if (branches.length > 1 && found.length > before) {
      throw new Error(`${found.at(-1)!.schema} is one of several forms in ${of}: a release cannot change it there`);
    }
    for (const [name, member] of Object.entries(schema.properties ?? {})) search(member, [...path, name], above, around);
    if (schema.items !== undefined) search(schema.items, [...path, '*'], above, around);
    if (typeof schema.additionalProperties === 'object') search(schema.additionalProperties, [...path, '*'], above, around);
  };
  search(root, [], [], undefined);
  return found;
}

/** Throws if a changed schema is where no code converts it: in requests, in problems and on the operator listener. */
function checkOthers(document: ContractDocument, operations: readonly ContractOperation[], names: ReadonlySet<string>): void {
  const refuse = (node: unknown, place: string) => {
    const found = [...names].find((name) => reachable(document, [node]).has(`#/components/schemas/${name}`));
    if (found !== undefined)
      throw new Error(`${place} contains ${found}: a release changes only responses of the public listener and events`);
  };
  if (names.size === 0) return;
  for (const operation of operations) {
    refuse([operation.parameters, operation.body], `The request of ${operation.id}`);
    const { [successStatus(operation)]: _success, ...others } = operation.responses;
    refuse(others, `A problem of ${operation.id}`);
  }
  refuse(operatorDocument(document).paths, 'The operator listener');
}

function versionsText(
  changes: readonly FormChange[],
  names: ReadonlySet<string>,
  answers: readonly [string, FormPlace[]][],
  events: readonly [string, FormPlace[]][],
): string {
  const inEvents = new Set(events.flatMap(([, places]) => places.map(({ schema }) => schema)));
  const releases = [...new Set(changes.map(({ release }) => release))];
  const types = [...new Set(changes.flatMap(({ former, own }) => [former, own]))];
  const former = [...new Set(types.flatMap((type) => /^(\w+)\[/.exec(type)?.[1] ?? []))].sort();
  const members = releases.map((release) => {
    const own = changes.filter((change) => change.release === release);
    const forms = own.map((change) => `${change.schema}: Forms<${change.former}, ${change.own}, ${inEvents.has(change.schema)}>;`);
    return `${release}: {\n${forms.join('\n')}\n};`;
  });
  return `
import type { DeliveryEventType${[...names].map((name) => `, ${name}`).join('')} } from './models.ts';
import type { OperationId } from './operations.ts';
${former.map((name) => `import type { components as ${name} } from './versions/${name.toLowerCase()}.ts';`).join('\n')}

/** A schema that a release changed: its form in the release before, its form in this one, and whether events contain it. */
export interface Forms<Former, Own, InEvents extends boolean> {
  readonly former: Former;
  readonly own: Own;
  readonly inEvents: InEvents;
}

/** The changes of each release to the one before, by the release's name, oldest first. */
export interface Changes {
${members.join('\n')}
}

/** The path of a changed schema in a value; \`*\` is every item or member. */
export interface FormPlace {
  readonly schema: string;
  readonly path: readonly string[];
}

/** The places in the responses of operations. */
export const answerPlaces: Readonly<Partial<Record<OperationId, readonly FormPlace[]>>> = ${literal(Object.fromEntries(answers))};

/** The places in the data of events. */
export const eventPlaces: Readonly<Partial<Record<DeliveryEventType, readonly FormPlace[]>>> = ${literal(Object.fromEntries(events))};
`;
}
