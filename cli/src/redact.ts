/** Names of members whose values are secrets. */
const secretNames = /^(?:api_key|token|secret|password)$|_(?:token|secret)$/;

/** Keys, tokens and signing secrets of the service, wherever a text contains one. */
const secretTexts = /\b([a-z0-9]+_(?:live|link|operator|whsec)_)[\w+/=-]{8,}/g;

/** The beginning of a key or token, which the service's lists show. */
export function shownKey(key: string): string {
  const [, prefix = ''] = /^((?:[a-z0-9]{2,16}_){0,2})/.exec(key) ?? [];
  return `${key.slice(0, prefix.length + 4)}…`;
}

/** A text without recognizable secrets. */
export function redactedText(text: string): string {
  return text.replace(secretTexts, '$1…');
}

/** A value of JSON without its secrets. */
export function redacted(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return secretNames.test(name) ? shownKey(value) : redactedText(value);
  if (Array.isArray(value)) return value.map((item) => redacted(item, name));
  if (typeof value !== 'object' || value === null) return value;
  const isHeader = name === 'headers' && 'value' in value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inside]) => [member, isHeader && member === 'value' ? '…' : redacted(inside, member)]),
  );
}

/** The text of a body: JSON without its secrets, or another text. */
export function redactedBody(text: string): string {
  try {
    return JSON.stringify(redacted(JSON.parse(text)));
  } catch {
    return redactedText(text);
  }
}

const credentials = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization']);

/** Headers by their names, without credentials. */
export function redactedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => {
      if (!credentials.has(name)) return [name, redactedText(value)];
      const [, scheme = '', secret = ''] = /^(\w+ )?(.*)$/s.exec(value) ?? [];
      return [name, `${scheme}${shownKey(secret)}`];
    }),
  );
}
