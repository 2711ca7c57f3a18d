import { Resolver } from 'node:dns/promises';

/** Returns all addresses of a host name. */
export type ResolveAddresses = (hostname: string) => Promise<string[]>;

export interface NameServerOptions {
  /** Name servers as `address:port`; the system's by default. */
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
}

/** The maximum duration of a resolution. */
export const resolutionTimeoutMs = 4_000;

const queryTimeoutMs = 1_500;

/** After the response for one address family, the maximum wait for the other one. */
const secondAnswerTimeoutMs = 500;

/**
 * Queries the name servers for A and AAAA. Unlike `dns.lookup` it neither reads the hosts file nor accepts spellings of addresses. It does not use libuv's
 * few threads, in which slow names of one agency would delay all others.
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

/** Another failure of the name servers takes precedence over "no such record", because it is more specific. */
function resolutionError(hostname: string, answers: readonly PromiseSettledResult<string[]>[]): Error {
  const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [String((answer.reason as NodeJS.ErrnoException).code)] : []));
  const code = codes.find((candidate) => candidate !== 'ENODATA' && candidate !== 'ENOTFOUND') ?? 'ENOTFOUND';
  const reported = code === 'ECANCELLED' ? 'ETIMEOUT' : code;
  return Object.assign(new Error(`${reported} while resolving ${hostname}`), { code: reported, syscall: 'query', hostname });
}
