import { vi } from 'vitest';
import type { SampleIds } from './sample-request.ts';
import type { TestAgency, TestService } from './service.ts';

export interface SampleAgency extends TestAgency {
  /** One of everything that belongs to the first creator. */
  readonly ids: SampleIds;
  /** The same for the second creator, where it is another one. */
  readonly otherIds: SampleIds;
  /** A failure and a delivery of the endpoint, as delivery would have recorded them. */
  addFailure(endpointId: string): Promise<string>;
  /** An endpoint for these creators, or for the whole agency. */
  addEndpoint(creatorIds?: readonly string[]): Promise<string>;
  addPublication(creatorId: string): Promise<string>;
}

const instant = '2026-07-10T12:00:00.000Z';

/** Records of one creator: `suffix` distinguishes them from another creator's, and two agencies may have the same. */
export function recordsOf(suffix: string, name: string): object[] {
  const creator_id = `creator-${suffix}`;
  const account_id = `account-${suffix}`;
  const fan_id = `fan-${suffix}`;
  return [
    { type: 'creator', id: creator_id, name: `${name} ${suffix}`, account: { external_id: account_id, username: null } },
    {
      type: 'fan',
      account_id,
      fan_id,
      fan_username: `${name}-fan`,
      subscription_status: 'interested',
      is_online: true,
      related_at: instant,
      tag_ids: ['tag-1'],
    },
    {
      type: 'order',
      id: `order-${suffix}`,
      order_type: 'tip',
      creator_id,
      fan_id,
      user_id: 'user-1',
      message_id: null,
      amount_cents: name.length * 100,
      created_at: instant,
    },
    {
      type: 'send',
      id: `send-${suffix}`,
      sent_at: instant,
      source: 'messaging',
      sent_by_user_id: 'user-1',
      creator_id,
      fan_id,
      fan_username: `${name}-fan`,
      is_private_media: false,
      price_eur: null,
      sale_status: null,
      message_id: null,
      media: [],
    },
    {
      type: 'ai_request',
      id: `request-${suffix}`,
      account_id,
      fan_id,
      action: 'stop',
      requested_by_user_id: 'user-1',
      requested_at: instant,
    },
  ];
}

/** The ids of these records. */
export const idsOf = (suffix: string) => ({
  creator_id: `creator-${suffix}`,
  account_id: `account-${suffix}`,
  fan_id: `fan-${suffix}`,
  order_id: `order-${suffix}`,
  request_id: `request-${suffix}`,
  user_id: 'user-1',
  tag_id: 'tag-1',
});

const attempt = JSON.stringify({
  attempted_at: instant,
  duration_ms: 143,
  status_code: 500,
  error: 'http_status',
  error_detail: null,
  response_excerpt: '',
});

/** The event and the delivery of a failure. */
export async function partsOfFailure(service: TestService, failureId: string): Promise<{ event_id: string; delivery_id: string }> {
  const [row] = await service.database.query<{ event_id: string; delivery_id: string }>({
    text: 'SELECT event_id, delivery_id FROM delivery_failures WHERE id = $1',
    values: [failureId],
  });
  return row!;
}

/** A failure and a delivery of the endpoint, as delivery would have recorded them, with the event. */
async function recordParts(service: TestService, agencyId: string, endpointId: string) {
  const [parts] = await service.database.query<{ failure_id: string; event_id: string; delivery_id: string }>({
    text: `
      WITH event AS (
        INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data, subject)
        SELECT $1, uuidv7(), 'order.created', 'creator-' || suffix, now(), json_build_object('id', 'order-' || suffix, 'fan_id', 'fan-' || suffix), 'fan-' || suffix
          FROM webhook_endpoints, coalesce(nullif(replace(allowed_creator_ids[1], 'creator-', ''), ''), '1') AS suffix WHERE id = $2
        RETURNING *
      ), delivery AS (
        INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
        SELECT $1, $2, type, 'failed', uuidv7(), id, creator_id, ARRAY[$3::text] FROM event RETURNING id
      )
      INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
      SELECT $1, $2, event.type, event.id, event.creator_id, event.occurred_at, delivery.id, 'http_status', ARRAY[$3], event.data
        FROM event CROSS JOIN delivery RETURNING id AS failure_id, event_id, delivery_id`,
    values: [agencyId, endpointId, attempt],
  });
  return parts!;
}

/** A failure and a delivery of the endpoint, as delivery would have recorded them. */
export const recordFailure = async (service: TestService, agencyId: string, endpointId: string): Promise<string> =>
  (await recordParts(service, agencyId, endpointId)).failure_id;

