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

/** Limits the tries of an address. It remembers the addresses that tried last, up to a bound. */
export class LoginLimiter {
  readonly #options: LoginLimiterOptions;
  readonly #windows = new Map<string, Window>();

  constructor(options: LoginLimiterOptions) {
    this.#options = options;
  }

  /** Counts a try, before anything is done for it. Throws `rate_limited` for an address that has used up its tries. */
  count(address: string): void {
    const { most, windowMs, what = 'wrong operator tokens were sent from this address' } = this.#options;
    const network = networkOf(address);
    const now = performance.now();
    const known = this.#windows.get(network);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
    if (window.count >= most) throw rateLimited(`${most} ${what}.`, Math.max(1, Math.ceil((window.endsAt - now) / 1_000)));
    window.count++;
    this.#windows.delete(network);
    this.#windows.set(network, window);
    if (this.#windows.size > mostAddresses) this.#windows.delete(this.#windows.keys().next().value!);
  }
}
