import type { Filling, Texts } from './expand/texts.ts';
import { readWithLimits } from './limits.ts';
import { literal, type Output } from './output.ts';

/** A code of `spec/attempt-errors.yaml`. */
interface AttemptError {
  /** A few words, for lists. */
  readonly title: string;
  readonly description: string;
  /** Instructions for the owner of the receiver. */
  readonly advice: string;
}

/** By their codes. */
export type AttemptErrors = Readonly<Record<string, AttemptError>>;

export async function readAttemptErrors(path: string): Promise<AttemptErrors> {
  return (await readWithLimits(path)) as AttemptErrors;
}

/**
 * `{attempt_errors_or_null}`, the codes for a nullable enumeration, `{attempt_error_list}`, the meaning of each, and `{attempt_error_pattern}`, the
 * pattern that matches one.
 */
export function attemptErrorTexts(errors: AttemptErrors): Texts {
  const codes = [...Object.keys(errors), null];
  const list = Object.entries(errors).map(([code, { description }]) => `\`${code}\`: ${lowerFirst(description.trim())}`);
  return new Map<string, Filling>([
    ['attempt_errors_or_null', { value: codes, shown: codes.join(', ') }],
    ['attempt_error_list', { value: list.join(' ') }],
    ['attempt_error_pattern', { value: Object.keys(errors).join('|') }],
  ]);
}

/** A table of Markdown: code, cause and advice. */
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
/** The title, description and advice of each code of an attempt's \`error_detail\`. */
export const attemptErrors = ${literal(Object.fromEntries(texts))} as const;
`,
  );
}

/** Writes the titles of the codes for the service. */
export async function generateAttemptErrorTitles(errors: AttemptErrors, output: Output): Promise<void> {
  const titles = Object.entries(errors).map(([code, { title }]) => [code, title]);
  await output.raw(
    'generated/attempt-errors.ts',
    `
/** The title of each code of an attempt's \`error_detail\`. */
export const attemptErrorTitles = ${literal(Object.fromEntries(titles))} as const;
`,
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
