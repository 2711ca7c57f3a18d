import { randomInt, randomUUID } from 'node:crypto';

/** Replaces a value in a payload that only the database knows. It is secret, so no value of a record equals it. */
export interface Placeholder<Value = unknown> {
  /** In place of the value in a row. */
  readonly value: Value;
  /** SQL: a payload's text with the value of an expression in its place. */
  fill(text: string, expression: string): string;
  /** Reads the value from JSON of the database. */
  read(json: unknown): unknown;
}

const filling = (json: string, valueOf: (expression: string) => string) => (text: string, expression: string) =>
  `replace(${text}, '${json}', coalesce(to_json(${valueOf(expression)})::text, 'null'))`;

/** For a value that JSON shows as the database does. */
export function placeholder(): Placeholder<string> {
  const value = randomUUID();
  return { value, fill: filling(`"${value}"`, (expression) => expression), read: (json) => json };
}

/** For an instant, which a payload shows in UTC with milliseconds. The placeholder is a random instant in the far future. */
function instantPlaceholder(): Placeholder<Date> {
  const value = new Date(Date.UTC(6_000, 0) + randomInt(2 ** 46));
  return {
    value,
    fill: filling(JSON.stringify(value), (expression) => `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
    read: (json) => (json === null ? null : new Date(json as string)),
  };
}

/** For a value of a column's type. */
export const placeholderOf = (type: string): Placeholder => (type.startsWith('timestamp') ? instantPlaceholder() : placeholder());
