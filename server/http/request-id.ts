import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The caller's `x-request-id`, or a new one. Every answer repeats it. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const id = Array.isArray(given) ? given[0] : given;
  return id || randomUUID();
}
