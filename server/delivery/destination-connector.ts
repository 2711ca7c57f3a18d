import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { buildConnector } from 'undici';
import { isPublicName, mayConnect, type DestinationPolicy } from './destination.ts';

/** The destination is not one that deliveries go to. Neither the address nor the name is told. */
export class DestinationForbidden extends Error {
  readonly code = 'DESTINATION_FORBIDDEN';

  constructor() {
    super('destination forbidden');
    this.name = 'DestinationForbidden';
  }
}

/** Answers with all addresses of a host name, or rejects with the resolver's error. */
export type ResolveAddresses = (hostname: string) => Promise<string[]>;

const resolutionTimeoutMs = 4_000;

/** How long the second family of addresses is waited for once the first is known. */
const secondAnswerTimeoutMs = 500;

/** An answer may hold thousands of addresses; one attempt must not knock at all of them. */
const maxAddressesTried = 8;

/** A dead address must leave time for the next one within the deadline of an attempt. */
const addressTimeoutMs = 2_000;

/**
 * Asks the name servers for A and AAAA. Unlike `dns.lookup` it neither reads the hosts file, nor understands spellings
 * of addresses, nor shares libuv's few threads, in which one tenant's slow names would stall all others.
 */
export async function resolveAddresses(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const cancelAfter = (timeoutMs: number) => setTimeout(() => resolver.cancel(), timeoutMs);
  const timers = [cancelAfter(resolutionTimeoutMs)];
  try {
    const queries = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    for (const query of queries) {
      query.then(
        () => timers.push(cancelAfter(secondAnswerTimeoutMs)),
        () => undefined,
      );
    }
    const answers = await Promise.allSettled(queries);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw resolutionError(hostname, answers);
    return addresses;
  } finally {
    timers.forEach(clearTimeout);
  }
}

/** A name server's failure says more than "no record of this type". */
function resolutionError(hostname: string, answers: readonly PromiseSettledResult<string[]>[]): Error {
  const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [String((answer.reason as NodeJS.ErrnoException).code)] : []));
  const code = codes.find((candidate) => candidate !== 'ENODATA' && candidate !== 'ENOTFOUND') ?? 'ENOTFOUND';
  return failedResolution(hostname, code === 'ECANCELLED' ? 'ETIMEOUT' : code);
}

function failedResolution(hostname: string, code: string): Error {
  return Object.assign(new Error(`${code} while resolving ${hostname}`), { code, syscall: 'query', hostname });
}

export interface GuardOptions {
  readonly policy: DestinationPolicy;
  readonly resolve?: ResolveAddresses;
  /** For name resolution, connection and TLS handshake together. */
  readonly connectTimeoutMs?: number;
  /** Additional certificate authorities, for tests. */
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

  constructor({ policy, resolve = resolveAddresses, connectTimeoutMs = 10_000, ca }: GuardOptions) {
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
