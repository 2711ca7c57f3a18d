import { networkOf } from '../connection/client-address.ts';
import { rateLimited } from '../steps/rate-limit.ts';

const maxAddresses = 10_000;

export interface TryLimit {
  /** Attempts of an address within a window. */
  readonly most: number;
  readonly windowMs: number;
}

/** Counts attempts by address, in this process or in another one that counts for several processes. */
export interface TryCounter {
  /** Counts an attempt. Returns the seconds to wait if the address has used up its attempts, else 0. */
  count(address: string): number | Promise<number>;
}

/** Counts the attempts of the addresses with the latest attempts. */
export class TryWindows implements TryCounter {
  readonly #limit: TryLimit;
  readonly #windows = new Map<string, { count: number; readonly endsAt: number }>();

  constructor(limit: TryLimit) {
    this.#limit = limit;
  }

  count(address: string): number {
    const { most, windowMs } = this.#limit;
    const network = networkOf(address);
    const now = performance.now();
    const known = this.#windows.get(network);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
    if (window.count >= most) return Math.max(1, Math.ceil((window.endsAt - now) / 1_000));
    window.count++;
    this.#windows.delete(network);
    this.#windows.set(network, window);
    if (this.#windows.size > maxAddresses) this.#windows.delete(this.#windows.keys().next().value!);
    return 0;
  }
}

/** Counts an attempt before it is made. Throws `rate_limited` if the address has used up its attempts. */
export async function countTry(counter: TryCounter, address: string, reason: string): Promise<void> {
  const seconds = await counter.count(address);
  if (seconds > 0) throw rateLimited(reason, seconds);
}
