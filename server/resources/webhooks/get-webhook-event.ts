import type { GetWebhookEventRequest } from '../../../generated/interfaces/webhooks.ts';
import type { RecordedEventWithDeliveries } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { firstShownId } from '../../database/partitions/partitions.ts';
import { presentRecordedEvent, recordedEvent } from '../../entities/recorded-event.ts';
import { presentDeliveryDetail, type DeliveryDetailRow } from '../../entities/webhook-delivery.ts';
import { Op, sql } from '../../models/conditions.ts';
import { isUuid } from '../../query/uuid.ts';
import { endedDelivery, failureOfDelivery, queuedDelivery } from './delivery-details.ts';

/** An event's first deliveries are made by the statement that records it, which ends long before that. */
const publishedWithin = "interval '30 seconds'";

const ofFirst = (alias: string) =>
  `${alias}.endpoint_id = e.id AND ${alias}.event_type = $2 AND ${alias}.event_id = $1 AND ${alias}.replay_of IS NULL
     AND ${alias}.id >= first_id_at(uuid_extract_timestamp($1)) AND ${alias}.id < first_id_at(uuid_extract_timestamp($1) + ${publishedWithin})`;
const ofReplays = (alias: string) => `${alias}.endpoint_id = e.id AND ${alias}.event_id = $1 AND ${alias}.replay_of IS NOT NULL`;

/**
 * Of each endpoint the one first delivery, found in the short run of the key behind the event's id, and the replays, which have
 * indexes of their own.
 */
const deliveriesOfEvent = `
  SELECT d.*, ${failureOfDelivery}
    FROM {webhook_endpoints} e
   CROSS JOIN LATERAL (
     (SELECT ${queuedDelivery} FROM {delivery_queue} q WHERE ${ofFirst('q')} ORDER BY q.id LIMIT 1)
      UNION ALL
     (SELECT ${endedDelivery} FROM {delivery_history} h WHERE ${ofFirst('h')} AND h.status = 'delivered' ORDER BY h.id LIMIT 1)
      UNION ALL
     (SELECT ${endedDelivery} FROM {delivery_history} h WHERE ${ofFirst('h')} AND h.status = 'failed' ORDER BY h.id LIMIT 1)
      UNION ALL
     SELECT ${queuedDelivery} FROM {delivery_queue} q WHERE ${ofReplays('q')}
      UNION ALL
     SELECT ${endedDelivery} FROM {delivery_history} h WHERE ${ofReplays('h')}
   ) d
   ORDER BY d.id`;

export async function getWebhookEvent(
  { event_id: eventId }: GetWebhookEventRequest,
  context: ContextOf<'getWebhookEvent'>,
): Promise<RecordedEventWithDeliveries> {
  const { data, key, release } = context;
  if (!isUuid(eventId)) throw context.problem('unknown_webhook_event');
  const event = await data.webhook_events.row({
    where: { id: { [Op.eq]: eventId, [Op.gte]: sql(firstShownId) } },
    ...recordedEvent,
  });
  if (!event) throw context.problem('unknown_webhook_event');
  const deliveries = await data.query<DeliveryDetailRow>({ text: deliveriesOfEvent, values: [event.id, event.type] });
  return { ...presentRecordedEvent(event, key.scopes, release.date), deliveries: deliveries.map(presentDeliveryDetail) };
}
