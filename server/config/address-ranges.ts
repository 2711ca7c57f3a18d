import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export function isCidr(text: string): boolean {
  try {
    const [address, bits] = ipaddr.parseCIDR(text);
    new BlockList().addSubnet(address.toString(), bits, address.kind());
    return true;
  } catch {
    return false;
  }
}

/** Loopback, private, link-local, shared and benchmark addresses, none of which is on the public internet. */
export const localRanges = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '198.18.0.0/15',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

export function isLocal(cidr: string): boolean {
  const [address, bits] = ipaddr.parseCIDR(cidr);
  return localRanges
    .map((range) => ipaddr.parseCIDR(range))
    .some(([base, length]) => {
      return base.kind() === address.kind() && bits >= length && address.match(base, length);
    });
}

/** With a /0 range, every caller could choose its own address. */
export function isProxy(text: string): boolean {
  if (isIP(text) !== 0) return true;
  return isCidr(text) && ipaddr.parseCIDR(text)[1] > 0;
}
