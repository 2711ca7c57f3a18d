import type { Sql } from '../database/client/sql.ts';
import type { Deliverer } from '../delivery/deliverer.ts';
import { oldestDue } from '../delivery/claim/sweep.ts';
import { placeOfSecrets, type SecretOpener } from '../entities/signing-secret.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { cachedFor } from '../lib/cached-for.ts';
import { shortageOf } from '../problems/shortage.ts';
import { agenciesWithChanges, type WorkList } from '../database/work-lists.ts';
import { oldestUnclaimedSeconds } from '../publications/due.ts';
import { readHistory, type StatusHistory } from '../status/history.ts';
import type { Times } from './service.ts';
import { silentWorkerSeconds, type Checked, type ServiceChecks } from '../status/service-checks.ts';

const checkTimeoutMs = 2_000;

/** What work results in, or null where it fails or takes longer. */
const withinOrNull =
  (timeoutMs: number) =>
  <Result>(work: Promise<Result>): Promise<Result | null> =>
    withTimeout(work, timeoutMs).catch(() => null);

/** When a worker was last heard from, and how long the oldest delivery has waited for the processes that deliver; null where none delivers. */
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

/** The first and the last endpoints: a key that was exchanged for another shows at one of the ends. */
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

/** The checks behind `/v1/_health` and `/status`. Requests for those cost the database at most one query a second. */
export function serviceChecks(
  sql: Sql,
  secrets: SecretOpener,
  deliverer: Pick<Deliverer, 'facts'> | undefined,
  replicas: () => readonly { readonly isServing: boolean }[],
  { checkMs = checkTimeoutMs, measurementMs: maxAgeMs = 1_000 }: Partial<Times> = {},
): ServiceChecks {
  const orNull = withinOrNull(checkMs);
  let dueLowWaterMicros = 0;
  const workers = cachedFor(async () => {
    const rows = await orNull(sql.query<WorkersRow>({ text: workersText }));
    return rows && rows[0]!;
  }, maxAgeMs);
  return {
    database: cachedFor(async () => {
      const askedAt = performance.now();
      try {
        await withTimeout(sql.query({ text: 'SELECT 1' }), checkMs);
        return { answerMs: performance.now() - askedAt };
      } catch (error) {
        return { failure: shortageOf(error) ?? 'The database does not respond.' };
      }
    }, maxAgeMs),
    async replicas() {
      const all = replicas();
      const servingCount = all.filter(({ isServing }) => isServing).length;
      return { value: all.length === 0 ? null : { servingCount, count: all.length }, measuredAt: new Date() };
    },
    signingSecrets: cachedFor(async () => {
      const found = (await orNull(sql.query<StoredSecret>({ text: someSecrets }))) ?? [];
      const unreadableCount = found.filter((stored) => !isReadable(stored, secrets)).length;
      // Delivery comes upon those in between.
      const count = Math.max(unreadableCount, deliverer?.facts().unreadableSecretCount ?? 0);
      return count === 0 ? null : `The signing secrets of at least ${count} endpoints cannot be decrypted with this ENCRYPTION_KEY.`;
    }, maxAgeMs),
    oldestDueSeconds: cachedFor(async () => {
      const { value } = await workers();
      const { seenSecondsAgo, waitSeconds } = value ?? { seenSecondsAgo: null, waitSeconds: null };
      const isAlive = seenSecondsAgo !== null && seenSecondsAgo <= silentWorkerSeconds;
      if (isAlive && waitSeconds !== null) return Math.max(0, waitSeconds);
      const oldest = await orNull(oldestDue(sql, dueLowWaterMicros));
      if (oldest) dueLowWaterMicros = oldest.lowWaterMicros;
      return oldest && oldest.oldestDueMs / 1000;
    }, maxAgeMs),
    unclaimedPublicationSeconds: cachedFor(() => orNull(oldestUnclaimedSeconds(sql)), maxAgeMs),
    workers,
    projections: cachedFor(async () => {
      const rows = await orNull(
        sql.query<{
          sentMessagesAgeSeconds: number | null;
          analyticsAgeSeconds: number | null;
          sentMessagesPendingSeconds: number | null;
          analyticsPendingSeconds: number | null;
        }>({ text: projectionAges }),
      );
      if (!rows) return null;
      const { sentMessagesAgeSeconds, analyticsAgeSeconds, sentMessagesPendingSeconds, analyticsPendingSeconds } = rows[0]!;
      return {
        sentMessages: { ageSeconds: sentMessagesAgeSeconds, oldestChangeSeconds: sentMessagesPendingSeconds },
        analytics: { ageSeconds: analyticsAgeSeconds, oldestChangeSeconds: analyticsPendingSeconds },
      };
    }, maxAgeMs),
  };
}

/** The days behind `/status`, of which a new minute is shown within one. */
export function cachedHistory(sql: Sql): () => Promise<Checked<StatusHistory>> {
  return cachedFor(async () => (await withinOrNull(checkTimeoutMs)(readHistory(sql))) ?? [], 30_000);
}
