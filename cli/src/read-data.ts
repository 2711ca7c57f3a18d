import { readFile } from 'node:fs/promises';
import { buffer as readAll } from 'node:stream/consumers';
import type { Context } from './context.ts';
import { UsageError } from './exit-codes.ts';
import { fileError } from './file-error.ts';
import { textOf } from './input-text.ts';
import { syntaxErrorText } from './syntax-error-text.ts';

/** The value of `--data`: JSON, `@FILE`, or `@-` or `-` for standard input. */
export async function readData(given: string, { surroundings }: Context): Promise<unknown> {
  const text = await dataOf(given, surroundings.stdin);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--data: this is ${syntaxErrorText(error)}`);
  }
}

async function dataOf(given: string, stdin: NodeJS.ReadStream): Promise<string> {
  if (given === '-' || given === '@-') return textOf(await readAll(stdin), 'standard input');
  if (!given.startsWith('@')) return given;
  const path = given.slice(1);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw fileError(path, error);
  });
  return textOf(bytes, path);
}

/** As `readData`, but the value must be an object. */
export async function readObject(given: string, context: Context): Promise<Record<string, unknown>> {
  const value = await readData(given, context);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError('--data: this is not a JSON object such as {"note":"Prefers mornings."}.');
}
