import { readInstant } from '@agency-service/sdk';
import { InvalidArgumentError } from 'commander';

/** Adds `a,b` to the values of a repeatable option. Empty values are a usage error. */
export function list(text: string, before: readonly string[] = []): string[] {
  const values = text.split(',').map((value) => value.trim());
  if (values.includes('')) throw new InvalidArgumentError('Accepted: comma-separated values, none of them empty.');
  return [...before, ...values];
}

/** A decimal integer that is not negative. */
export function integer(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Accepted: a whole number.');
  return Number(text);
}

/** A whole number of at least 1. */
export function positiveInteger(text: string): number {
  const value = integer(text);
  if (value === 0) throw new InvalidArgumentError('Accepted: a whole number of at least 1.');
  return value;
}

/** A TCP port; 0 takes a free one. */
export function port(text: string): number {
  const value = integer(text);
  if (value > 65_535) throw new InvalidArgumentError('Accepted: a port from 0 to 65535; 0 picks a free one.');
  return value;
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time before now such as 30m, 24h or 7d as an instant; any other text unchanged. */
function timeOrText(text: string): string {
  const relative = /^(\d{1,6})([smhd])$/.exec(text);
  if (relative === null) return text;
  return new Date(Date.now() - Number(relative[1]) * unitMs[relative[2] as keyof typeof unitMs]).toISOString();
}

/** An instant in a form that the service reads, or a time before now such as 30m, 24h or 7d, as an ISO 8601 instant. */
export function instant(text: string): string {
  const ms = readInstant(timeOrText(text));
  if (ms !== undefined) return new Date(ms).toISOString();
  throw new InvalidArgumentError('Accepted: a date-time with an offset (2026-07-18T21:00:00Z) or a time before now (30m, 24h, 7d).');
}

/** A day of the calendar, or what `instant` accepts. */
export function dayOrInstant(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && readInstant(`${text}T00:00:00Z`) !== undefined) return text;
  if (readInstant(timeOrText(text)) !== undefined) return timeOrText(text);
  throw new InvalidArgumentError('Accepted: a day (2026-07-18) or a time before now (30d).');
}

/** Adds a value to those of a repeatable option. */
export function collect(text: string, before: string[] = []): string[] {
  return [...before, text];
}

/** The header of a request. */
export type Header = readonly [name: string, value: string];

/** Adds `name:value` to the headers of a repeatable option. */
export function header(text: string, before: readonly Header[] = []): Header[] {
  const [, name, value] = /^([!#$%&'*+.^`|~\w-]+)\s*:\s*([!-~](?:[ -~]*[!-~])?)\s*$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Accepted: NAME:VALUE, the name of a header and visible ASCII characters.');
  return [...before, [name, value]];
}

/** An instant in a form that the service reads, or a time from now such as +30m, +24h or +7d, as an ISO 8601 instant. */
export function instantOrAhead(text: string): string {
  const ahead = /^\+(\d{1,6})([smhd])$/.exec(text);
  if (ahead !== null) return new Date(Date.now() + Number(ahead[1]) * unitMs[ahead[2] as keyof typeof unitMs]).toISOString();
  const ms = readInstant(text);
  if (ms !== undefined) return new Date(ms).toISOString();
  throw new InvalidArgumentError('Accepted: a date-time with an offset (2026-07-18T21:00:00Z) or a time from now (+30m, +24h, +7d).');
}

/** `true` or `false`. */
export function truth(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new InvalidArgumentError('Accepted: true or false.');
}

/** A parser that also accepts "default" for null. */
export function orDefault(parse: (text: string) => unknown): (text: string) => unknown {
  return (text) => (text === 'default' ? null : parse(text));
}
