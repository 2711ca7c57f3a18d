/** The longest text of a field. */
const longestText = 200;
const longestMessage = 1_000;
const longestStack = 4_000;
const mostItems = 20;

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** A text as a field of a log line has it: no line grows with what a caller or a receiver sends. */
export const shortText = (text: string) => cut(text, longestText);
export const shortMessage = (text: string) => cut(text, longestMessage);
export const shortStack = (text: string) => cut(text, longestStack);

function shortValue(value: unknown): unknown {
  if (typeof value === 'string') return shortText(value);
  return Array.isArray(value) ? value.slice(0, mostItems).map(shortValue) : value;
}

/** The fields of a line within their bounds. Errors are left to their serializer, which has bounds of its own. */
export function shortFields(fields: object): Record<string, unknown> {
  const short: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) short[name] = shortValue(value);
  return short;
}
