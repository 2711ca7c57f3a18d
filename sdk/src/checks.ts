import { InvalidArgumentError } from './errors.ts';

/** The arguments of a call, which are one object. */
export function checkedArguments<Given>(given: Given): Given {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw new InvalidArgumentError('arguments', `one object with the arguments by their names is required, not ${typeName(given)}`);
}

/** A setting, or the value of its environment variable if the setting is absent. An empty setting counts as missing. */
export function settingOf(options: object, name: string, variable: string): unknown {
  const isGiven = Object.hasOwn(options, name);
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } };
  const value = isGiven ? (options as Readonly<Record<string, unknown>>)[name] : process?.env?.[variable];
  if (value !== undefined && value !== null && value !== '') return value;
  throw new InvalidArgumentError(
    name,
    isGiven
      ? `it is required and was given as ${typeName(value)}. Pass a value, or leave it out and set ${variable} in the environment`
      : `it is required: pass it, or set ${variable} in the environment`,
  );
}

/** The value of a header, or a function that returns it before each attempt. */
export type HeaderValue = string | (() => Promise<string>);

/** The `Authorization` of a key or token. No error shows it. */
export function bearer(secret: unknown, name: string): HeaderValue {
  if (typeof secret !== 'function') return bearerText(secret, name);
  return async () => {
    let given: unknown;
    try {
      given = await (secret as () => unknown)();
    } catch (cause) {
      throw new InvalidArgumentError(name, 'the function failed', { cause });
    }
    return bearerText(given, name);
  };
}

function bearerText(secret: unknown, name: string): string {
  if (typeof secret !== 'string') throw new InvalidArgumentError(name, `a text is required, not ${typeName(secret)}`);
  if (/^[\x21-\x7e]+$/.test(secret)) return `Bearer ${secret}`;
  throw new InvalidArgumentError(name, 'it holds a character that none has, such as a space or a line break');
}

/** A header's value. It may be a secret, so the error does not show it. */
export function checkedHeaderValue(name: string, value: unknown): string {
  if (typeof value === 'string' && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return value;
  throw new InvalidArgumentError(name, 'a text of printable ASCII characters is required, without a space at either end');
}

/** Headers that are not the contract's. */
export function checkedHeaders(headers: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new InvalidArgumentError('headers', `${JSON.stringify(name)} is no name of a header`);
      return [name, checkedHeaderValue(`headers.${name}`, value)];
    }),
  );
}

/** Headers that the client sends itself, and the option that sets each. */
const ownHeaders: Readonly<Record<string, string>> = {
  accept: 'the client sets it',
  authorization: 'the client sends its own key or token',
  'content-length': 'the client sets it',
  'content-type': 'the client sets it',
  host: 'the client sets it',
  'idempotency-key': 'it has no effect: set idempotencyKey',
  'service-idempotency-key': 'set idempotencyKey',
  'service-version': 'set the version of the client',
  'x-request-id': 'set requestId',
  'x-retry-count': 'the client sets it',
};

/** The further headers of a call. */
export function checkedFurtherHeaders(headers: Readonly<Record<string, unknown>> | undefined): Record<string, string> {
  const checked = checkedHeaders(headers === undefined ? {} : checkedArguments(headers));
  for (const name of Object.keys(checked)) {
    const reason = ownHeaders[name.toLowerCase()];
    if (reason !== undefined) throw new InvalidArgumentError(`headers.${name}`, reason);
  }
  return checked;
}

/** A text that can be encoded in an address. */
export function checkedText(name: string, text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new InvalidArgumentError(name, 'it holds half of a character');
  return text;
}

/** A number of milliseconds or of retries; `Infinity` means no limit. */
export function checkedCount(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new InvalidArgumentError(name, 'a number from 0 on is required; Infinity for no limit');
}

/** A date as the contract writes an instant. */
export function checkedInstant(name: string, date: Date): string {
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError(name, 'the date is not valid');
  return date.toISOString();
}

/** True for dates, including those of another realm, as in test runners. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

/** The body as JSON. An invalid date would become null. */
export function jsonOf(body: unknown): string {
  try {
    const text = JSON.stringify(body, function (this: Record<string, unknown>, name, value: unknown) {
      const given = this[name];
      return isDate(given) ? checkedInstant(name, given) : value;
    }) as string | undefined;
    if (text !== undefined) return text;
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error;
    // A circular structure, or a value such as a bigint.
  }
  throw new InvalidArgumentError('body', 'it cannot be written as JSON');
}

/** The address of the service, without a slash at its end. The error does not show it, because it may contain a password. */
export function checkedAddress(text: unknown, name: string): string {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new InvalidArgumentError(name, 'an http or https address is required, such as https://api.example.com');
  }
  if (url.search !== '' || url.hash !== '') throw new InvalidArgumentError(name, 'it holds no query and no fragment');
  if (url.username !== '' || url.password !== '') throw new InvalidArgumentError(name, 'it holds no user name and no password');
  const address = url.href.replace(/\/+$/, '');
  if (/\/v1$/.test(address)) throw new InvalidArgumentError(name, 'it ends before /v1, which the methods add');
  return address;
}

/** The type of a value in words. */
export function typeName(value: unknown): string {
  return value === '' ? 'an empty text' : value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
}
