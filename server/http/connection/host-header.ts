import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../config/config.ts';

type OperatorHosts = Pick<Config, 'operatorListenerUrl' | 'operatorUrl' | 'operatorAllowedHosts'>;

/** A host with an optional port (RFC 9110, 7.2): a name, an address of IPv4, or one of IPv6 in brackets. It may be empty. */
const hostForm = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/** The reason to refuse the request's Host header; undefined for none. HTTP/1.0 does not require the header. */
export function hostRefusal(request: IncomingMessage, isOwn?: (request: IncomingMessage) => boolean): string | undefined {
  const { rawHeaders, headers, httpVersion } = request;
  if (headers.host === undefined) return httpVersion === '1.1' ? 'The Host header is required.' : undefined;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]!.toLowerCase() === 'host') count++;
  if (count > 1) return 'The Host header must be sent once.';
  if (!hostForm.test(headers.host)) return 'The Host header must be a host name or address, with an optional port.';
  if (!isOwn || isOwn(request)) return undefined;
  return 'The Host header names another host. Accepted: the address of the operator listener, localhost, the host of OPERATOR_URL, and those in OPERATOR_ALLOWED_HOSTS.';
}

/** The host in lower case, without port, brackets and the trailing dot. */
function hostNameOf(host: string): string {
  const name = host.replace(/:\d*$/, '').toLowerCase();
  return name.startsWith('[') ? name.slice(1, -1) : name.replace(/\.$/, '');
}

/** Normalizes addresses, which have several spellings. */
function plainName(name: string): string {
  return isIP(name) === 0 ? name : ipaddr.process(name).toString();
}

function isLoopback(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIP(name) !== 0 && ipaddr.process(name).range() === 'loopback';
}

/**
 * Whether the host is an address of this listener, a configured host, or a loopback name. This prevents DNS rebinding: browsers send the name of the
 * attacker's page. Ports do not count, because tunnels change them.
 */
export function ownHost({ operatorListenerUrl, operatorUrl, operatorAllowedHosts }: OperatorHosts): (request: IncomingMessage) => boolean {
  const ofAddresses = [operatorListenerUrl, operatorUrl].map((address) => hostNameOf(new URL(address).host));
  // In the setting, an IPv6 address has no brackets, and would seem to have a port.
  const own = new Set(
    [...ofAddresses, ...operatorAllowedHosts.map((host) => hostNameOf(isIP(host) === 6 ? `[${host}]` : host))].map(plainName),
  );
  return ({ headers: { host }, socket: { localAddress } }) => {
    if (host === undefined) return true;
    const name = plainName(hostNameOf(host));
    return own.has(name) || isLoopback(name) || (localAddress !== undefined && name === plainName(localAddress));
  };
}
