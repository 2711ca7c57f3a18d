import { randomUUID } from 'node:crypto';
import { eventExamples } from '../../../generated/events.ts';
import type { WebhookEventType } from '../../../generated/models.ts';
import { creatorsOfReport, isReportType } from '../../declare/event-creators.ts';
import type { NewEvent } from '../../entities/new-event.ts';
import type { AuditedEndpoint } from '../../access/audit/audit-log.ts';
import type { Handler } from '../handler.ts';
import { publishToEndpoint } from './publish-to-endpoint.ts';

/** The contract's example of a payload, with ids that no other event has and the current time. */
function testPayload(type: WebhookEventType, now: Date, agencyId: string): object {
  if (isReportType(type)) return { ...eventExamples[type], agency_id: agencyId, endpoint_id: randomUUID(), since: now.toISOString() };
  const members = Object.entries(eventExamples[type]).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return [name, value];
    if (name === 'id' || name.endsWith('_id')) return [name, `test_${value}`];
    return [name, name.endsWith('_at') ? now.toISOString() : value];
  });
  return Object.fromEntries(members) as object;
}

/** The event belongs to the endpoint's creators, so that every key that can read the endpoint can read its test events. */
export const sendTestWebhookEvent: Handler<'sendTestWebhookEvent', 'outbox'> = ({ endpoint_id: id, body }, context, { outbox }) => {
  const { event_type: type } = body;
  const eventFor = ({ allowed_creator_ids: creatorIds }: AuditedEndpoint, agencyId: string, now: Date) => ({
    type,
    creatorId: isReportType(type) ? creatorsOfReport(creatorIds) : (creatorIds[0] ?? null),
    data: testPayload(type, now, agencyId) as NewEvent['data'],
  });
  return publishToEndpoint(outbox, id, context, 'test_event.sent', eventFor, { event_type: type });
};
