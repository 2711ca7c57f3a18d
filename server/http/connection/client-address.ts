import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** The client's address: behind trusted proxies, the last address in `x-forwarded-for` that is not a trusted proxy. Empty for a closed connection. */
export function addressOf(request: Request): string {
  const address = [request.ip, request.socket.remoteAddress].find((one) => one !== undefined && isIP(one) !== 0);
  return address === undefined ? '' : ipaddr.process(address).toString();
}

/** One owner usually has all IPv6 addresses with the same first 64 bits. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  return ipaddr.IPv6.parse(address).parts.slice(0, 4).join(':');
}
