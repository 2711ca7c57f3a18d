import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/**
 * Where a request came from: the address of its connection or, where that is of a trusted proxy, the last address in
 * `x-forwarded-for` that is of none. Empty where the connection is gone already.
 */
export function addressOf(request: Request): string {
  const address = [request.ip, request.socket.remoteAddress].find((one) => one !== undefined && isIP(one) !== 0);
  return address === undefined ? '' : ipaddr.process(address).toString();
}
