import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { isMembers, type Members, membersOf } from './expand/members.ts';
import { type Filling, withTexts } from './expand/texts.ts';
import { literal, type Output } from './output.ts';

/** The limits of `spec/limits.yaml`, by name. */
export type Limits = ReadonlyMap<string, Limit>;

interface Limit {
  readonly value: number | readonly number[];
  /** Present if the service enforces the limit. */
  readonly description?: string;
  /** Present if the SDK uses the limit too. */
  readonly of?: 'sdk';
}

export async function readLimits(path: string): Promise<Limits> {
  return limitsOf(membersOf(parse(await readFile(path, 'utf8'))));
}

/** A YAML file, with the names of the `limits.yaml` in its folder replaced. */
export async function readWithLimits(path: string): Promise<unknown> {
  return withTexts(parse(await readFile(path, 'utf8')), limitTexts(await readLimits(join(dirname(path), 'limits.yaml'))));
}

/** The ages of counted requests are stored as microseconds in 32 bits. */
const longestRateWindowSeconds = 2_000;

export function limitsOf(content: Members): Limits {
  return new Map(Object.entries(content).map(([name, limit]) => [name, (isMembers(limit) ? limit : { value: limit }) as unknown as Limit]));
}

/** Reports invalid limits by their names. */
export function checkLimits(limits: Limits, report: (name: string, text: string) => void): void {
  for (const [name, { value }] of limits) {
    const isWhole = [value].flat().every((one) => Number.isSafeInteger(one) && one > 0);
    if (!/^[a-z]+(_[a-z]+)+$/.test(name)) report(name, 'a name must be lower-case words with _ between them');
    if (!isWhole) report(name, 'must be a whole number from 1, or several');
    if (name === 'rate_window_seconds' && Number(value) > longestRateWindowSeconds) {
      report(name, `a window of more than ${longestRateWindowSeconds} seconds is too long to store`);
    }
  }
}

/** A number by its name. */
export function limitOf(limits: Limits, name: string): number {
  const value = limits.get(name)?.value;
  if (typeof value !== 'number') throw new Error(`limits.yaml: ${name} must be one number`);
  return value;
}

const inWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const ordinals = ['none', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** The limits in texts: `1,000`, `256 KB`, `10 seconds, then 1 minute`; and the number of attempts in words. */
export function limitTexts(limits: Limits): ReadonlyMap<string, Required<Filling>> {
  const attempts = [limits.get('retry_seconds')?.value ?? []].flat().length + 1;
  const words = { attempt_count: String(inWords[attempts]), last_attempt: String(ordinals[attempts]) };
  return new Map([
    ...[...limits].map(([name, { value }]): [string, Required<Filling>] => [name, { value, shown: shown(name, value) }]),
    ...Object.entries(words).map(([name, word]): [string, Required<Filling>] => [name, { value: word, shown: word }]),
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

/** Writes the limits that the service enforces. */
export async function generateLimits(limits: Limits, output: Output): Promise<void> {
  await output.module('generated/limits.ts', moduleOf(described(limits)));
}

/** Writes the limits that the SDK uses too. */
export async function generateSdkLimits(limits: Limits, output: Output): Promise<void> {
  await output.raw('sdk/src/generated/limits.ts', moduleOf(described(limits).filter(([, { of }]) => of === 'sdk')));
}

function moduleOf(limits: readonly (readonly [string, Limit])[]): string {
  const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `
/** The limits of the contract. */
export const limits = {
${limits.map(([name, { value, description }]) => `/** ${description} */\n${camelCase(name)}: ${literal(value)},`).join('\n')}
};
`;
}
