import { isMembers, itemsOf, type Members, membersOf, type Place } from './members.ts';
import type { ContractErrors, SourceFile } from './source-file.ts';
import type { SourceFiles } from './source-files.ts';

interface ExampleContext {
  readonly files: SourceFiles;
  readonly errors: ContractErrors;
}

/** A copy in which the example of the named schema replaces `x-like`. The members next to `x-like` override those of the example. */
export function expandExample(context: ExampleContext, file: SourceFile, node: unknown, place: Place): unknown {
  if (Array.isArray(node)) return node.map((item, index) => expandExample(context, file, item, [...place, index]));
  if (!isMembers(node)) return node;
  const { 'x-like': like, ...own } = node;
  const entries = Object.entries(own).map(([name, member]) => [name, expandExample(context, file, member, [...place, name])]);
  const members = Object.fromEntries(entries) as Members;
  if (typeof like !== 'string') return members;
  const example = schemaExample(context, file, { $ref: like });
  if (!isMembers(example)) context.errors.add(file, [...place, 'x-like'], `x-like: ${like} is not a schema with an example`);
  return { ...membersOf(example), ...members };
}

/** The content of a successful response, with the example of its schema unless it has its own. */
export function exampleContent(context: ExampleContext, file: SourceFile, content: Members): Members {
  const json = content['application/json'];
  if (!isMembers(json) || 'example' in json) return content;
  const example = schemaExample(context, file, json['schema']);
  return example === undefined ? content : { ...content, 'application/json': { ...json, example } };
}

/** The first example of a schema; for a page or list without one, an example with a single item. */
function schemaExample(context: ExampleContext, file: SourceFile, schema: unknown): unknown {
  const { $ref, examples, 'x-page': page, 'x-list': list } = membersOf(schema);
  if (typeof $ref === 'string') {
    const target = context.files.follow(file, $ref);
    return target && schemaExample(context, target.file, target.node);
  }
  const [own] = itemsOf(examples);
  if (own !== undefined) return expandExample(context, file, own, []);
  const item = page === undefined && list === undefined ? undefined : schemaExample(context, file, membersOf(page ?? list)['items']);
  if (item === undefined) return undefined;
  return page === undefined ? { data: [item] } : { data: [item], next_cursor: null };
}
