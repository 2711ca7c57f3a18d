import type { ListWebhookDeliveriesRequest } from '../../../generated/interfaces/webhooks.ts';
import type { WebhookDeliveryPage } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { Pager } from '../../paging/page.ts';
import { readInstantRange } from '../../query/instants.ts';
import { readOfEndpoint } from './find-endpoint.ts';
import { presentDelivery, type DeliveryRow } from './present.ts';

/** Most recent first. The clean-up may be behind, so deliveries past their retention are left out here. */
export async function listWebhookDeliveries(
  { cursors }: { readonly cursors: Cursors },
  request: ListWebhookDeliveriesRequest,
  context: RequestContext,
): Promise<WebhookDeliveryPage> {
  const pager = new Pager(cursors, 'listWebhookDeliveries', context);
  const { start, end } = readInstantRange(request);
  const [afterCreatedAt, afterId] = pager.after(request.cursor) ?? [];
  const rows = await readOfEndpoint<DeliveryRow | { id: null }>(
    context.data,
    request.endpoint_id,
    {
      text: `
      SELECT d.* FROM {webhook_endpoints} e
      LEFT JOIN LATERAL (
        SELECT w.id, w.event_id, w.event_type, w.status, w.attempts, w.created_at, w.next_attempt_at
        FROM {deliveries} w
        WHERE w.endpoint_id = $1
          AND w.created_at > now() - interval '30 days'
          AND ($2::text[] IS NULL OR w.event_type = ANY($2))
          AND ($3::text[] IS NULL OR w.status = ANY($3))
          AND ($4::timestamptz IS NULL OR w.created_at >= $4)
          AND ($5::timestamptz IS NULL OR w.created_at < $5)
          AND ($6::timestamptz IS NULL OR (w.created_at, w.id) < ($6, $7::uuid))
        ORDER BY w.created_at DESC, w.id DESC
        LIMIT $8
      ) d ON true
      WHERE e.id = $1
      ORDER BY d.created_at DESC, d.id DESC`,
      values: [
        request.endpoint_id,
        request.event_types ?? null,
        request.statuses ?? null,
        start ?? null,
        end ?? null,
        afterCreatedAt ?? null,
        afterId ?? null,
        request.limit + 1,
      ],
    },
    (statement) => pager.read(statement),
  );
  const deliveries = rows.filter((row): row is DeliveryRow => row.id !== null);
  return pager.page(deliveries, request.limit, presentDelivery, (row) => [row.created_at.toISOString(), row.id]);
}
