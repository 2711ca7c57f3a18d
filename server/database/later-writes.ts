/** Has what a process gathers written together, some time after the first of it: what was gathered since is lost with a process that is killed. */
export class LaterWrites {
  readonly #write: () => Promise<void>;
  readonly #afterMs: number;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: () => Promise<void>, afterMs: number) {
    this.#write = write;
    this.#afterMs = afterMs;
  }

  /** Notifies that there is something to write. */
  soon(): void {
    this.#timer ??= setTimeout(() => void this.now().catch(() => undefined), this.#afterMs);
  }

  /** Writes what was gathered until now, one write after the other. */
  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    return this.#writing;
  }
}
