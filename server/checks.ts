import type { Sql } from './database/sql.ts';
import type { Deliverer } from './delivery/deliverer.ts';
import type { ServiceChecks } from './resources/meta/dependencies.ts';

const checkTimeoutMs = 2_000;

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${checkTimeoutMs} ms`)), checkTimeoutMs).unref();
  });
  return Promise.race([work, late]);
}

async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await inTime(work);
  } catch {
    return null;
  }
}

const deliveriesNow = `
  SELECT coalesce((SELECT extract(epoch FROM now() - min(next_attempt_at)) FROM deliveries WHERE status = 'pending' AND next_attempt_at <= now()), 0)::float8
           AS "oldestDueSeconds",
         (SELECT extract(epoch FROM now() - max(seen_at)) FROM job_workers)::float8 AS "workerSeenSecondsAgo"`;

const projectionAge = `SELECT extract(epoch FROM now() - min(refreshed_at))::float8 AS age FROM projection_refreshes`;

/** The checks behind `/v1/_health` and `/status`. */
export function serviceChecks(sql: Sql, deliverer: Pick<Deliverer, 'facts'> | undefined): ServiceChecks {
  return {
    async database() {
      const answered = await orNull(sql.query({ text: 'SELECT 1' }));
      return answered ? null : 'The database does not answer.';
    },
    signingSecrets() {
      const count = deliverer?.facts().unreadableSecretCount ?? 0;
      return count === 0 ? null : `The signing secrets of ${count} endpoints cannot be read with this ENCRYPTION_KEY.`;
    },
    async deliveries() {
      const rows = await orNull(sql.query<{ oldestDueSeconds: number; workerSeenSecondsAgo: number | null }>({ text: deliveriesNow }));
      return rows?.[0] ?? null;
    },
    async projectionAgeSeconds() {
      const rows = await orNull(sql.query<{ age: number | null }>({ text: projectionAge }));
      return rows?.[0]?.age ?? null;
    },
  };
}
