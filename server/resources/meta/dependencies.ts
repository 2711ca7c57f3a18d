/** What the meta operations ask of the running service. Each answers within a bounded time and does not reject. */
export interface ServiceChecks {
  /** How long the database took to answer; null when it does not. */
  databaseAnswerMs(): Promise<number | null>;
  /** Null when the signing secrets can be read, else what is wrong. */
  signingSecrets(): Promise<string | null>;
  /** Age of the delivery that is due longest, 0 when none is; null where the database does not answer. */
  oldestDueSeconds(): Promise<number | null>;
  /** When any worker was last heard from, null where none was; null as a whole where the database does not answer. */
  workers(): Promise<{ readonly seenSecondsAgo: number | null } | null>;
  /** Ages of the projections, null before the first refresh; null as a whole where the database does not answer. */
  projections(): Promise<{ readonly sentMessagesAgeSeconds: number | null; readonly analyticsAgeSeconds: number | null } | null>;
}

export interface MetaDependencies {
  readonly checks: ServiceChecks;
  readonly publicUrl: string;
}
