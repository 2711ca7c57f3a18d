import { readFile, rename, writeFile } from 'node:fs/promises';
import { UsageError } from './exit-codes.ts';
import { fileError } from './file-error.ts';
import { textOf } from './input-text.ts';

/** Reads a JSON file; null if it does not exist. `refusal` is the error message for content that is not JSON or fails `isValid`. */
export async function readJsonFile<Content>(
  path: string,
  isValid: (content: Content) => boolean,
  refusal: string,
): Promise<Content | null> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fileError(path, error);
  }
  const text = textOf(bytes, path);
  try {
    const content = JSON.parse(text) as Content;
    if (isValid(content)) return content;
  } catch {
    // Reported below, together with valid JSON of another shape.
  }
  throw new UsageError(refusal);
}

/** Writes a JSON file atomically, readable only by its owner. */
export async function writeJsonFile(path: string, content: object): Promise<void> {
  const draft = `${path}.${process.pid}`;
  try {
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    throw fileError(path, error);
  }
}
