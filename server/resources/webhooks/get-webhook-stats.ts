import type { GetWebhookStatsRequest } from '../../../generated/interfaces/webhooks.ts';
import type { DeliveryCounter, DeliveryCounterList } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { Problem } from '../../problems/problem.ts';
import { readInstantRange } from '../../query/instants.ts';
import { readOfEndpoint } from './find-endpoint.ts';
import { presentCounter, type CounterRow } from './present.ts';

/** Every type of the contract, in its order: a type without deliveries is counted as 0. */
const positions: Readonly<Record<DeliveryCounter['event_type'], number>> = {
  'order.created': 1,
  'order.refunded': 2,
  'assignment.updated': 3,
  'conversation.ai_control_requested': 4,
  ping: 5,
};

/**
 * Counters are kept by the minute, so the window is widened to whole minutes. The window's defaults are read from the
 * database's clock, so that it also tells whether the end lies before the start.
 */
export async function getWebhookStats(request: GetWebhookStatsRequest, context: RequestContext): Promise<DeliveryCounterList> {
  const { start, end } = readInstantRange(request);
  const rows = await readOfEndpoint<CounterRow & { is_inverted: boolean }>(context.data, request.endpoint_id, {
    text: `
      SELECT t.event_type, s.start_at > s.end_at AS is_inverted,
        coalesce(sum(c.delivered_count), 0)::bigint AS delivered_count,
        coalesce(sum(c.failed_count), 0)::bigint AS failed_count
      FROM {webhook_endpoints} e
      CROSS JOIN (SELECT coalesce($3::timestamptz, now() - interval '7 days') AS start_at, coalesce($4::timestamptz, now()) AS end_at) s
      CROSS JOIN unnest($2::text[]) WITH ORDINALITY AS t (event_type, position)
      LEFT JOIN {delivery_counters} c
        ON c.endpoint_id = $1
        AND c.event_type = t.event_type
        AND c.minute >= date_trunc('minute', s.start_at)
        AND c.minute < s.end_at
      WHERE e.id = $1
      GROUP BY t.event_type, t.position, s.start_at, s.end_at
      ORDER BY t.position`,
    values: [request.endpoint_id, Object.keys(positions), start ?? null, end ?? null],
  });
  if (rows[0]?.is_inverted) {
    throw new Problem('validation_failed', {
      detail: 'The window is inverted: without "start" it begins 7 days before now, without "end" it ends now.',
    });
  }
  return { data: rows.map(presentCounter) };
}
