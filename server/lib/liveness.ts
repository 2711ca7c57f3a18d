/** A beat counts up while its owner lives. */
export interface Beat {
  readonly id: string;
  readonly beat: number;
}

export interface LivenessOptions {
  /** Who did not beat for so long, while the observer looked on, is dead. */
  readonly deadAfterMs: number;
  /** An observer that was itself away for longer than this starts again: it could not see the others meanwhile. */
  readonly awayAfterMs: number;
}

/**
 * Judges who is dead by the beats that this observer saw missing, by its own monotonic clock. Times written by others
 * are not compared: after an outage of the database there have been no heartbeats for a while, although every process is alive.
 */
export class Liveness {
  readonly #options: LivenessOptions;
  readonly #seen = new Map<string, { beat: number; since: number }>();
  #observedAt = -Infinity;

  constructor(options: LivenessOptions) {
    this.#options = options;
  }

  /** Call it with the rows just read. Returns the ids of the dead. */
  observe(beats: readonly Beat[], now: number): string[] {
    const { deadAfterMs, awayAfterMs } = this.#options;
    if (now - this.#observedAt > awayAfterMs) this.#seen.clear();
    this.#observedAt = now;
    const ids = new Set(beats.map(({ id }) => id));
    for (const id of this.#seen.keys()) if (!ids.has(id)) this.#seen.delete(id);
    return beats.flatMap(({ id, beat }) => {
      const known = this.#seen.get(id);
      if (known?.beat === beat) return now - known.since >= deadAfterMs ? [id] : [];
      this.#seen.set(id, { beat, since: now });
      return [];
    });
  }
}
