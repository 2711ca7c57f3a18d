import type { Complaints, SourceFile } from './source-file.ts';
import { isMembers, itemsOf, type Members, membersOf, type Place } from './members.ts';
import type { SourceFiles } from './source-files.ts';

/** The examples of schemas, of which every other example is made. */
export class Examples {
  readonly #files: SourceFiles;
  readonly #complaints: Complaints;

  constructor(files: SourceFiles, complaints: Complaints) {
    this.#files = files;
    this.#complaints = complaints;
  }

  /** A copy in which `x-like` is replaced by the example of the schema that it names, with the members beside it in their places. */
  whole(file: SourceFile, node: unknown, place: Place): unknown {
    if (Array.isArray(node)) return node.map((item, index) => this.whole(file, item, [...place, index]));
    if (!isMembers(node)) return node;
    const { 'x-like': like, ...own } = node;
    const members = Object.fromEntries(Object.entries(own).map(([name, member]) => [name, this.whole(file, member, [...place, name])]));
    if (typeof like !== 'string') return members;
    const example = this.#of(file, { $ref: like });
    if (!isMembers(example)) this.#complaints.add(file, [...place, 'x-like'], `x-like: ${like} is not a schema with an example`);
    return { ...membersOf(example), ...members };
  }

  /** The content of a successful answer, of which JSON shows the example of its schema unless it has its own. */
  ofAnswer(file: SourceFile, content: Members): Members {
    const json = content['application/json'];
    if (!isMembers(json) || 'example' in json) return content;
    const example = this.#of(file, json['schema']);
    return example === undefined ? content : { ...content, 'application/json': { ...json, example } };
  }

  /** The first example of a schema; of a page or list that has none, one of a single item. */
  #of(file: SourceFile, schema: unknown): unknown {
    const { $ref, examples, 'x-page': page, 'x-list': list } = membersOf(schema);
    if (typeof $ref === 'string') {
      const target = this.#files.follow(file, $ref);
      return target && this.#of(target.file, target.node);
    }
    const [own] = itemsOf(examples);
    if (own !== undefined) return this.whole(file, own, []);
    const item = page === undefined && list === undefined ? undefined : this.#of(file, membersOf(page ?? list)['items']);
    if (item === undefined) return undefined;
    return page === undefined ? { data: [item] } : { data: [item], next_cursor: null };
  }
}
