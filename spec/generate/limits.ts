import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Texts } from './expand/texts.ts';
import { literal, type Output } from './output.ts';

/** A number that the contract states, or several. */
export interface Limit {
  readonly value: number | readonly number[];
  readonly description: string;
}

/** What `spec/limits.yaml` holds, by name. */
export type Limits = Readonly<Record<string, Limit>>;

export async function readLimits(path: string): Promise<Limits> {
  return limitsOf(parse(await readFile(path, 'utf8')));
}

/** Throws for what is no limit. */
export function limitsOf(content: unknown): Limits {
  for (const [name, { value, description }] of Object.entries(content as Limits)) {
    const isWhole = [value].flat().every((one) => Number.isSafeInteger(one) && Number(one) >= 0);
    if (!/^[a-z]+(_[a-z]+)+$/.test(name) || !isWhole || typeof description !== 'string') {
      throw new Error(`limits.yaml: ${name} must be words with _ between them, and hold a whole value and a description`);
    }
  }
  return content as Limits;
}

/** A number by its name. */
export function limitOf(limits: Limits, name: string): number {
  const value = limits[name]?.value;
  if (typeof value !== 'number') throw new Error(`limits.yaml: ${name} must be there, as one number`);
  return value;
}

/** What texts show of them: `1,000`, `256 KB`, `10 seconds, then 1 minute`. */
export function limitTexts(limits: Limits): Texts {
  return new Map(Object.entries(limits).map(([name, { value }]) => [name, { value, shown: shown(name, value) }]));
}

function shown(name: string, value: number | readonly number[]): string {
  if (typeof value !== 'number') return value.map(duration).join(', then ');
  if (!name.endsWith('_bytes') || value % 1024 !== 0) return value.toLocaleString('en');
  return value % 1024 ** 2 === 0 ? `${value / 1024 ** 2} MB` : `${value / 1024} KB`;
}

function duration(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Writes the numbers that the contract states, for code that keeps to them. */
export async function generateLimits(limits: Limits, output: Output): Promise<void> {
  const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const members = Object.entries(limits).map(
    ([name, { value, description }]) => `/** ${description} */\n${camelCase(name)}: ${literal(value)},`,
  );
  await output.module(
    'generated/limits.ts',
    `
/** The numbers that the contract states. */
export const limits = {
${members.join('\n')}
} as const;
`,
  );
}
