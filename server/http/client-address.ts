import type { IncomingMessage } from 'node:http';

/** The address from which a request came. */
export function addressOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? '';
}
