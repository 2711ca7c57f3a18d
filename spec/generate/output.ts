import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { format } from 'prettier';

export const headerText = 'Generated from spec/ by `npm run generate`. Do not edit.';

/** Folders that hold nothing but generated files. */
const ownedFolders = ['generated', 'sdk/src/generated'];

/** Formats and writes generated files, and removes those that the contract no longer yields. */
export class Output {
  readonly #written = new Set<string>();

  /** Writes a TypeScript module below its header. */
  async module(path: string, source: string): Promise<void> {
    const text = await format(`// ${headerText}\n\n${source}`, {
      parser: 'typescript',
      printWidth: 140,
      singleQuote: true,
      trailingComma: 'all',
    });
    await this.#write(path, text);
  }

  /** Writes a module that is machine-made throughout, so that formatting it would help nobody. */
  async raw(path: string, source: string): Promise<void> {
    await this.#write(path, `// ${headerText}\n${source}\n`);
  }

  /** Writes a JSON document. JSON has no comments: the header is its `x-generated` member. */
  async json(path: string, value: object): Promise<void> {
    await this.#write(path, `${JSON.stringify({ ...value, 'x-generated': headerText }, null, 2)}\n`);
  }

  async removeStale(): Promise<string[]> {
    const stale: string[] = [];
    for (const folder of ownedFolders) {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile() && !this.#written.has(path)) stale.push(path);
      }
    }
    await Promise.all(stale.map((path) => rm(path)));
    return stale;
  }

  async #write(path: string, text: string): Promise<void> {
    if (this.#written.has(path)) throw new Error(`${path} is generated twice`);
    this.#written.add(path);
    const present = await readFile(path, 'utf8').catch(() => undefined);
    if (present === text) return;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** A value as a TypeScript literal. */
export function literal(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** The folder and file name of a contract tag: `SentMessages` → `sent-messages`. */
export function kebabCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
}

export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
