const nouns: Readonly<Record<string, readonly [one: string, many: string]>> = {
  allowed_creator_ids: ['creator', 'creators'],
  creator_ids: ['creator', 'creators'],
  enabled_event_types: ['event type', 'event types'],
  scopes: ['scope', 'scopes'],
};

const nounOf = (path: string, count: number) => (nouns[path.split('.')[0]!] ?? ['item', 'items'])[count === 1 ? 0 : 1];
const amount = (count: number) => (count === 1 ? 'one' : String(count));

/** The beginnings of the validator's messages, and the messages to show instead. */
const messages: readonly (readonly [RegExp, (path: string, value: string) => string])[] = [
  [/^must NOT have fewer than (\d+) items?/, (path, value) => `Choose at least ${amount(Number(value))} ${nounOf(path, Number(value))}`],
  [/^must NOT have more than (\d+) items?/, (path, value) => `Choose at most ${amount(Number(value))} ${nounOf(path, Number(value))}`],
  [/^must NOT have duplicate items/, () => 'Name each only once'],
  [/^must NOT have fewer than 1 character/, () => 'Enter a value'],
  [/^must NOT have fewer than (\d+) character/, (_, value) => `Enter at least ${value} characters`],
  [/^must NOT have more than (\d+) character/, (_, value) => `Enter at most ${value} characters`],
  [/^must be >= (-?\d+)/, (_, value) => `Enter ${value} or more`],
  [/^must be <= (-?\d+)/, (_, value) => `Enter ${value} or less`],
  [/^must be (?:integer|number)/, () => 'Enter a number'],
  [/^must be string/, () => 'Enter a text'],
  [/^must have required property '([^']+)'/, (_, value) => `Enter ${value.replaceAll('_', ' ')}`],
  [/^must match format "ur[il]"/, () => 'Enter a complete URL'],
  [/^must match format "date-time"/, () => 'Enter a day and a time'],
  [/^must match pattern/, () => 'Some of these characters are not accepted'],
  [/^must be equal to one of the allowed values/, () => 'Choose one of the listed values'],
];

/** The message of an invalid field, without its full stop. */
export function validationMessage(path: string, message: string): string {
  for (const [pattern, messageOf] of messages) {
    const found = pattern.exec(message);
    if (found) return messageOf(path, found[1] ?? '');
  }
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
}