/** Disables an endpoint as the breaker does; returns the id of the group of its incident. */
export async function recordIncident(service: TestService, endpointId: string): Promise<string> {
  await service.database.query({
    text: `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'auto_breaker', disabled_at = now() WHERE id = $1`,
    values: [endpointId],
  });
  const find = async () => {
    const { groups } = (await service.operator('GET', '/operator/v1/incidents')).body;
    return groups.find(({ endpoint_ids: ids }: { endpoint_ids: string[] }) => ids.includes(endpointId)).id as string;
  };
  return vi.waitFor(find, { timeout: 30_000 });
}

/** A completed recovery of an endpoint. */
export async function recordRecovery(service: TestService, agencyId: string, endpointId: string): Promise<string> {
  const [recovery] = await service.database.query<{ id: string }>({
    text: `
      INSERT INTO webhook_recoveries (agency_id, endpoint_id, creator_ids, start_at, end_at, status, ended_at)
      SELECT agency_id, id, allowed_creator_ids, now() - interval '1 hour', now(), 'completed', now() FROM webhook_endpoints WHERE agency_id = $1 AND id = $2
      RETURNING id`,
    values: [agencyId, endpointId],
  });
  return recovery!.id;
}

/** An attempt to deliver to a listener that waits for its response. */
export async function recordListenerAttempt(service: TestService, agencyId: string, listenerId: string): Promise<string> {
  const [row] = await service.database.query<{ id: string }>({
    text: `
      INSERT INTO listener_attempts (agency_id, endpoint_id, id, delivery_id, event_id, event_type, creator_id, attempt, headers, body, deadline_at)
      SELECT agency_id, id, uuidv7(), uuidv7(), uuidv7(), 'order.created', allowed_creator_ids[1], 1, '[]', '{}', now() + interval '1 hour'
        FROM webhook_endpoints WHERE agency_id = $1 AND id = $2
      RETURNING id`,
    values: [agencyId, listenerId],
  });
  return row!.id;
}

/** An agency with two creators and one of everything for each. Every such agency holds the same ids of upstream. */
export async function createSampleAgency(service: TestService, name = 'sample'): Promise<SampleAgency> {
  const agency = await service.createAgency();
  await agency.ingest([
    { type: 'employee', id: 'user-1', name: `${name} employee`, email: null, role: 'chatter', active: true },
    { type: 'tag', id: 'tag-1', name: `${name} tag`, color: null, position: 1 },
    ...recordsOf('1', name),
    ...recordsOf('2', name),
  ]);

  const post = async (path: string, body: object): Promise<string> => {
    const answer = await service.request('POST', path, { key: agency.key, body });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.id as string;
  };
  await service.database.query({
    text: `UPDATE fans SET assigned_user_id = 'user-1', assigned_at = now() WHERE agency_id = $1`,
    values: [agency.id],
  });
  const addEndpoint = (creatorIds: readonly string[] = []) =>
    post('/v1/webhooks', {
      url: 'https://hooks.example.com/in',
      label: name,
      enabled_event_types: ['order.created'],
      allowed_creator_ids: creatorIds,
    });
  const addPublication = (creatorId: string) => post('/v1/publications', { creator_id: creatorId, text: name });

  const addFailure = (endpointId: string) => recordFailure(service, agency.id, endpointId);

  const createdIds = async (suffix: string) => {
    const creator_id = `creator-${suffix}`;
    const endpoint_id = await addEndpoint([creator_id]);
    const listener_id = await post('/v1/webhook-listeners', { enabled_event_types: ['order.created'], allowed_creator_ids: [creator_id] });
    const [parts, recovery_id, attempt_id, [publication]] = await Promise.all([
      recordParts(service, agency.id, endpoint_id),
      recordRecovery(service, agency.id, endpoint_id),
      recordListenerAttempt(service, agency.id, listener_id),
      service.database.query<{ id: string }>({
        text: `INSERT INTO publications (agency_id, creator_id, text, status) VALUES ($1, $2, $3, 'scheduled') RETURNING id`,
        values: [agency.id, creator_id, name],
      }),
    ]);
    return { endpoint_id, listener_id, attempt_id, ...parts, recovery_id, publication_id: publication!.id };
  };
  return {
    ...agency,
    ids: { ...idsOf('1'), ...(await createdIds('1')), agency_id: agency.id },
    otherIds: { ...idsOf('2'), ...(await createdIds('2')), agency_id: agency.id },
    addFailure,
    addEndpoint,
    addPublication,
  };
}
