import { deliveryEventTypes } from '../../../generated/events.ts';
import { limits } from '../../../generated/limits.ts';
import { failedAttemptColumns } from '../../entities/attempt-counts.ts';
import { isAboutEndpoint } from '../../declare/event-creators.ts';
import { presentCounter, type CounterRow } from '../../entities/webhook-delivery.ts';
import { readInstantRange } from '../../query/instants.ts';
import type { Handler } from '../handler.ts';
import { readOfEndpoint } from './find-endpoint.ts';

const columns = ['event_type', 'delivered_count', 'failed_count', 'disabled_count', ...failedAttemptColumns]
  .map((column) => `c.${column}`)
  .join(', ');

/**
 * A type without deliveries counts 0; events about endpoints are left out unless the endpoint subscribes to them or received some. The window is widened
 * to whole minutes, by which counters are stored. Whole hours after the endpoint last lost a creator are read from hourly sums, as far as they are
 * computed. The database's clock determines the defaults of the window.
 */
export const getWebhookStats: Handler<'getWebhookStats'> = async (request, context) => {
  const { start, end } = readInstantRange(request, context);
  const rows = await readOfEndpoint<CounterRow & { is_inverted: boolean }>(context, request.endpoint_id, {
    text: `
      WITH stretch AS MATERIALIZED (
        SELECT e.enabled_event_types, s.start_at, s.end_at, date_trunc('minute', s.start_at) AS from_minute,
               date_bin('1 hour', greatest(s.start_at, coalesce(e.narrowed_at, '-infinity')) + interval '59 minutes 59.999 seconds', 'epoch') AS from_hour,
               least(date_trunc('hour', s.end_at), p.rolled_up_to) AS to_hour
          FROM {webhook_endpoints} e
          CROSS JOIN (SELECT coalesce($3::timestamptz, now() - interval '${limits.countedDays} days') AS start_at, coalesce($4::timestamptz, now()) AS end_at) s
          CROSS JOIN (SELECT rolled_up_to FROM delivery_hours_progress LIMIT 1) p
         WHERE e.id = $1
      ), counted AS (
        -- Row comparisons prevent a plan with the index of the time, which all endpoints share.
        SELECT ${columns} FROM stretch s JOIN {delivery_hours} c
            ON (c.endpoint_id, c.hour) >= ($1::uuid, s.from_hour) AND (c.endpoint_id, c.hour) < ($1::uuid, s.to_hour)
        UNION ALL
        SELECT ${columns} FROM stretch s JOIN {delivery_minutes} c
            ON (c.endpoint_id, c.minute) >= ($1::uuid, s.from_minute)
           AND (c.endpoint_id, c.minute) < ($1::uuid, least(s.end_at, CASE WHEN s.from_hour < s.to_hour THEN s.from_hour ELSE s.end_at END))
        UNION ALL
        SELECT ${columns} FROM stretch s JOIN {delivery_minutes} c
            ON s.from_hour < s.to_hour AND (c.endpoint_id, c.minute) >= ($1::uuid, s.to_hour) AND (c.endpoint_id, c.minute) < ($1::uuid, s.end_at)
      )
      SELECT t.event_type, s.start_at > s.end_at AS is_inverted,
        coalesce(sum(c.delivered_count), 0)::bigint AS delivered_count,
        coalesce(sum(c.failed_count), 0)::bigint AS failed_count,
        coalesce(sum(c.disabled_count), 0)::bigint AS disabled_count,
        ${failedAttemptColumns.map((column) => `coalesce(sum(c.${column}), 0)::bigint AS ${column}`).join(', ')}
      FROM stretch s
      CROSS JOIN unnest($2::text[]) WITH ORDINALITY AS t (event_type, position)
      LEFT JOIN counted c ON c.event_type = t.event_type
      GROUP BY t.event_type, t.position, s.start_at, s.end_at, s.enabled_event_types
     HAVING NOT ${isAboutEndpoint('t.event_type')} OR t.event_type = ANY (s.enabled_event_types) OR count(c.event_type) > 0
      ORDER BY t.position`,
    values: [request.endpoint_id, deliveryEventTypes, start ?? null, end ?? null],
  });
  if (rows[0]?.is_inverted) {
    throw context.problem('validation_failed', {
      detail: `"end" must be after "start"; "start" defaults to ${limits.countedDays} days before now, "end" to now.`,
    });
  }
  return { data: rows.map(presentCounter) };
};
