import { isIP, type LookupFunction } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket, type ConnectionOptions } from 'node:tls';
import type { buildConnector } from 'undici';
import { isPublicName, mayConnect, type DestinationPolicy } from '../../entities/destination.ts';
import { connectorWithFacts } from './connection-facts.ts';
import { nameServerResolver, resolutionTimeoutMs, type ResolveAddresses } from './destination-resolver.ts';

export type { ResolveAddresses };

/**
 * The destination is forbidden, or its name has no address. Both errors look the same, so that no agency learns which names exist in our
 * network. `cause` is a failed resolution, and is not shown to the agency.
 */
export class DestinationForbidden extends Error {
  readonly code = 'DESTINATION_FORBIDDEN';
  readonly detail: 'dns_not_found' | 'destination_not_public';

  /** `detail` is the same for every resolved name, whatever the name servers responded. */
  constructor(detail: DestinationForbidden['detail'], options?: ErrorOptions) {
    super('destination forbidden', options);
    this.name = 'DestinationForbidden';
    this.detail = detail;
  }
}

/** The names whose latest addresses are cached, and the hosts whose certificates are. */
const maxKnownNames = 2_000;

/** A name may have thousands of addresses. One attempt must not try all of them. */
const maxAddressesTried = 8;

/** An address that does not respond must leave time for the next one before the attempt's deadline. */
const addressTimeoutMs = 2_000;

/**
 * Longer than a resolution, so that refusals take the same time for all names. The time reveals neither whether a name exists nor which
 * name server knows it.
 */
const refusalMs = resolutionTimeoutMs + 500;

const hostOf = (hostname: string, port: string | undefined) => `${hostname}:${port || '443'}`;

function know<Value>(known: Map<string, Value>, name: string, value: Value): Value {
  if (known.size >= maxKnownNames) known.clear();
  known.set(name, value);
  return value;
}

export interface GuardOptions {
  readonly policy: DestinationPolicy;
  readonly resolve?: ResolveAddresses;
  /** For name resolution, connection and TLS handshake together. */
  readonly connectTimeoutMs?: number;
  /** A refusal takes a whole multiple of this time from the start of the lookup. */
  readonly refusalStepMs?: number;
  /** Replaces the well-known certificate authorities in tests. */
  readonly ca?: ConnectionOptions['ca'];
}

/**
 * Opens the connections of deliveries. A name is resolved once per connection, every address is checked (one forbidden address refuses all), and the
 * socket connects to a checked address: no second lookup can return another one. The certificate is verified for the URL's host.
 */
export class DestinationGuard {
  /** For undici's `connect` option. */
  readonly connector: buildConnector.connector;
  readonly #policy: DestinationPolicy;
  readonly #resolve: ResolveAddresses;
  readonly #refusalStepMs: number;
  readonly #addresses = new Map<string, string[]>();
  readonly #certificateEnds = new Map<string, number>();

  constructor({ policy, resolve = nameServerResolver(), connectTimeoutMs = 10_000, refusalStepMs = refusalMs, ca }: GuardOptions) {
    this.#policy = policy;
    this.#refusalStepMs = refusalStepMs;
    this.#resolve = resolve;
    const connectorFor = (protocol: string) =>
      connectorWithFacts({
        allowH2: false,
        timeout: connectTimeoutMs,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: addressTimeoutMs,
        lookup: this.#lookup(protocol),
        rejectUnauthorized: true,
        ...(ca === undefined ? {} : { ca }),
      });
    const connectors = new Map(['https:', 'http:'].map((protocol) => [protocol, connectorFor(protocol)]));

    const connector: buildConnector.connector = ({ hostname, protocol, port }, callback) => {
      const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
      const connect = connectors.get(protocol);
      // Node does not call `lookup` for addresses, so they are checked here.
      const allowed = isIP(name) ? mayConnect(name, protocol, policy) : isPublicName(name);
      if (!connect || !allowed) {
        queueMicrotask(() => callback(new DestinationForbidden('destination_not_public'), null));
        return;
      }
      const servername = isIP(name) ? '' : name;
      connect({ hostname: name, host: name, protocol, port, servername }, (...[error, socket]) => {
        if (error) return callback(error, null);
        const end = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : NaN;
        if (!Number.isNaN(end)) know(this.#certificateEnds, hostOf(name, port), end);
        callback(null, socket);
      });
    };
    this.connector = connector;
  }

  /** The addresses of a name at its latest resolution; undefined for a name that was not resolved, or is an address. */
  addressesOf(hostname: string): readonly string[] | undefined {
    return this.#addresses.get(hostname);
  }

  /** When the certificate of the latest TLS connection to a host expires, in milliseconds since the epoch; undefined without a connection. */
  certificateEndOf(hostname: string, port: string): number | undefined {
    return this.#certificateEnds.get(hostOf(hostname, port));
  }

  #lookup(protocol: string): LookupFunction {
    return (hostname, options, callback) => {
      this.#checkedAddresses(hostname, protocol).then(
        (addresses) => {
          const answers = addresses.map((address) => ({ address, family: isIP(address) }));
          if (options.all) callback(null, answers);
          else callback(null, answers[0]!.address, answers[0]!.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
    };
  }

  async #checkedAddresses(hostname: string, protocol: string): Promise<string[]> {
    const askedAt = performance.now();
    let failure: unknown;
    try {
      const addresses = await this.#resolve(hostname);
      const isAllowed = addresses.length > 0 && addresses.every((address) => mayConnect(address, protocol, this.#policy));
      if (isAllowed) return know(this.#addresses, hostname, addresses.slice(0, maxAddressesTried));
    } catch (error) {
      failure = error;
    }
    const step = this.#refusalStepMs;
    await sleep(step - ((performance.now() - askedAt) % step));
    throw new DestinationForbidden('dns_not_found', { cause: failure });
  }
}
