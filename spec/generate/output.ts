import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { format } from 'prettier';

export const headerText = 'Generated from spec/ by `npm run generate`. Do not edit.';

/** Writes generated files. */
export class Output {
  readonly #written = new Set<string>();

  /** Formats and writes a TypeScript module below its header. */
  async module(path: string, source: string): Promise<void> {
    const text = await format(`// ${headerText}\n\n${source}`, {
      parser: 'typescript',
      printWidth: 140,
      singleQuote: true,
      trailingComma: 'all',
    });
    await this.#write(path, text);
  }

  /** Writes a module without formatting. */
  async raw(path: string, source: string): Promise<void> {
    await this.#write(path, `// ${headerText}\n${source}\n`);
  }

  /** Writes a module in Python. */
  async python(path: string, source: string): Promise<void> {
    await this.#write(path, `# ${headerText}\n\n${source}\n`);
  }

  /** Writes a JSON document. JSON has no comments: the header is its `x-generated` member. */
  async json(path: string, value: object): Promise<void> {
    await this.#write(path, `${JSON.stringify({ ...value, 'x-generated': headerText }, null, 2)}\n`);
  }

  async #write(path: string, text: string): Promise<void> {
    if (this.#written.has(path)) throw new Error(`${path} is generated twice`);
    this.#written.add(path);
    await mkdir(dirname(path), { recursive: true });
    // Another process may be reading a file without changes.
    if (text !== (await readFile(path, 'utf8').catch(() => undefined))) await writeFile(path, text);
  }

  /** Removes the modules of a folder that were not written. */
  async removeOthers(folder: string): Promise<void> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const modules = entries
      .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    await Promise.all(modules.filter((path) => !this.#written.has(path)).map((path) => rm(path)));
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

/** Ends the process with the error's message, without its stack. */
export function stopped(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
