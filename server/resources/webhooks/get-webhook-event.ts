import { firstShownId } from '../../database/partitions/partitions.ts';
import { presentRecordedEvent, recordedEvent } from '../../entities/recorded-event.ts';
import { presentDelivery, type DeliveryDetailRow } from '../../entities/webhook-delivery.ts';
import { Op, sql } from '../../orm/conditions.ts';
import type { Handler } from '../handler.ts';
import { deliveriesOfEvent, endedDelivery, failureOfDelivery, missedEvents, queuedDelivery, type MissedRow } from './delivery-details.ts';

const deliveriesOfOne = `
  SELECT d.*, ${failureOfDelivery}
    FROM (SELECT $1::uuid AS id, $2::text AS type) ev
   CROSS JOIN {webhook_endpoints} e
   CROSS JOIN LATERAL (${deliveriesOfEvent(queuedDelivery, endedDelivery)}) d
   ORDER BY d.id`;

export const getWebhookEvent: Handler<'getWebhookEvent'> = async ({ event_id: eventId }, context) => {
  const { data, key, release } = context;
  const event = await data.webhook_events.row({
    where: { id: { [Op.eq]: eventId, [Op.gte]: sql(firstShownId) } },
    ...recordedEvent,
  });
  if (!event) throw context.problem('unknown_webhook_event');
  const deliveries = await data.query<DeliveryDetailRow>({ text: deliveriesOfOne, values: [event.id, event.type] });
  const missed = await data.query<MissedRow>({ text: missedEvents, values: [[event.id]] });
  return {
    ...presentRecordedEvent(event, key.scopes, release.date),
    deliveries: deliveries.map(presentDelivery),
    missed_endpoint_ids: missed.map(({ endpoint_id }) => endpoint_id),
  };
};
