import { open, type FileHandle } from 'node:fs/promises';
import { UsageError } from './exit-codes.ts';
import { fileError } from './file-error.ts';

/** A line that was left out, and why. */
export interface Reject {
  readonly line: number;
  readonly errors: readonly string[];
  /** The record, or the text of a line that is not JSON. */
  readonly record?: unknown;
  readonly text?: string;
}

/**
 * The file of rejected lines. Its length is part of the state: what a killed run wrote after its last saved state is cut off
 * when it resumes, and written again with its batch.
 */
export class RejectsFile {
  readonly path: string;
  readonly #file: FileHandle;
  #bytes: number;

  private constructor(path: string, file: FileHandle, bytes: number) {
    this.path = path;
    this.#file = file;
    this.#bytes = bytes;
  }

  /** Opens the file as it was at a saved state; empty without one. */
  static async open(path: string, bytes: number): Promise<RejectsFile> {
    try {
      const file = await open(path, bytes === 0 ? 'w' : 'r+', 0o600);
      const { size } = await file.stat();
      if (size < bytes) {
        await file.close();
        throw new UsageError(`${path} is shorter than when the ingestion stopped. Use --restart to start from the beginning.`);
      }
      await file.truncate(bytes);
      return new RejectsFile(path, file, bytes);
    } catch (error) {
      throw error instanceof UsageError ? error : fileError(path, error);
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  async add(rejects: readonly Reject[]): Promise<void> {
    if (rejects.length === 0) return;
    const text = Buffer.from(rejects.map((reject) => `${JSON.stringify(reject)}\n`).join(''));
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
