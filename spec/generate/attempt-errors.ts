import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { type Filling, type Texts, withTexts } from './expand/texts.ts';
import { limitTexts, readLimits } from './limits.ts';
import { literal, type Output } from './output.ts';

/** What `spec/attempt-errors.yaml` says of a code. */
export interface AttemptError {
  /** A few words, for lists. */
  readonly title: string;
  readonly description: string;
  /** What the owner of the receiver does then. */
  readonly advice: string;
}

/** By their codes. */
export type AttemptErrors = Readonly<Record<string, AttemptError>>;

/** Reads the codes, with the numbers of the `limits.yaml` next to them. */
export async function readAttemptErrors(path: string): Promise<AttemptErrors> {
  const texts = limitTexts(await readLimits(join(dirname(path), 'limits.yaml')));
  return withTexts(parse(await readFile(path, 'utf8')), texts) as AttemptErrors;
}

/** `{attempt_errors_or_null}`, the codes for the enumeration of a member that may be null, and `{attempt_error_list}`, what each means. */
export function attemptErrorTexts(errors: AttemptErrors): Texts {
  const codes = [...Object.keys(errors), null];
  const list = Object.entries(errors).map(([code, { description }]) => `\`${code}\`: ${lowerFirst(description.trim())}`);
  return new Map<string, Filling>([
    ['attempt_errors_or_null', { value: codes, shown: codes.join(', ') }],
    ['attempt_error_list', { value: list.join(' '), shown: list.join(' ') }],
  ]);
}

/** A table of Markdown: each code, what it means, and what to do. */
export function attemptErrorTable(errors: AttemptErrors): string {
  const rows = Object.entries(errors).map(
    ([code, { description, advice }]) => `| \`${code}\` | ${description.trim()} | ${advice.trim()} |`,
  );
  return ['| `error_detail` | cause | do |', '|---|---|---|', ...rows].join('\n');
}

/** Writes the texts of the codes for the SDK, the command line and the console. */
export async function generateAttemptErrors(errors: AttemptErrors, output: Output): Promise<void> {
  const texts = Object.entries(errors).map(([code, { title, description, advice }]) => [
    code,
    { title, description: description.trim(), advice: advice.trim() },
  ]);
  await output.raw(
    'sdk/src/generated/attempt-errors.ts',
    `
/** By each code of an attempt's \`error_detail\`: a title, what it means, and what to do about it. */
export const attemptErrors = ${literal(Object.fromEntries(texts))} as const;
`,
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
