import { isIP, type LookupFunction } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { buildConnector } from 'undici';
import { failedResolution, nameServerResolver, type ResolveAddresses } from './destination-resolver.ts';
import { isPublicName, mayConnect, type DestinationPolicy } from './destination.ts';

export type { ResolveAddresses };

/** The destination is not one that deliveries go to. Neither the address nor the name is told. */
export class DestinationForbidden extends Error {
  readonly code = 'DESTINATION_FORBIDDEN';

  constructor() {
    super('destination forbidden');
    this.name = 'DestinationForbidden';
  }
}

/** An answer may hold thousands of addresses; one attempt must not knock at all of them. */
const maxAddressesTried = 8;

/** A dead address must leave time for the next one within the deadline of an attempt. */
const addressTimeoutMs = 2_000;

export interface GuardOptions {
  readonly policy: DestinationPolicy;
  readonly resolve?: ResolveAddresses;
  /** For name resolution, connection and TLS handshake together. */
  readonly connectTimeoutMs?: number;
  /** Certificate authorities in place of the well-known ones, for tests. */
  readonly ca?: ConnectionOptions['ca'];
}

/**
 * Opens the connections of deliveries. A name is resolved once per connection, every address of the answer is judged
 * (one bad address refuses all), and the socket goes to a judged address: there is no second look-up that could
 * answer otherwise. The certificate is checked against the URL's host.
 */
export class DestinationGuard {
  /** For undici's `connect` option. */
  readonly connector: buildConnector.connector;
  readonly #policy: DestinationPolicy;
  readonly #resolve: ResolveAddresses;

  constructor({ policy, resolve = nameServerResolver(), connectTimeoutMs = 10_000, ca }: GuardOptions) {
    this.#policy = policy;
    this.#resolve = resolve;
    const connectorFor = (protocol: string) =>
      buildConnector({
        allowH2: false,
        timeout: connectTimeoutMs,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: addressTimeoutMs,
        lookup: this.#lookup(protocol),
        ...(ca === undefined ? {} : { ca }),
      });
    const connectors = new Map(['https:', 'http:'].map((protocol) => [protocol, connectorFor(protocol)]));

    this.connector = ({ hostname, protocol, port }, callback) => {
      const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
      const connect = connectors.get(protocol);
      // Node does not call `lookup` for what `isIP` knows, so an address is judged here.
      const allowed = isIP(name) ? mayConnect(name, protocol, policy) : isPublicName(name);
      if (!connect || !allowed) {
        queueMicrotask(() => callback(new DestinationForbidden(), null));
        return;
      }
      const servername = isIP(name) ? '' : name;
      connect({ hostname: name, host: name, protocol, port, servername }, callback);
    };
  }

  #lookup(protocol: string): LookupFunction {
    return (hostname, options, callback) => {
      this.#judgedAddresses(hostname, protocol).then(
        (addresses) => {
          const answers = addresses.map((address) => ({ address, family: isIP(address) }));
          if (options.all) callback(null, answers);
          else callback(null, answers[0]!.address, answers[0]!.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
    };
  }

  async #judgedAddresses(hostname: string, protocol: string): Promise<string[]> {
    const addresses = await this.#resolve(hostname);
    if (addresses.length === 0) throw failedResolution(hostname, 'ENOTFOUND');
    if (!addresses.every((address) => mayConnect(address, protocol, this.#policy))) throw new DestinationForbidden();
    return addresses.slice(0, maxAddressesTried);
  }
}
