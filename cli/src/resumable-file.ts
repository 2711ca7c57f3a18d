import { open, type FileHandle } from 'node:fs/promises';
import { UsageError } from './exit-codes.ts';
import { fileError } from './file-error.ts';

/**
 * A file of lines whose length a saved state contains. If a command is killed, the bytes after its last saved state are truncated at the
 * next run, and written again.
 */
export class ResumableFile {
  readonly path: string;
  readonly #file: FileHandle;
  #bytes: number;

  private constructor(path: string, file: FileHandle, bytes: number) {
    this.path = path;
    this.#file = file;
    this.#bytes = bytes;
  }

  /** Opens the file as it was at a saved state; empty without one. `work` names the task of the state. */
  static async open(path: string, bytes: number, work: string): Promise<ResumableFile> {
    try {
      const file = await open(path, bytes === 0 ? 'w' : 'r+', 0o600);
      const { size } = await file.stat();
      if (size < bytes) {
        await file.close();
        throw new UsageError(`${path} is shorter than when the ${work} stopped. Use --restart to start from the beginning.`);
      }
      await file.truncate(bytes);
      return new ResumableFile(path, file, bytes);
    } catch (error) {
      throw error instanceof UsageError ? error : fileError(path, error);
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Writes each value as a line of JSON. Resolves when the lines are on the disk. */
  async append(values: readonly unknown[]): Promise<void> {
    if (values.length === 0) return;
    const text = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
    try {
      await this.#file.write(text, 0, text.length, this.#bytes);
      await this.#file.datasync();
    } catch (error) {
      throw fileError(this.path, error);
    }
    this.#bytes += text.length;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
