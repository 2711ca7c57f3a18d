/** The longest text of a field. */
const maxTextLength = 200;
const maxMessageLength = 1_000;
const maxStackLength = 4_000;
const maxItems = 20;

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** Texts are cut, so that lines do not grow with what callers or receivers send. */
export const shortText = (text: string) => cut(text, maxTextLength);
export const shortMessage = (text: string) => cut(text, maxMessageLength);
export const shortStack = (text: string) => cut(text, maxStackLength);

function shortValue(value: unknown): unknown {
  if (typeof value === 'string') return shortText(value);
  return Array.isArray(value) ? value.slice(0, maxItems).map(shortValue) : value;
}

/** Cuts the fields of a line. Errors are cut by their serializer. */
export function shortFields(fields: object): Record<string, unknown> {
  const short: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) short[name] = shortValue(value);
  return short;
}
