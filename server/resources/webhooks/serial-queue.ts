/** Runs work with the same name one after the other. */
export class SerialQueue {
  readonly #latest = new Map<string, Promise<unknown>>();

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const running = (this.#latest.get(name) ?? Promise.resolve()).then(work, work);
    this.#latest.set(name, running);
    try {
      return await running;
    } finally {
      if (this.#latest.get(name) === running) this.#latest.delete(name);
    }
  }
}
