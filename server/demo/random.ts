/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** A sequence of random numbers (mulberry32) that a seed determines: the same seed generates the same story. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = hashOf(seed);
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both bounds included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!;
  }

  /** An index into `weights`, each as likely as its share. */
  weighted(weights: readonly number[]): number {
    let rest = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    const index = weights.findIndex((weight) => (rest -= weight) < 0);
    return index === -1 ? weights.length - 1 : index;
  }

  /** How often something happens that happens `mean` times on average (Poisson). */
  count(mean: number): number {
    let events = 0;
    for (let left = mean - this.#exponential(); left > 0; left -= this.#exponential()) events += 1;
    return events;
  }

  /** A wait, short as a rule and sometimes long. */
  wait(meanMs: number): number {
    return Math.round(this.#exponential() * meanMs);
  }

  digits(length: number): string {
    return String(this.integer(1, 9)) + Array.from({ length: length - 1 }, () => this.integer(0, 9)).join('');
  }

  /** A UUIDv7 of the instant. */
  uuid(atMs: number): string {
    const time = Math.floor(atMs).toString(16).padStart(12, '0');
    const hex = (length: number) => Array.from({ length }, () => this.integer(0, 15).toString(16)).join('');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${this.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`;
  }

  #exponential(): number {
    return -Math.log(1 - this.next());
  }
}
