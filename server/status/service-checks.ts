/** Workers that were silent for longer do not run. */
export const silentWorkerSeconds = 30;

/** What a check found, and when it began to look. */
export interface Checked<Value> {
  readonly value: Value;
  readonly measuredAt: Date;
}

type Check<Value> = () => Promise<Checked<Value>>;

/** How fresh a projection is. */
export interface Freshness {
  /** Since the last refresh that brought in everything; null before the first one. */
  readonly ageSeconds: number | null;
  /** Since the oldest change that is not yet in it; null where none is missing. */
  readonly oldestChangeSeconds: number | null;
}

/** What the status and the health of the running service are made of. Each answers within a bounded time and does not reject. */
export interface ServiceChecks {
  /** How long the database took to answer, or in a sentence why it did not. */
  readonly database: Check<{ readonly answerMs: number } | { readonly failure: string }>;
  /** How many read replicas serve; null where none is configured. */
  readonly replicas: Check<{ readonly servingCount: number; readonly count: number } | null>;
  /** Null when the signing secrets can be read, else what is wrong. */
  readonly signingSecrets: Check<string | null>;
  /**
   * Age of the oldest due delivery that waits for a worker, 0 when none does; one that waits for its receiver counts only while no worker
   * delivers. Null where the database does not answer.
   */
  readonly oldestDueSeconds: Check<number | null>;
  /** How long the oldest due publication has waited unclaimed, 0 when there is none; null where the database does not answer. */
  readonly unclaimedPublicationSeconds: Check<number | null>;
  /** When any worker was last heard from, null where none was; null as a whole where the database does not answer. */
  readonly workers: Check<{ readonly seenSecondsAgo: number | null } | null>;
  /** How fresh the projections are; null where the database does not answer. */
  readonly projections: Check<{ readonly sentMessages: Freshness; readonly analytics: Freshness } | null>;
}
