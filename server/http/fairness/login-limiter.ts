import { networkOf } from '../connection/client-address.ts';
import { rateLimited } from '../steps/rate-limit.ts';

const mostAddresses = 10_000;

export interface LoginLimiterOptions {
  /** Tries of an address within a window, after which it waits for the window's end. */
  readonly most: number;
  readonly windowMs: number;
  /** What came too often, as the refusal says. */
  readonly what?: string;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/** Counts tries of addresses, in this process or in another one that counts for several. */
export interface TryCounter {
  /** Counts a try. Answers with the seconds to wait if the address has used up its tries, else with 0. */
  count(address: string): number | Promise<number>;
}

/** The tries of the addresses that tried last, up to a bound. */
export class TryWindows implements TryCounter {
  readonly #options: Pick<LoginLimiterOptions, 'most' | 'windowMs'>;
  readonly #windows = new Map<string, Window>();

  constructor(options: Pick<LoginLimiterOptions, 'most' | 'windowMs'>) {
    this.#options = options;
  }

  count(address: string): number {
    const { most, windowMs } = this.#options;
    const network = networkOf(address);
    const now = performance.now();
    const known = this.#windows.get(network);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
    if (window.count >= most) return Math.max(1, Math.ceil((window.endsAt - now) / 1_000));
    window.count++;
    this.#windows.delete(network);
    this.#windows.set(network, window);
    if (this.#windows.size > mostAddresses) this.#windows.delete(this.#windows.keys().next().value!);
    return 0;
  }
}

/** Limits the tries of an address. */
export class LoginLimiter {
  readonly #options: LoginLimiterOptions;
  readonly #counter: TryCounter;

  constructor(options: LoginLimiterOptions, counter: TryCounter = new TryWindows(options)) {
    this.#options = options;
    this.#counter = counter;
  }

  /** Counts a try, before anything is done for it. Throws `rate_limited` for an address that has used up its tries. */
  async count(address: string): Promise<void> {
    const { most, what = 'wrong operator tokens were sent from this address' } = this.#options;
    const seconds = await this.#counter.count(address);
    if (seconds > 0) throw rateLimited(`${most} ${what}.`, seconds);
  }
}
