import type { DeliveryAttempt } from '../../../generated/models.ts';
import type { Problems } from '../../../generated/problems.ts';
import { releases } from '../../../generated/releases.ts';
import { signingEndpoint } from '../../entities/delivery-request.ts';
import { mayReadPayload } from '../../entities/recorded-event.ts';
import { presentAttempt, type DeliveryDetailRow } from '../../entities/webhook-delivery.ts';
import type { Handler } from '../handler.ts';
import { findStoredEvent } from './find-stored-event.ts';
import { findDelivery } from './get-webhook-delivery.ts';

/** The audit log is retained longer than deliveries. A replaced secret continues to sign for at most a week. */
const changesSince = `
  SELECT coalesce(bool_or(c.action = 'endpoint.changed' AND c.at > $2 AND c.details -> 'members' ? 'url'), false) AS url_changed,
         coalesce(bool_or(c.action = 'secret.rotated' AND (c.at > $2 OR c.signs_until > $2 AND c.signs_until <= now())), false) AS secrets_changed
    FROM (
      SELECT a.action, a.details::jsonb AS details, uuid_extract_timestamp(a.id) AS at,
             uuid_extract_timestamp(a.id) + (a.details ->> 'previous_expires_in_seconds')::int * interval '1 second' AS signs_until
        FROM {audit_log} a
       WHERE a.subject_id = $1 AND a.action IN ('endpoint.changed', 'secret.rotated') AND a.id >= first_id_at($2::timestamptz - interval '7 days')
    ) c`;

function chosenVersion(version: string | undefined, ofEndpoint: string, { problem }: Problems<'validation_failed'>): string {
  if (version === undefined) return ofEndpoint;
  const release = releases.find(({ name, date }) => version === name || version === date);
  if (release) return release.date;
  const known = releases.map(({ name, date }) => `${name} (${date})`).join(', ');
  throw problem('validation_failed', { detail: `"version" is not a release; accepted: ${known}.` });
}

function chosenAttempt({ attempts }: DeliveryDetailRow, number: number, { problem }: Problems<'unknown_webhook_attempt'>): DeliveryAttempt {
  const attempt = attempts[number - 1];
  if (attempt === undefined) {
    throw problem('unknown_webhook_attempt', { detail: `The delivery has ${attempts.length} attempts with a recorded outcome.` });
  }
  return presentAttempt(attempt);
}

function withoutCredentials(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}

/** The body, and signatures, which reveal it, need a key that may read the payload. */
export const getSentWebhookRequest: Handler<'getSentWebhookRequest', 'requests'> = async (request, context, { requests }) => {
  const { data, key } = context;
  const { endpoint_id: endpointId, delivery_id: deliveryId } = request;
  const endpoint = await data.webhook_endpoints.row({ where: { id: endpointId }, ...signingEndpoint });
  if (!endpoint) throw context.problem('unknown_webhook_endpoint');
  const apiVersion = chosenVersion(request.version, endpoint.api_version, context);
  const delivery = await findDelivery(data, { endpointId, deliveryId }, context);
  const number = request.attempt ?? Math.max(1, delivery.attempts.length);
  const attempt = chosenAttempt(delivery, number, context);
  const event = await findStoredEvent(data, delivery);
  if (!event) throw context.problem('unknown_webhook_delivery');
  const [changes] = await data.query<{ url_changed: boolean; secrets_changed: boolean }>({
    text: changesSince,
    values: [endpointId, attempt.attempted_at],
  });
  const timestampSeconds = Math.floor(Date.parse(attempt.attempted_at) / 1_000);
  const signed = requests.sign({ event, deliveryId: delivery.id, apiVersion, timestampSeconds }, endpoint);
  const mayRead = mayReadPayload(event.type, key.scopes);
  return {
    delivery_id: delivery.id,
    event_id: event.id,
    attempt: number,
    attempted_at: attempt.attempted_at,
    method: 'POST',
    url: withoutCredentials(endpoint.url),
    headers: [
      ...signed.headers.filter(([name]) => mayRead || !/signature$/i.test(name)).map(([name, value]) => ({ name, value })),
      ...endpoint.header_names.map((name) => ({ name, value: '[redacted]' })),
    ],
    body: mayRead ? signed.body : null,
    api_version: apiVersion,
    ...changes!,
  };
};
