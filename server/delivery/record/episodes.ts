import { STATUS_CODES } from 'node:http';
import type { DeliveryAttempt } from '../../../generated/models.ts';
import { limits } from '../../../generated/limits.ts';
import { failedAttemptColumns } from '../../entities/attempt-counts.ts';
import { acceptedSince, hasEnded } from '../../entities/endpoint-episode.ts';

/**
 * The code that counts a failed attempt: the status, the error detail or the error; null for a successful one. Statuses that are not registered share
 * the code of their class, so that a receiver cannot add a row for each.
 */
export function failureCode({ status_code: status, error, error_detail: detail }: DeliveryAttempt): string | null {
  if (error === null) return null;
  if (status === null || (error !== 'http_status' && error !== 'redirect')) return detail ?? error;
  return STATUS_CODES[status] === undefined ? `${String(status).charAt(0)}xx` : String(status);
}

const ofEndpoint = (alias: string, other: string) =>
  `${alias}.agency_id = ${other}.agency_id AND ${alias}.endpoint_id = ${other}.endpoint_id`;

/** SQL: attempts of the batch to the endpoint `t` that were accepted at these places. */
const acceptedInBatch = (places: string) =>
  `(SELECT count(*) FROM ended o WHERE ${ofEndpoint('o', 't')} AND o.status = 'delivered' AND ${places})`;

/** SQL: a value of the former episode `p` of an endpoint if the failed attempts continue it, otherwise another one. */
const continued = (value: string, other: string) => `CASE WHEN p.continues THEN ${value} ELSE ${other} END`;

/** SQL: the place of the present minute in `counts` of `failed_attempts`. */
const minuteOfHour = 'extract(minute FROM now())::int + 1';

const added = (columns: readonly string[]) =>
  columns.map((column) => `${column} = CASE WHEN e.number = excluded.number THEN e.${column} ELSE 0 END + excluded.${column}`).join(', ');

/**
 * SQL of the steps that write failed attempts of the batch to the episodes and the counters of their endpoints. Without failed attempts they read nothing. A lock on the
 * former episode serializes processes, and a former episode that has ended is replaced. The counters of the minute do not contain the batch yet.
 */
export const episodeSteps = `failed AS MATERIALIZED (
    SELECT w.agency_id, w.endpoint_id, w.failed_position, w.code, w.place_in_batch,
           (w.attempt::json ->> 'error') AS error, (w.attempt::json ->> 'attempted_at')::timestamptz AS attempted_at
      FROM (SELECT agency_id, endpoint_id, failed_position, code, place_in_batch, attempt FROM ended
            UNION ALL SELECT agency_id, endpoint_id, failed_position, code, place_in_batch, attempt FROM retried) w
     WHERE w.code IS NOT NULL
  ), troubled AS MATERIALIZED (
    SELECT agency_id, endpoint_id, min(attempted_at) AS first_at, max(attempted_at) AS last_at, min(place_in_batch) AS first_place, max(place_in_batch) AS last_place,
           ${failedAttemptColumns.map((column, index) => `count(*) FILTER (WHERE failed_position = ${index + 1}) AS ${column}`).join(', ')}
      FROM failed GROUP BY agency_id, endpoint_id ORDER BY agency_id, endpoint_id
  ), episode AS (
    INSERT INTO endpoint_episodes AS e
      (agency_id, endpoint_id, number, began_at, last_failed_at, minute, delivered_of_minute, delivered_before, delivered_count, ${failedAttemptColumns.join(', ')})
    SELECT t.agency_id, t.endpoint_id, ${continued('p.number', 'coalesce(p.number, 0) + 1')}, ${continued('p.began_at', 't.first_at')},
           t.last_at, date_trunc('minute', now()), m.delivered + ${acceptedInBatch('o.place_in_batch < t.last_place')},
           ${continued('p.delivered_before', `b.delivered + ${acceptedInBatch('o.place_in_batch < t.first_place')}`)},
           ${continued(
             `p.accepted + ${acceptedInBatch('o.place_in_batch < t.last_place')}`,
             acceptedInBatch('o.place_in_batch > t.first_place AND o.place_in_batch < t.last_place'),
           )},
           ${failedAttemptColumns.map((column) => `t.${column}`).join(', ')}
      FROM troubled t
      JOIN webhook_endpoints w ON w.agency_id = t.agency_id AND w.id = t.endpoint_id
      LEFT JOIN LATERAL (
        SELECT p.*, s.accepted, NOT (${hasEnded('p', 's', 'w')} OR coalesce(w.narrowed_at > p.last_failed_at, false)) AS continues
          FROM (SELECT * FROM endpoint_episodes p WHERE ${ofEndpoint('p', 't')} FOR UPDATE) p
         CROSS JOIN LATERAL (${acceptedSince('delivery_minutes c', 'p')}) s
      ) p ON true
     CROSS JOIN LATERAL (
        SELECT coalesce(sum(c.delivered_count), 0) AS delivered FROM delivery_minutes c
         WHERE ${ofEndpoint('c', 't')} AND c.minute = date_trunc('minute', now())) m
     CROSS JOIN LATERAL (
        SELECT coalesce(sum(c.delivered_count), 0) AS delivered FROM delivery_minutes c
         WHERE ${ofEndpoint('c', 't')} AND c.minute > date_trunc('minute', now()) - interval '${limits.healthMinutes} minutes'
           AND p.continues IS NOT TRUE) b
    ON CONFLICT (agency_id, endpoint_id) DO UPDATE
       SET number = excluded.number, began_at = CASE WHEN e.number = excluded.number THEN e.began_at ELSE excluded.began_at END,
           last_failed_at = CASE WHEN e.number = excluded.number THEN greatest(e.last_failed_at, excluded.last_failed_at) ELSE excluded.last_failed_at END,
           minute = excluded.minute, delivered_of_minute = excluded.delivered_of_minute, delivered_before = excluded.delivered_before,
           ${added(['delivered_count', ...failedAttemptColumns])}
    RETURNING e.agency_id, e.endpoint_id, e.number
  ), outcome AS (
    INSERT INTO episode_errors AS e (agency_id, endpoint_id, code, number, error, attempt_count, first_at, last_at)
    SELECT f.agency_id, f.endpoint_id, f.code, p.number, min(f.error), count(*), min(f.attempted_at), max(f.attempted_at)
      FROM failed f JOIN episode p ON ${ofEndpoint('p', 'f')}
     GROUP BY f.agency_id, f.endpoint_id, f.code, p.number ORDER BY f.agency_id, f.endpoint_id, f.code
    ON CONFLICT (agency_id, endpoint_id, code) DO UPDATE
       SET number = excluded.number, error = excluded.error, last_at = excluded.last_at,
           first_at = CASE WHEN e.number = excluded.number THEN least(e.first_at, excluded.first_at) ELSE excluded.first_at END,
           ${added(['attempt_count'])}
  ), failed_minute AS (
    INSERT INTO failed_attempts AS h (agency_id, endpoint_id, hour, code, error, counts)
    SELECT agency_id, endpoint_id, date_trunc('hour', now()), code, min(error), format('[%1$s:%1$s]={%2$s}', ${minuteOfHour}, count(*))::int[]
      FROM failed GROUP BY agency_id, endpoint_id, code ORDER BY agency_id, endpoint_id, code
    ON CONFLICT (agency_id, endpoint_id, hour, code) DO UPDATE
       SET counts[${minuteOfHour}] = coalesce(h.counts[${minuteOfHour}], 0) + excluded.counts[${minuteOfHour}]
  )`;
