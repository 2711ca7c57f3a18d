import type { DeliveryEventType, RecoveredType, Recovery, WebhookEventType } from '../../generated/models.ts';
import {
  boolean,
  bytes,
  byteStrings,
  defaulted,
  instant,
  instants,
  integer,
  json,
  jsonb,
  key,
  nullable,
  preciseInstant,
  smallint,
  text,
  texts,
  uuid,
} from '../declare/columns.ts';
import { endpointScope, ofEndpoint, ofEvent, ofEventAtEndpoint, ofRecovery } from '../declare/scope-rules.ts';
import { goesWithAgency, rowsOfAgency, table } from '../declare/table.ts';

export const webhookEvents = table({
  columns: {
    agency_id: key(uuid()),
    id: key(uuid()),
    type: text<DeliveryEventType>(),
    creator_id: nullable(text()),
    occurred_at: instant(),
    data: json<Record<string, unknown>>(),
    subject: nullable(text()),
    /** Whether a recovery made the event from the stored fact. */
    is_reconstructed: nullable(boolean()),
    /** The W3C trace context of the fact, where its trace is sampled. */
    traceparent: nullable(text()),
  },
  scope: ofEvent,
  grants: { api: 'SELECT, INSERT', worker: 'SELECT, INSERT, UPDATE (id, data, subject), DELETE', operator: 'SELECT, INSERT' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: "agency_id = $1 AND subject = $2 AND data ->> 'fan_id' = $2" } },
  growth: {
    by: 'a key: assignments, test events, recoveries, of each fact at most once; ingestion',
    bound:
      '`delivery_history_bytes` of the agency, together with `delivery_history`: 10 GB, of one day 1 GB, plus one minute of events; days are dropped after 30',
    tests: ['test/retention/delivery-history.test.ts'],
  },
});

export const webhookEndpoints = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: key(uuid()),
    url: text(),
    label: text(),
    secret_ciphertext: bytes(),
    secret_prefix: text(),
    enabled_event_types: texts<WebhookEventType[]>(),
    allowed_creator_ids: defaulted(texts()),
    api_version: text(),
    status: defaulted(text<'active' | 'disabled'>()),
    disabled_reason: nullable(text<'manual' | 'auto_breaker' | 'auto_quota' | 'link_ended'>()),
    disabled_at: nullable(instant()),
    generation: defaulted(integer()),
    drained_generation: defaulted(integer()),
    consecutive_failures: defaulted(integer()),
    enabled_at: defaulted(instant()),
    created_at: defaulted(instant()),
    url_creator_ids: defaulted(texts()),
    narrowed_at: nullable(instant()),
    trouble: nullable(text<'consecutive_failures' | 'failure_rate' | 'disabled'>()),
    trouble_changed_at: nullable(instant()),
    episode_disabled_at: nullable(instant()),
    certificate_expires_at: nullable(instant()),
    earlier_secret_ciphertexts: defaulted(byteStrings()),
    earlier_secrets_expire_at: defaulted(instants()),
    header_names: defaulted(texts()),
    header_value_prefixes: defaulted(texts()),
    headers_ciphertext: nullable(bytes()),
    max_per_second: nullable(integer()),
    paced_until: nullable(preciseInstant()),
    containment_id: nullable(uuid()),
    created_by_key_id: nullable(uuid()),
    url_key_id: nullable(uuid()),
    created_by_link_id: nullable(uuid()),
    ends_with_link: defaulted(boolean()),
    listening_until: nullable(instant()),
    listener_stream_id: nullable(uuid()),
  },
  scope: endpointScope,
  grants: { api: 'SELECT, INSERT, UPDATE, DELETE', worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT, INSERT, UPDATE, DELETE' },
  erasure: goesWithAgency,
  growth: {
    by: 'a key',
    bound: '10 of an agency, and 5 listeners',
    tests: ['test/api/webhooks/create-webhook-endpoint.test.ts', 'test/live/listeners.test.ts'],
  },
});

export const listenerAttempts = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    id: key(uuid()),
    delivery_id: uuid(),
    event_id: uuid(),
    event_type: text<DeliveryEventType>(),
    creator_id: nullable(text()),
    attempt: integer(),
    /** A flat list of names and values. */
    headers: jsonb<string[]>(),
    body: text(),
    deadline_at: instant(),
    stream_id: nullable(uuid()),
    answered_at: nullable(instant()),
    status_code: nullable(integer()),
    error: nullable(text<'connection_error' | 'timeout' | 'tls_error'>()),
    excerpt: nullable(text()),
  },
  scope: ofEventAtEndpoint,
  grants: { api: 'SELECT, UPDATE', worker: 'SELECT, INSERT, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  export: { hidden: ['headers'] },
  growth: {
    by: 'a key: attempts to deliver to its listeners',
    bound:
      '256 unanswered ones of an agency, each with one payload and 4,096 bytes of a response; deleted with the answer, the deadline or within two minutes',
    tests: ['test/live/listeners.test.ts'],
  },
});

export const replayOrders = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    endpoint_id: uuid(),
    creator_ids: texts(),
    start_at: defaulted(instant()),
    end_at: defaulted(instant()),
    event_types: nullable(texts()),
    requested_at: defaulted(instant()),
  },
  scope: ofEndpoint,
  grants: { api: 'SELECT, INSERT', worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: {
    by: 'a key: bulk replays',
    bound: 'a replay without a new failure adds no row; at most 500 an hour of a key, as audited changes',
    tests: ['test/delivery/replay.test.ts', 'test/access/audit-throttle.test.ts'],
  },
});

export const webhookRecoveries = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    id: key(defaulted(uuid())),
    /** Creators of the endpoint when the recovery was requested; empty for all. */
    creator_ids: texts(),
    event_types: nullable(texts<WebhookEventType[]>()),
    start_at: instant(),
    end_at: instant(),
    /** The source of the next batch; null before the first one. */
    source: nullable(text()),
    after_at: nullable(instant()),
    after_id: nullable(text()),
    /** The most facts or events of a batch. */
    batch_size: defaulted(smallint()),
    counts: defaulted(jsonb<RecoveredType[]>()),
    status: defaulted(text<Exclude<Recovery['status'], 'counted'>>()),
    requested_at: defaulted(instant()),
    ended_at: nullable(instant()),
  },
  scope: ofRecovery,
  grants: { api: 'SELECT, INSERT, UPDATE (status, ended_at)', worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: {
    ofAgency: rowsOfAgency,
    ofFan: {
      rows: "agency_id = $1 AND ended_at IS NULL AND source = 'assignments' AND after_id LIKE '[%' AND after_id::jsonb ->> 1 = $2",
      isUncounted: true,
    },
  },
  growth: {
    by: 'a key: recoveries',
    bound: 'at most 500 an hour of a key, as audited changes; 30 days',
    tests: ['test/delivery/recover-events.test.ts', 'test/access/audit-throttle.test.ts'],
  },
});
