/** Writes the items that a process gathers, some time after the first one. A killed process loses unwritten items. */
export class LaterWrites {
  readonly #write: () => Promise<void>;
  readonly #afterMs: number;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: () => Promise<void>, afterMs: number) {
    this.#write = write;
    this.#afterMs = afterMs;
  }

  /** Schedules a write, unless one is scheduled. */
  soon(): void {
    this.#timer ??= setTimeout(() => void this.now().catch(() => undefined), this.#afterMs);
  }

  /** Writes the gathered items, after a write in progress. */
  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    return this.#writing;
  }
}
