import type { Sql } from '../database/client/sql.ts';
import { agenciesWithChanges, type WorkList } from '../database/work-lists.ts';
import { oldestDue } from '../delivery/claim/sweep.ts';
import { endpointsBehind, type BehindRow } from '../entities/endpoint-backlog.ts';
import { placeOfSecrets, type SecretOpener } from '../entities/signing-secret.ts';
import { cachedFor, type Measured } from '../lib/cached-for.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { shortageOf } from '../problems/shortage.ts';
import { oldestUnclaimedSeconds } from '../publications/claim.ts';

const checkTimeoutMs = 2_000;

/** A check that reads all endpoints is cached for this many times its duration. */
const agePerDuration = 20;

/** Workers without a heartbeat for longer do not run. */
export const silentWorkerSeconds = 30;

/** The result of work; null if it fails or takes longer. */
const withinOrNull =
  (timeoutMs: number) =>
  <Result>(work: Promise<Result>): Promise<Result | null> =>
    withTimeout(work, timeoutMs).catch(() => null);

/** The age of the last heartbeat, and of the oldest delivery that waits for the processes that deliver; null if none delivers. */
const workersText = `
  SELECT extract(epoch FROM now() - max(seen_at))::float8 AS "seenSecondsAgo",
         (SELECT CASE WHEN count(*) > 0 THEN coalesce(extract(epoch FROM now() - min(oldest_due_at)), 0) END::float8
            FROM delivery_leases WHERE ended_at IS NULL) AS "waitSeconds"
    FROM job_workers`;

interface WorkersRow {
  readonly seenSecondsAgo: number | null;
  readonly waitSeconds: number | null;
}

const ageOf = (list: WorkList) =>
  `(SELECT greatest(extract(epoch FROM now() - oldest), 0)::float8 FROM (SELECT min(changed_at) AS oldest FROM (${agenciesWithChanges(list)}) p) q WHERE oldest IS NOT NULL)`;

const projectionAges = `
  SELECT extract(epoch FROM now() - min(refreshed_at) FILTER (WHERE projection = 'sent_messages'))::float8 AS "sentMessagesAgeSeconds",
         extract(epoch FROM now() - min(refreshed_at) FILTER (WHERE projection = 'analytics'))::float8 AS "analyticsAgeSeconds",
         ${ageOf('changed_sends')} AS "sentMessagesPendingSeconds", ${ageOf('changed_quarters')} AS "analyticsPendingSeconds"
    FROM projection_refreshes`;

interface ProjectionAges {
  readonly sentMessagesAgeSeconds: number | null;
  readonly analyticsAgeSeconds: number | null;
  readonly sentMessagesPendingSeconds: number | null;
  readonly analyticsPendingSeconds: number | null;
}

export interface Freshness {
  /** Since the last complete refresh; null before the first one. */
  readonly ageSeconds: number | null;
  /** Since the oldest change that is not yet in the projection; null if it is complete. */
  readonly oldestChangeSeconds: number | null;
}

/** The first and the last endpoints: if the key was replaced by another one, secrets at one of the ends are unreadable. */
const someSecrets = `
  (SELECT agency_id, id, secret_ciphertext AS sealed FROM webhook_endpoints ORDER BY id LIMIT 10)
  UNION (SELECT agency_id, id, secret_ciphertext FROM webhook_endpoints ORDER BY id DESC LIMIT 10)`;

interface StoredSecret {
  readonly agency_id: string;
  readonly id: string;
  readonly sealed: Buffer;
}

function isReadable({ agency_id, id, sealed }: StoredSecret, secrets: SecretOpener): boolean {
  try {
    secrets.decrypt(sealed, placeOfSecrets(agency_id, id));
    return true;
  } catch {
    return false;
  }
}

interface ServiceChecksOptions {
  readonly sql: Sql;
  readonly secrets: SecretOpener;
  /** Undefined in a process that does not deliver. */
  readonly deliverer: { facts(): { readonly unreadableSecretCount: number } } | undefined;
  readonly replicas: () => readonly { readonly isServing: boolean }[];
  readonly checkMs?: number | undefined;
  readonly maxAgeMs?: number | undefined;
}

