/** Values by their keys; a cache of the latest used. */
export class LatestUsed<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The value of the key, made where it is not kept. */
  get(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) {
      const [oldest] = this.#values.keys();
      this.#values.delete(oldest!);
    }
    return value;
  }
}
