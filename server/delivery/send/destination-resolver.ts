import { Resolver } from 'node:dns/promises';

/** Answers with all addresses of a host name, or rejects with the resolver's error. */
export type ResolveAddresses = (hostname: string) => Promise<string[]>;

export interface NameServerOptions {
  /** Name servers as `address:port`, in place of the system's. */
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
}

/** How long a lookup takes at most, however the name servers answer. */
export const resolutionTimeoutMs = 4_000;

const queryTimeoutMs = 1_500;

/** How long the second family of addresses is waited for once the first is known. */
const secondAnswerTimeoutMs = 500;

/**
 * Asks the name servers for A and AAAA. Unlike `dns.lookup` it neither reads the hosts file, nor understands spellings
 * of addresses, nor shares libuv's few threads, in which one tenant's slow names would stall all others.
 */
export function nameServerResolver({ servers, timeoutMs = resolutionTimeoutMs }: NameServerOptions = {}): ResolveAddresses {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: queryTimeoutMs, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancelAfter = (delayMs: number) => setTimeout(() => resolver.cancel(), delayMs);
    const timers = [cancelAfter(timeoutMs)];
    const queries = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    for (const query of queries) {
      query.then(
        () => timers.push(cancelAfter(secondAnswerTimeoutMs)),
        () => undefined,
      );
    }
    const answers = await Promise.allSettled(queries);
    timers.forEach(clearTimeout);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw resolutionError(hostname, answers);
    return addresses;
  };
}

/** A failure of the name servers says more than "no record of this type", so it takes precedence. */
function resolutionError(hostname: string, answers: readonly PromiseSettledResult<string[]>[]): Error {
  const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [String((answer.reason as NodeJS.ErrnoException).code)] : []));
  const code = codes.find((candidate) => candidate !== 'ENODATA' && candidate !== 'ENOTFOUND') ?? 'ENOTFOUND';
  const reported = code === 'ECANCELLED' ? 'ETIMEOUT' : code;
  return Object.assign(new Error(`${reported} while resolving ${hostname}`), { code: reported, syscall: 'query', hostname });
}
