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

/** Who has one address of IPv6 has all that share its first 64 bits. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  return ipaddr.IPv6.parse(address).parts.slice(0, 4).join(':');
}