export type ServiceChecks = ReturnType<typeof serviceChecks>;

/**
 * The checks behind `/v1/_health`, `/status` and `/metrics`. Each ends within a bounded time and does not reject, and queries the database at most once a
 * second. A value is null if the database does not respond, unless its comment says otherwise.
 */
export function serviceChecks({ sql, secrets, deliverer, replicas, checkMs = checkTimeoutMs, maxAgeMs = 1_000 }: ServiceChecksOptions) {
  const orNull = withinOrNull(checkMs);
  let dueLowWaterMicros = 0;
  /** `seenSecondsAgo` is null if no worker has ever sent a heartbeat. */
  const workers = cachedFor(async () => {
    const rows = await orNull(sql.query<WorkersRow>({ text: workersText }));
    return rows && rows[0]!;
  }, maxAgeMs);
  return {
    /** The duration of a query, or why it failed, in a sentence. */
    database: cachedFor(async (): Promise<{ readonly answerMs: number } | { readonly failure: string }> => {
      const startedAt = performance.now();
      try {
        await withTimeout(sql.query({ text: 'SELECT 1' }), checkMs);
        return { answerMs: performance.now() - startedAt };
      } catch (error) {
        return { failure: shortageOf(error) ?? 'The database does not respond.' };
      }
    }, maxAgeMs),
    /** Null if no read replica is configured. */
    async replicas(): Promise<Measured<{ readonly servingCount: number; readonly count: number } | null>> {
      const all = replicas();
      const servingCount = all.filter(({ isServing }) => isServing).length;
      return { value: all.length === 0 ? null : { servingCount, count: all.length }, measuredAt: new Date() };
    },
    /** Null if the signing secrets can be decrypted, else the fault. */
    signingSecrets: cachedFor(async () => {
      const found = (await orNull(sql.query<StoredSecret>({ text: someSecrets }))) ?? [];
      const unreadableCount = found.filter((stored) => !isReadable(stored, secrets)).length;
      // Delivery detects unreadable secrets of the endpoints in between.
      const count = Math.max(unreadableCount, deliverer?.facts().unreadableSecretCount ?? 0);
      return count === 0 ? null : `The signing secrets of at least ${count} endpoints cannot be decrypted with this ENCRYPTION_KEY.`;
    }, maxAgeMs),
    /**
     * Age of the oldest due delivery that waits for a worker, 0 if there is none. A delivery that waits for its receiver counts only while
     * no worker delivers.
     */
    oldestDueSeconds: cachedFor(async () => {
      const { value } = await workers();
      const { seenSecondsAgo, waitSeconds } = value ?? { seenSecondsAgo: null, waitSeconds: null };
      const isAlive = seenSecondsAgo !== null && seenSecondsAgo <= silentWorkerSeconds;
      if (isAlive && waitSeconds !== null) return Math.max(0, waitSeconds);
      const oldest = await orNull(oldestDue(sql, dueLowWaterMicros));
      if (oldest) dueLowWaterMicros = oldest.lowWaterMicros;
      return oldest && oldest.oldestDueMs / 1000;
    }, maxAgeMs),
    /** Endpoints whose due deliveries wait too long, also for their receivers. */
    behind: cachedFor(() => orNull(sql.query<BehindRow>({ text: endpointsBehind }).then(([row]) => row!)), maxAgeMs, agePerDuration),
    /** How long the oldest due publication has waited for a claim, 0 if none waits. */
    unclaimedPublicationSeconds: cachedFor(() => orNull(oldestUnclaimedSeconds(sql)), maxAgeMs),
    workers,
    projections: cachedFor(async (): Promise<{ readonly sentMessages: Freshness; readonly analytics: Freshness } | null> => {
      const [ages] = (await orNull(sql.query<ProjectionAges>({ text: projectionAges }))) ?? [];
      if (!ages) return null;
      return {
        sentMessages: { ageSeconds: ages.sentMessagesAgeSeconds, oldestChangeSeconds: ages.sentMessagesPendingSeconds },
        analytics: { ageSeconds: ages.analyticsAgeSeconds, oldestChangeSeconds: ages.analyticsPendingSeconds },
      };
    }, maxAgeMs),
  };
}
