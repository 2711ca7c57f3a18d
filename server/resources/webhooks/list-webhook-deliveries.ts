import type { WebhookDelivery } from '../../../generated/models.ts';
import type { DeliveryRow, NoRow } from '../../entities/webhook-delivery.ts';
import type { Handler } from '../handler.ts';
import { readOfEndpoint } from './find-endpoint.ts';
import { listStatements, pageOfEndpoint, type ListParts } from './page-of-endpoint.ts';

const statuses: readonly WebhookDelivery['status'][] = ['pending', 'delivered', 'failed'];

const columnsOf = {
  id: { pending: 'q.id', settled: 'h.id' },
  all: {
    pending: `q.id, q.event_id, q.event_type, 'pending' AS status, q.attempts, q.created_at, q.due_at::timestamptz(3) AS next_attempt_at, q.lease IS NOT NULL AS is_in_flight`,
    settled: 'h.id, h.event_id, h.event_type, h.status, h.attempts, h.created_at, NULL::timestamptz, false',
  },
};

/** Pending and settled deliveries, merged from a range for each type and status, so that both filters read only matching rows. */
const listOf = ({ columns, where, rows }: ListParts) => `
  SELECT d.* FROM {webhook_endpoints} e
  LEFT JOIN LATERAL (
    SELECT * FROM (
      (SELECT w.* FROM unnest($3::text[]) AS t (type) CROSS JOIN LATERAL (
         SELECT ${columnsOf[columns].pending} FROM {delivery_queue} q WHERE q.event_type = t.type AND ${where('q')}
          ORDER BY q.id DESC LIMIT $2) w WHERE 'pending' = ANY ($7::text[]))
      UNION ALL
      (SELECT w.* FROM unnest($3::text[]) AS t (type), unnest($7::text[]) AS s (status) CROSS JOIN LATERAL (
         SELECT ${columnsOf[columns].settled} FROM {delivery_history} h WHERE h.event_type = t.type AND h.status = s.status AND ${where('h')}
          ORDER BY h.id DESC LIMIT $2) w)
    ) merged ORDER BY id DESC ${rows}
  ) d ON true
  WHERE e.id = $1
  ORDER BY d.id DESC`;

const statements = listStatements(listOf, 7);

export const listWebhookDeliveries: Handler<'listWebhookDeliveries', 'cursors'> = (
  { statuses: wanted, ...request },
  context,
  { cursors },
) =>
  pageOfEndpoint<DeliveryRow>(request, context, cursors, {
    list: 'listWebhookDeliveries',
    statements,
    values: [[...new Set(wanted ?? statuses)]],
    plan: 'custom',
    read: (of, endpointId, statement, pager) =>
      readOfEndpoint<DeliveryRow | NoRow<DeliveryRow>>(of, endpointId, statement, (given) => pager.read(given)),
  });
