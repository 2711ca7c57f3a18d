import { isMembers, itemsOf, type Members, membersOf } from './members.ts';
import { moved, type SourceFiles } from './source-files.ts';
import type { SourceFile } from './source-file.ts';
import { eventTypes } from './webhooks.ts';

/** The schemas that `frame.yaml` puts around items and payloads, with its path. */
export interface SchemaFrame {
  readonly path: string;
  readonly page: Members;
  readonly list: Members;
  readonly event: Members;
}

/** A schema at the top of a file, with what its extensions stand for. */
export function expandedSchema(files: SourceFiles, frame: SchemaFrame, file: SourceFile, schema: Members): Members {
  const { 'x-page': page, 'x-list': list, 'x-event': event, 'x-event-types': types, discriminator, ...rest } = schema;
  if (types !== undefined) return { ...rest, enum: eventTypes(files, types) };
  if (isMembers(page ?? list)) {
    const shape = page ? frame.page : frame.list;
    return around(rest, shape, { data: membersOf(page ?? list) });
  }
  if (isMembers(event)) {
    const { type, scope, created_at: createdAt, data } = event;
    const own = { type: { const: type }, created_at: { description: createdAt }, data: membersOf(data) };
    return { ...around(rest, moved(frame.event, frame.path, file.path) as Members, own), 'x-event-scope': scope };
  }
  if (!isMembers(discriminator)) return rest;
  return { ...rest, discriminator: { ...discriminator, mapping: mappingOf(files, file, rest, String(discriminator['propertyName'])) } };
}

/** The frame with an author's description and examples around its members, some of which say more of themselves. */
function around({ description, ...rest }: Members, shape: Members, own: Readonly<Record<string, Members>>): Members {
  const properties = Object.entries(membersOf(shape['properties'])).map(([name, member]) => [name, { ...membersOf(member), ...own[name] }]);
  return { description, ...shape, properties: Object.fromEntries(properties) as Members, ...rest };
}

/** The constant of each branch of a union, which tells it, and the branch. */
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
