import { isMembers, itemsOf, type Members, membersOf } from './members.ts';
import { moved, type SourceFiles } from './source-files.ts';
import type { SourceFile } from './source-file.ts';
import { eventTypes } from './webhooks.ts';

/** The schemas of `frame.yaml` for pages, lists and events, and its path. */
export interface SchemaFrame {
  readonly path: string;
  readonly page: Members;
  readonly list: Members;
  readonly event: Members;
}

/** A schema at the top of a file, without the extensions that it replaces. */
export function expandSchema(files: SourceFiles, frame: SchemaFrame, file: SourceFile, schema: Members): Members {
  const { 'x-page': page, 'x-list': list, 'x-event': event, 'x-event-types': types, discriminator, ...rest } = schema;
  if (types !== undefined) return { ...rest, enum: eventTypes(files, types) };
  if (isMembers(page ?? list)) {
    const shape = page ? frame.page : frame.list;
    return withShape(rest, shape, { data: membersOf(page ?? list) });
  }
  if (isMembers(event)) {
    const { type, scope, created_at: createdAt, data } = event;
    const own = { type: { const: type }, created_at: { description: createdAt }, data: membersOf(data) };
    return { ...withShape(rest, moved(frame.event, frame.path, file.path) as Members, own), 'x-event-scope': scope };
  }
  if (!isMembers(discriminator)) return rest;
  return { ...rest, discriminator: { ...discriminator, mapping: mappingOf(files, file, rest, String(discriminator['propertyName'])) } };
}

/** The shape with the author's description, examples and additions to its properties. */
function withShape({ description, ...rest }: Members, shape: Members, own: Readonly<Record<string, Members>>): Members {
  const properties = Object.entries(membersOf(shape['properties'])).map(([name, member]) => [name, { ...membersOf(member), ...own[name] }]);
  return { description, ...shape, properties: Object.fromEntries(properties) as Members, ...rest };
}

/** The branches of a union by the constant of their property. */
function mappingOf(files: SourceFiles, file: SourceFile, union: Members, property: string): Members {
  const branches = itemsOf(union['oneOf']).map((branch) => String(membersOf(branch)['$ref']));
  return Object.fromEntries(
    branches.map((branch) => {
      const schema = membersOf(files.follow(file, branch)?.node);
      const { const: tag } = membersOf(membersOf(schema['properties'])[property]);
      return [String(tag ?? membersOf(schema['x-event'])[property]), branch];
    }),
  );
}
