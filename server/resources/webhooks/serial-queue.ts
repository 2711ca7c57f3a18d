/** Does work one after the other under each name. */
export class SerialQueue {
  readonly #latest = new Map<string, Promise<unknown>>();

  /** Does work when what was given before it under the same name has ended, well or not. Who waits holds nothing. */
  async take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#latest.get(name) ?? Promise.resolve()).then(work, work);
    this.#latest.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#latest.get(name) === turn) this.#latest.delete(name);
    }
  }
}
