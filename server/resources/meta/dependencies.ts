/** What the meta operations ask of the running service. Each answers within a bounded time and does not reject. */
export interface ServiceChecks {
  /** Null when the database answers, else what is wrong. */
  database(): Promise<string | null>;
  /** Null when the signing secrets can be read, else what is wrong. */
  signingSecrets(): Promise<string | null>;
  /** Null where the database does not answer. */
  deliveries(): Promise<{ oldestDueSeconds: number; workerSeenSecondsAgo: number | null } | null>;
  /** Seconds since the sent-message projection was refreshed; null before the first refresh. */
  projectionAgeSeconds(): Promise<number | null>;
}

export interface MetaDependencies {
  readonly checks: ServiceChecks;
  readonly publicUrl: string;
}
