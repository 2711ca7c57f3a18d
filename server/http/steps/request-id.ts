import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The caller's `x-request-id`, or a new one. Every response repeats it. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const id = Array.isArray(given) ? given[0] : given;
  return id || randomUUID();
}

const idLine = /^x-request-id:(.*)$/im;
const idText = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The text without surrounding spaces and tabs. `trim` would also remove a byte of a letter that looks like a space. */
const trimmed = /[^\t ](?:.*[^\t ])?/;

/** The id of a request that the parser refused, from the bytes that were read last, or a new one. */
export function requestIdIn(bytes: Buffer | undefined, bytesParsed = 0): string {
  const text = bytes?.toString('latin1') ?? '';
  const endOfLast = text.lastIndexOf('\r\n\r\n', Math.max(0, bytesParsed - 4));
  const [head] = text.slice(endOfLast < 0 ? 0 : endOfLast + 4).split('\r\n\r\n', 1);
  const id = idLine.exec(head!)?.[1] ?? '';
  return (idText.test(id) && trimmed.exec(id)?.[0]) || randomUUID();
}

const maxLoggedIdLength = 200;

export function shortForLog(requestId: string): string {
  return requestId.length <= maxLoggedIdLength ? requestId : `${requestId.slice(0, maxLoggedIdLength - 1)}…`;
}
