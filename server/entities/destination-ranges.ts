import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of IP addresses: its first address and the length of the prefix. */
export type AddressRange = [Address, number];

/** Reads CIDR ranges such as `10.0.0.0/8` and `fd00::/8`; throws for anything else. */
export function parseRanges(cidrs: readonly string[]): AddressRange[] {
  return cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
}

/** IPv4 ranges that are not globally reachable, and 168.63.129.16, which serves a cloud's metadata. */
export const refusedIpv4Cidrs = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
];

const refusedIpv4 = parseRanges(refusedIpv4Cidrs);

/** The IPv6 space of global unicast. Mapped, unique local, link-local and multicast addresses are outside of it. */
const globalIpv6 = parseRanges(['2000::/3']);

/** Special ranges inside it: Teredo and other protocol assignments, documentation, 6to4. */
export const refusedIpv6Cidrs = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const refusedIpv6 = parseRanges(refusedIpv6Cidrs);

/** On a NAT64 network, names resolve into this range, and connections go to the embedded IPv4 address. */
const nat64 = parseRanges(['64:ff9b::/96']);

function isWithin(address: Address, ranges: readonly AddressRange[]): boolean {
  return ranges.some(([base, prefixLength]) => base.kind() === address.kind() && address.match(base, prefixLength));
}

/** The address, or null for other text, such as a zone, or a short or hexadecimal IPv4. */
function parseAddress(text: string): Address | null {
  if (!isIP(text) || text.includes('%')) return null;
  const address = ipaddr.parse(text);
  return isWithin(address, nat64) ? ipaddr.fromByteArray(address.toByteArray().slice(12)) : address;
}

/** Whether the text is an IP address on the public internet. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  if (address.kind() === 'ipv4') return !isWithin(address, refusedIpv4);
  return isWithin(address, globalIpv6) && !isWithin(address, refusedIpv6);
}

/** Whether the text is an IP address inside one of the ranges. */
export function isInRanges(text: string, ranges: readonly AddressRange[]): boolean {
  const address = parseAddress(text);
  return address !== null && isWithin(address, ranges);
}
