import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { isMembers, membersOf } from './expand/members.ts';
import type { Filling, Texts } from './expand/texts.ts';
import { literal, type Output } from './output.ts';

/** What `spec/limits.yaml` holds, by name. */
export type Limits = ReadonlyMap<string, Limit>;

/** A number that the contract states, or several. */
interface Limit {
  readonly value: number | readonly number[];
  /** Only of what the service keeps to. */
  readonly description?: string;
  /** What the SDK keeps to as well. */
  readonly of?: 'sdk';
}

export async function readLimits(path: string): Promise<Limits> {
  return limitsOf(parse(await readFile(path, 'utf8')));
}

/** The ages of counted requests are stored as microseconds in 32 bits. */
const longestRateWindowSeconds = 2_000;

/** Complains of what is no limit, by its name. */
export function limitsOf(content: unknown, complain: (name: string, text: string) => void = refuse): Limits {
  return new Map(
    Object.entries(membersOf(content)).map(([name, member]) => {
      const limit = isMembers(member) ? member : { value: member };
      const isWhole = [limit['value']].flat().every((one) => Number.isSafeInteger(one) && Number(one) > 0);
      if (!/^[a-z]+(_[a-z]+)+$/.test(name)) complain(name, 'a name is words with _ between them');
      if (!isWhole) complain(name, 'it holds a whole number from 1, or several');
      if (name === 'rate_window_seconds' && Number(limit['value']) > longestRateWindowSeconds) {
        complain(name, `a window of more than ${longestRateWindowSeconds} seconds is too long to store`);
      }
      return [name, limit as unknown as Limit];
    }),
  );
}

function refuse(name: string, text: string): never {
  throw new Error(`limits.yaml: ${name}: ${text}`);
}

/** A number by its name. */
export function limitOf(limits: Limits, name: string): number {
  const value = limits.get(name)?.value;
  if (typeof value !== 'number') throw new Error(`limits.yaml: ${name} must be there, as one number`);
  return value;
}

const inWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const ordinals = ['none', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** What texts show of them: `1,000`, `256 KB`, `10 seconds, then 1 minute`; and in words, how many attempts the waits are between. */
export function limitTexts(limits: Limits): Texts {
  const attempts = [limits.get('retry_seconds')?.value ?? []].flat().length + 1;
  const words = { attempt_count: String(inWords[attempts]), last_attempt: String(ordinals[attempts]) };
  return new Map<string, Filling>([
    ...[...limits].map(([name, { value }]): [string, Filling] => [name, { value, shown: shown(name, value) }]),
    ...Object.entries(words).map(([name, word]): [string, Filling] => [name, { value: word, shown: word }]),
  ]);
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

const described = (limits: Limits) => [...limits].filter(([, { description }]) => description !== undefined);

/** Writes the numbers that the service keeps to. */
export async function generateLimits(limits: Limits, output: Output): Promise<void> {
  await output.module('generated/limits.ts', moduleOf(described(limits)));
}

/** Writes those of them that the SDK keeps to as well. */
export async function generateSdkLimits(limits: Limits, output: Output): Promise<void> {
  await output.raw('sdk/src/generated/limits.ts', moduleOf(described(limits).filter(([, { of }]) => of === 'sdk')));
}

function moduleOf(limits: readonly (readonly [string, Limit])[]): string {
  const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `
/** The numbers that the contract states. */
export const limits = {
${limits.map(([name, { value, description }]) => `/** ${description} */\n${camelCase(name)}: ${literal(value)},`).join('\n')}
};
`;
}
