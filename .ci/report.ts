import { readFileSync } from 'node:fs';
import type { UncaughtError } from './uncaught-errors.ts';

/** What the gate reads of vitest's report in JSON. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export function readReport(path: string): Report {
  return JSON.parse(readFileSync(path, 'utf8')) as Report;
}

/** Empty where the run ended before its reporters did. */
export function readUncaughtErrors(path: string): readonly UncaughtError[] {
  const text = readFileSync(path, 'utf8');
  return text ? (JSON.parse(text) as UncaughtError[]) : [];
}
