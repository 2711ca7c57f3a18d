import { limits } from '../../../generated/limits.ts';
import type { Sql } from '../../database/client/sql.ts';
import { allAttempts, failedAttempts } from '../../entities/attempt-counts.ts';
import { isAboutEndpoint } from '../../declare/event-creators.ts';

/** An endpoint that began to fail, or recovered. */
export interface RatedEndpoint {
  readonly id: string;
  readonly agency_id: string;
  readonly is_failing: boolean;
}

/** The condition of the index on endpoints that receive these reports. */
const watchedTypes = `'{endpoint.failing,endpoint.disabled,endpoint.recovered}'`;

const rateEndpoints = `
  WITH rated AS MATERIALIZED (
    -- Excludes attempts before the endpoint was enabled or its last trouble ended. An endpoint recovers at a lower rate than the one at
    -- which it fails, so that an endpoint near the limit is not reported every minute. A row comparison makes endpoint and minute one
    -- position in the key of the counters.
    SELECT e.agency_id, e.id, e.trouble
      FROM webhook_endpoints e
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(c.delivered_count), 0) AS delivered, coalesce(sum(${failedAttempts}), 0) AS failed, coalesce(sum(${allAttempts}), 0) AS attempts
         FROM delivery_minutes c
        WHERE c.agency_id = e.agency_id
          AND (c.endpoint_id, c.minute) >= (e.id, greatest(
                date_trunc('minute', now()) - interval '${limits.failingMinutes} minutes', e.enabled_at,
                CASE WHEN e.trouble IS DISTINCT FROM 'failure_rate' THEN e.trouble_changed_at END))
          AND (c.endpoint_id, c.minute) < (e.id, 'infinity') AND NOT ${isAboutEndpoint('c.event_type')}) c
     WHERE e.status = 'active' AND e.trouble IS DISTINCT FROM 'consecutive_failures'
       AND ($1 OR e.agency_id IN (SELECT w.agency_id FROM webhook_endpoints w WHERE w.enabled_event_types && ${watchedTypes}))
       AND CASE WHEN e.trouble = 'failure_rate'
                THEN c.delivered > 0 AND c.failed * 100 <= c.attempts * ${limits.recoveredPercent}
                ELSE c.attempts >= ${limits.failingAttempts} AND c.failed * 100 > c.attempts * ${limits.failingPercent} END
  ), held AS MATERIALIZED (
    -- Locked in the same order as by the breaker.
    SELECT e.agency_id, e.id, e.trouble
      FROM rated r JOIN webhook_endpoints e ON e.agency_id = r.agency_id AND e.id = r.id
     WHERE e.status = 'active' AND e.trouble IS NOT DISTINCT FROM r.trouble
     ORDER BY e.id FOR NO KEY UPDATE OF e
  )
  UPDATE webhook_endpoints e
     SET trouble = CASE WHEN h.trouble = 'failure_rate' THEN NULL ELSE 'failure_rate' END, trouble_changed_at = clock_timestamp()
    FROM held h
   WHERE e.agency_id = h.agency_id AND e.id = h.id
  RETURNING e.agency_id, e.id, e.trouble IS NOT NULL AS is_failing`;

/**
 * Finds endpoints most of whose latest attempts fail, and those that recovered. A trigger reports both. The attempts of an agency are summed only if
 * its reports have a receiver.
 */
export async function rateFailures(sql: Sql, isOperatorNotified: boolean): Promise<RatedEndpoint[]> {
  return sql.query<RatedEndpoint>({ text: rateEndpoints, values: [isOperatorNotified] });
}
