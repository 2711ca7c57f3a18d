import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The caller's `x-request-id`, or a new one. Every answer repeats it. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const id = Array.isArray(given) ? given[0] : given;
  return id || randomUUID();
}

const idLine = /^x-request-id:(.*)$/im;
const idText = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Without the spaces and tabs around it, and no other character: the last byte of a letter looks like one. */
function trimmed(text: string): string {
  const isBlank = (at: number) => text[at] === ' ' || text[at] === '\t';
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

/**
 * The id of a request that the parser gave up: the one in the bytes that it read last, `bytesParsed` of which it took,
 * or a new one.
 */
export function requestIdIn(bytes: Buffer | undefined, bytesParsed = 0): string {
  const text = bytes?.toString('latin1') ?? '';
  const endOfLast = text.lastIndexOf('\r\n\r\n', Math.max(0, bytesParsed - 4));
  const [head] = text.slice(endOfLast < 0 ? 0 : endOfLast + 4).split('\r\n\r\n', 1);
  const id = idLine.exec(head!)?.[1] ?? '';
  return (idText.test(id) && trimmed(id)) || randomUUID();
}

const longestInLog = 200;

/** A log line does not grow with what a caller calls its request. */
export function shortForLog(requestId: string): string {
  return requestId.length <= longestInLog ? requestId : `${requestId.slice(0, longestInLog - 1)}…`;
}
