import type { ScopedModels } from '../../access/scope/scoped-models.ts';
import { signingEndpoint, type DeliveryRequests } from '../../entities/delivery-request.ts';
import { mayReadPayload } from '../../entities/recorded-event.ts';
import { sql } from '../../orm/conditions.ts';
import { isUuid } from '../../query/uuid.ts';
import type { Handler } from '../handler.ts';

/** The body that was sent, if the key may read it. */
async function sentBody(
  requests: DeliveryRequests,
  data: ScopedModels,
  eventId: string | undefined,
  apiVersion: string,
  scopes: readonly string[],
): Promise<string | undefined> {
  if (eventId === undefined || !isUuid(eventId)) return undefined;
  const event = await data.webhook_events.row({
    where: { id: eventId },
    attributes: ['id', 'type', 'occurred_at'],
    expressions: { text: sql<string>('webhook_events.data::text') },
  });
  if (!event || !mayReadPayload(event.type, scopes)) return undefined;
  return requests.body({ id: event.id, type: event.type, occurredAt: event.occurred_at, data: event.text }, apiVersion);
}

/** Compares with the secrets of the endpoint, and with those of the other endpoints in the tenant scope, which are easily confused with it. */
export const verifyWebhookSignature: Handler<'verifyWebhookSignature', 'requests'> = async (request, context, { requests }) => {
  const { endpoint_id: endpointId, body } = request;
  const { data, key } = context;
  const endpoints = await data.webhook_endpoints.rows({
    attributes: signingEndpoint.attributes,
    expressions: { ...signingEndpoint.expressions, now: sql<Date>('now()') },
    order: ['id'],
  });
  const endpoint = endpoints.find(({ endpoint_id }) => endpoint_id === endpointId.toLowerCase());
  if (!endpoint) throw context.problem('unknown_webhook_endpoint');
  const headers = new Map(Object.entries(body.headers).map(([name, value]) => [name.trim().toLowerCase(), value]));
  const received = { headers, body: body.body };
  const sent = await sentBody(requests, data, requests.eventIdOf(received), endpoint.api_version, key.scopes);
  const others = endpoints.filter((other) => other !== endpoint);
  return requests.check(received, endpoint, others, sent, endpoint.now);
};
