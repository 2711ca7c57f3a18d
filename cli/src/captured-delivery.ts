import { UsageError } from './exit-codes.ts';
import { isUtf16, textOf, utf16Refusal, withoutByteOrderMark } from './input-text.ts';
import { syntaxErrorText } from './syntax-error-text.ts';

/** A captured delivery. */
export interface CapturedDelivery {
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads a captured request: JSON with `headers` and `body`, as `svc listen --json` and `svc webhooks get-delivery-request --json` print it, or
 * the text of an HTTP request. In a text, every byte after the empty line belongs to the body.
 */
export function readCapture(given: Uint8Array): CapturedDelivery {
  if (isUtf16(given)) throw new UsageError(`the capture: ${utf16Refusal}`);
  const bytes = withoutByteOrderMark(given);
  const start = new TextDecoder().decode(bytes.subarray(0, 1));
  if (start === '{') return fromJson(textOf(bytes, 'the capture'));
  let lineStart = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== newline) continue;
    const lineEnd = bytes[at - 1] === carriageReturn ? at - 1 : at;
    if (lineEnd === lineStart) {
      return { headers: readHeaders(new TextDecoder().decode(bytes.subarray(0, at))), body: bytes.slice(at + 1) };
    }
    lineStart = at + 1;
  }
  throw new UsageError('the capture is missing the empty line between headers and body. Pass them with --headers and --body instead.');
}

/** Header lines `Name: value`, with or without the request line, or JSON: an object of headers, or a list of them with `name` and `value`. */
export function readHeaders(text: string): Record<string, string> {
  if (/^\s*[{[]/.test(text)) return headersFromJson(parse(text));
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const pairs = lines
    .filter((line, at) => at > 0 || !/^[A-Z]+ \S+( HTTP\/[\d.]+)?$/.test(line))
    .map((line): [string, string] => {
      const at = line.indexOf(':');
      const name = line.slice(0, Math.max(0, at));
      if (!/^\S+$/.test(name)) throw new UsageError(`"${line}" is not a header line such as Name: value.`);
      return [name, line.slice(at + 1).trim()];
    });
  return Object.fromEntries(pairs);
}

function fromJson(text: string): CapturedDelivery {
  const { headers, body } = parse(text) as { headers?: unknown; body?: unknown };
  if (body === null)
    throw new UsageError('the "body" of the capture is null: the key that read it lacks access to the payload of the event.');
  if (typeof body !== 'string') throw new UsageError('the capture is missing "body": the received text.');
  return { headers: headersFromJson(headers), body: new TextEncoder().encode(body) };
}

function headersFromJson(headers: unknown): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) throw new UsageError('the capture is missing "headers": an object or a list.');
  if (Array.isArray(headers)) return headersFromList(headers);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(name, value)]));
}

/** Headers in their order. Repeated headers become one list. */
function headersFromList(headers: readonly unknown[]): Record<string, string> {
  const texts = new Map<string, string[]>();
  for (const header of headers) {
    const { name, value } = (header ?? {}) as { name?: unknown; value?: unknown };
    if (typeof name !== 'string') throw new UsageError('a header of the capture is missing "name".');
    const known = texts.get(name.toLowerCase()) ?? [];
    texts.set(name.toLowerCase(), [...known, headerText(name, value)]);
  }
  return Object.fromEntries([...texts].map(([name, values]) => [name, values.join(',')]));
}

/** A header value in Node's form: a text, or a list for a repeated header. */
function headerText(name: string, value: unknown): string {
  const texts = Array.isArray(value) ? value : [value];
  if (texts.every((text) => typeof text === 'string' || typeof text === 'number')) return texts.join(',');
  throw new UsageError(`the header "${name}" of the capture must be a string or a list of strings.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the capture is ${syntaxErrorText(error)}`);
  }
}
