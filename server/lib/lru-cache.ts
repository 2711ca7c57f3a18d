/** A cache of the values used last, by their keys. */
export class LruCache<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The value of the key, created if it is not cached. */
  get(key: string, create: () => Value): Value {
    const value = this.#values.get(key) ?? create();
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value!);
    return value;
  }
}
