import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve, relative } from 'node:path';
import { isMembers, type Members, membersOf } from './members.ts';
import { SourceFile } from './source-file.ts';
import type { Texts } from './texts.ts';

/** A node and its file. */
interface Located {
  readonly file: SourceFile;
  readonly node: unknown;
}

/** Has a folder per former release with the schemas that the next release changed, in files of the same names. */
const formerFolder = 'former';

const isFormer = (name: string) => name.startsWith(`${formerFolder}/`);
const yamlFiles = async (folder: string) => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.yaml')).sort();
const readSource = async (folder: string, name: string) => new SourceFile(folder, name, await readFile(join(folder, name), 'utf8'));

/** The YAML files of the contract. */
export class SourceFiles {
  readonly #folder: string;
  readonly #byPath: ReadonlyMap<string, SourceFile>;

  private constructor(folder: string, files: readonly SourceFile[]) {
    this.#folder = folder;
    this.#byPath = new Map(files.map((file) => [file.path, file]));
  }

  /**
   * Reads every file below the folder of `entry`. `formers` are the releases from the newest former one down to the release to read;
   * none for the newest release.
   */
  static async read(entry: string, formers: readonly string[] = []): Promise<SourceFiles> {
    const folder = resolve(dirname(entry));
    const names = await yamlFiles(folder);
    const files = new SourceFiles(
      folder,
      await Promise.all(names.filter((name) => !isFormer(name)).map((name) => readSource(folder, name))),
    );
    for (const former of formers) {
      const own = join(folder, formerFolder, former);
      for (const name of await yamlFiles(own)) {
        if (!name.startsWith('schemas/')) throw new Error(`${join(own, name)} is not in schemas/: a former release has other schemas only`);
        files.named(name).replaceMembers(await readSource(own, name));
      }
    }
    return files;
  }

  get all(): readonly SourceFile[] {
    return [...this.#byPath.values()];
  }

  /** The file of this name within the folder. Throws if it is missing. */
  named(name: string): SourceFile {
    const file = this.at(join(this.#folder, name));
    if (!file) throw new Error(`${join(this.#folder, name)} is missing`);
    return file;
  }

  at(path: string): SourceFile | undefined {
    return this.#byPath.get(path);
  }

  /** Every path of `openapi.yaml` with its item. */
  get pathItems(): readonly (readonly [path: string, item: Members])[] {
    const contract = this.named('openapi.yaml');
    return Object.entries(membersOf(contract.content['paths'])).map(([path, reference]) => {
      return [path, membersOf(this.follow(contract, String(membersOf(reference)['$ref']))?.node)];
    });
  }

  /** Replaces names in braces, in all files. */
  fill(texts: Texts): void {
    for (const file of this.all) file.fill(texts);
  }

  /** The target of a reference in a file. */
  follow(from: SourceFile, reference: string): Located | undefined {
    const [path = '', pointer = ''] = reference.split('#');
    const file = path === '' ? from : this.at(resolve(dirname(from.path), path));
    const names = pointer.split('/').slice(1);
    const node = names.reduce<unknown>((parent, name) => (isMembers(parent) ? parent[name] : undefined), file?.content);
    return file && node !== undefined ? { file, node } : undefined;
  }
}

/** A reference from one file to a member at the top of another. */
export function referenceTo(from: string, file: string, name: string): { $ref: string } {
  const path = relative(dirname(from), file);
  return { $ref: `${path.startsWith('.') ? path : `./${path}`}#/${name}` };
}

/** A copy of a node for another file, with its references relative to that file. */
export function moved(node: unknown, from: string, to: string): unknown {
  if (Array.isArray(node)) return node.map((item) => moved(item, from, to));
  if (!isMembers(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, member]): [string, unknown] => {
      if (name !== '$ref' || typeof member !== 'string') return [name, moved(member, from, to)];
      const [path = '', pointer = ''] = member.split('#');
      return [name, referenceTo(to, path === '' ? from : resolve(dirname(from), path), pointer.slice(1)).$ref];
    }),
  );
}
