/** A counter that its owner increments while it lives. */
export interface Heartbeat {
  readonly id: string;
  readonly beat: number;
}

export interface LivenessOptions {
  /** An owner whose heartbeat the observer saw unchanged for so long is dead. */
  readonly deadAfterMs: number;
  /** An observer starts again after a longer gap between its own observations, in which it did not see the others. */
  readonly awayAfterMs: number;
}

/**
 * Finds dead processes by their missing heartbeats, measured by this observer's own monotonic clock. It does not compare times that others
 * wrote: after an outage of the database all of them are old, although every process lives.
 */
export class Liveness {
  readonly #options: LivenessOptions;
  readonly #seen = new Map<string, { beat: number; since: number }>();
  #observedAt = -Infinity;

  constructor(options: LivenessOptions) {
    this.#options = options;
  }

  /** Takes the rows that were just read, and returns the ids of dead processes. */
  observe(beats: readonly Heartbeat[], now: number): string[] {
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
