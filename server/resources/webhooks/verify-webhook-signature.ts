import type { VerifyWebhookSignatureRequest } from '../../../generated/interfaces/webhooks.ts';
import type { SignatureCheck } from '../../../generated/models/index.ts';
import type { ReachModels } from '../../access/reach-models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { signingEndpointColumns, type DeliveryRequests, type SigningEndpointRow } from '../../entities/delivery-request.ts';
import { mayReadPayload, recordedEventColumns, type RecordedEventRow } from '../../entities/recorded-event.ts';
import { isUuid } from '../../query/uuid.ts';

type Endpoint = SigningEndpointRow & { now: Date };

/** The body that went out, where the key may read it. */
async function sentBody(
  requests: DeliveryRequests,
  data: ReachModels,
  eventId: string | undefined,
  { api_version }: Endpoint,
  scopes: readonly string[],
): Promise<string | undefined> {
  if (eventId === undefined || !isUuid(eventId)) return undefined;
  const [event] = await data.query<RecordedEventRow & { text: string }>({
    text: `SELECT ${recordedEventColumns('ev')}, ev.data::text AS text FROM {webhook_events} ev WHERE ev.id = $1`,
    values: [eventId],
  });
  if (!event || !mayReadPayload(event.type, scopes)) return undefined;
  return requests.body({ id: event.id, type: event.type, occurredAt: event.occurred_at, data: event.text }, api_version);
}

/** Compares with the secrets of the endpoint, and with those of the others within reach: one is easily taken for another. */
export async function verifyWebhookSignature(
  { requests }: { readonly requests: DeliveryRequests },
  { endpoint_id: endpointId, body }: VerifyWebhookSignatureRequest,
  context: ContextOf<'verifyWebhookSignature'>,
): Promise<SignatureCheck> {
  const { data, key } = context;
  if (!isUuid(endpointId)) throw context.problem('unknown_webhook_endpoint');
  const endpoints = await data.query<Endpoint>({
    text: `SELECT ${signingEndpointColumns}, now() FROM {webhook_endpoints} e ORDER BY e.id`,
  });
  const endpoint = endpoints.find(({ endpoint_id }) => endpoint_id === endpointId.toLowerCase());
  if (!endpoint) throw context.problem('unknown_webhook_endpoint');
  const headers = new Map(Object.entries(body.headers).map(([name, value]) => [name.trim().toLowerCase(), value]));
  const received = { headers, body: body.body };
  const sent = await sentBody(requests, data, requests.eventIdOf(received), endpoint, key.scopes);
  const others = endpoints.filter((other) => other !== endpoint);
  return requests.check(received, endpoint, others, sent, endpoint.now);
}
