import { networkOf } from './client-address.ts';
import { rateLimited } from './rate-limit.ts';

const mostAddresses = 10_000;

export interface TriesOptions {
  /** Wrong tries of an address within a window, after which it waits for the window's end. */
  readonly most: number;
  readonly windowMs: number;
  /** What came too often, as the refusal tells it. */
  readonly what?: string;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/** Limits the wrong tokens of an address. Of so many addresses the ones that tried last are remembered. */
export class Tries {
  readonly #options: TriesOptions;
  readonly #windows = new Map<string, Window>();

  constructor(options: TriesOptions) {
    this.#options = options;
  }

  /** Throws `rate_limited` for an address that has used up its tries, whatever it sends. */
  check(address: string): void {
    const window = this.#windowOf(networkOf(address));
    if (!window || window.count < this.#options.most) return;
    const seconds = Math.max(1, Math.ceil((window.endsAt - performance.now()) / 1_000));
    const { most, what = 'wrong operator tokens came from this address' } = this.#options;
    throw rateLimited(`${most} ${what}.`, seconds);
  }

  /** Counts a wrong try. */
  count(address: string): void {
    const network = networkOf(address);
    const window = this.#windowOf(network) ?? { count: 0, endsAt: performance.now() + this.#options.windowMs };
    window.count++;
    this.#windows.delete(network);
    this.#windows.set(network, window);
    if (this.#windows.size > mostAddresses) this.#windows.delete(this.#windows.keys().next().value!);
  }

  #windowOf(network: string): Window | undefined {
    const window = this.#windows.get(network);
    return window && window.endsAt > performance.now() ? window : undefined;
  }
}
