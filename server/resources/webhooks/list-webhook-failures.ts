import { deliveryEventTypes } from '../../../generated/events.ts';
import { firstShownId } from '../../database/partitions/partitions.ts';
import { presentDelivery, type FailureRow, type NoRow } from '../../entities/webhook-delivery.ts';
import { Pager } from '../../paging/pager.ts';
import { readInstantRange } from '../../query/instants.ts';
import { lastId } from '../../query/uuid.ts';
import type { Handler } from '../handler.ts';
import { readOfEndpoint } from './find-endpoint.ts';

/** The page is merged from short ranges of the key, one per type. Excludes failures past their retention, which partitions may still contain. */
const pageOfFailures = `
  SELECT f.* FROM {webhook_endpoints} e
  LEFT JOIN LATERAL (
    SELECT w.* FROM unnest($2::text[]) AS t (type) CROSS JOIN LATERAL (
      SELECT o.id, o.event_id, o.event_type, o.delivery_id, o.occurred_at AS event_created_at, o.failed_at, o.error, o.attempts, o.replayed_at
        FROM {delivery_failures} o
       WHERE o.endpoint_id = $1 AND o.event_type = t.type
         AND o.id >= greatest(${firstShownId}, first_id_at(greatest($3::timestamptz, 'epoch')))
         AND o.id < least($5::uuid, first_id_at(greatest(coalesce($4::timestamptz, '9999-01-01'), 'epoch')))
       ORDER BY o.id DESC LIMIT $6) w
     ORDER BY w.id DESC LIMIT $6
  ) f ON true
  WHERE e.id = $1
  ORDER BY f.id DESC`;

export const listWebhookFailures: Handler<'listWebhookFailures', 'cursors'> = async (request, context, { cursors }) => {
  const pager = new Pager(cursors, 'listWebhookFailures', context);
  const { start, end } = readInstantRange(request, context);
  const [afterId] = pager.after(request.cursor) ?? [];
  const statement = {
    text: pageOfFailures,
    values: [
      request.endpoint_id,
      [...new Set(request.event_types ?? deliveryEventTypes)],
      start ?? null,
      end ?? null,
      afterId ?? lastId,
      request.limit + 1,
    ],
  };
  const rows = await readOfEndpoint<FailureRow | NoRow<FailureRow>>(context, request.endpoint_id, statement, (given) => pager.read(given));
  const failures = rows.filter((row): row is FailureRow => row.id !== null);
  return pager.page(failures, request.limit, presentDelivery, (row) => [row.id]);
};
