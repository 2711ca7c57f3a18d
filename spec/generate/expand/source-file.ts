import { join, relative } from 'node:path';
import { isMap, isNode, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { isMembers, type Members, type Place } from './members.ts';
import { type Texts, withTexts } from './texts.ts';

/** A YAML file of the contract, with the line of each member. */
export class SourceFile {
  readonly path: string;
  /** Its path within the folder of the contract. */
  readonly name: string;
  readonly #document: Document;
  readonly #lines = new LineCounter();
  #content: Members;
  /** The files of former releases by the members that they replaced. */
  readonly #formers = new Map<string, SourceFile>();

  constructor(folder: string, name: string, text: string) {
    this.path = join(folder, name);
    this.name = name;
    this.#document = parseDocument(text, { merge: true, lineCounter: this.#lines });
    const [error] = this.#document.errors;
    if (error) throw new Error(`${this.#named(error.linePos?.[0].line ?? 1)}: ${error.message}`);
    const content: unknown = this.#document.toJS({ maxAliasCount: -1 });
    if (!isMembers(content)) throw new Error(`${this.#named(1)}: the file must be a map`);
    this.#content = content;
  }

  get content(): Members {
    return this.#content;
  }

  /** Replaces members by those of the same names in the file of a former release. */
  replaceMembers(former: SourceFile): void {
    for (const name of Object.keys(former.content)) {
      if (!(name in this.#content))
        throw new Error(`${former.place([name])}: ${name} is not in ${this.path}: a former release has other forms, not other schemas`);
      this.#formers.set(name, former);
    }
    this.#content = { ...this.#content, ...former.content };
  }

  /** Replaces names in braces. */
  fill(texts: Texts): void {
    this.#content = withTexts(this.#content, texts) as Members;
  }

  /** `spec/paths/orders.yaml:12`: the line of a member; of a member from a YAML merge, the line of its parent. */
  place(keys: Place): string {
    const former = this.#formers.get(String(keys[0]));
    if (former) return former.place(keys);
    let node: unknown = this.#document.contents;
    let offset = 0;
    for (const key of keys) {
      if (isMap(node)) {
        const pair = node.items.find((item) => String(isNode(item.key) ? item.key.toJSON() : item.key) === String(key));
        if (!pair) break;
        if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
        node = pair.value;
      } else if (isSeq(node)) {
        node = node.items[Number(key)];
        if (!isNode(node)) break;
        offset = node.range?.[0] ?? offset;
      } else break;
    }
    return this.#named(this.#lines.linePos(offset).line);
  }

  #named(line: number): string {
    return `${relative(process.cwd(), this.path)}:${line}`;
  }
}

/** The errors in the contract's files, each with its file and line. */
export class ContractErrors {
  readonly #lines: string[] = [];

  add(file: SourceFile, keys: Place, text: string): void {
    this.addAt(file.place(keys), text);
  }

  /** `place` is file and line. */
  addAt(place: string, text: string): void {
    this.#lines.push(`${place}: ${text}`);
  }

  throwAll(): void {
    if (this.#lines.length > 0) throw new Error(`The contract is invalid:\n${this.#lines.join('\n')}`);
  }
}
