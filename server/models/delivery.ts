import type { DeliveryCounter, IncidentError, WebhookDelivery, WebhookFailure } from '../../generated/models.ts';
import {
  bigint,
  boolean,
  defaulted,
  generated,
  instant,
  integer,
  integers,
  json,
  key,
  nullable,
  preciseInstant,
  smallint,
  text,
  texts,
  transactionId,
  uuid,
} from '../declare/columns.ts';
import { countersOfEndpoint, ofEndpoint, ofEventAtEndpoint } from '../declare/scope-rules.ts';
import { goesWithAgency, rowsOfAgency, table } from '../declare/table.ts';

export const deliveryLeases = table({
  columns: {
    id: key(integer()),
    beat: defaulted(bigint()),
    ended_at: nullable(preciseInstant()),
    settles_after: nullable(transactionId()),
    is_returned: defaulted(boolean()),
    /** Since when the oldest due delivery waits for the process of this lease, at its last heartbeat; null if none waits. */
    oldest_due_at: nullable(preciseInstant()),
  },
  scope: 'shared',
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: null,
  growth: {
    by: 'the service',
    bound: 'one row per live process, and per dead one until its deliveries are released',
    tests: ['test/delivery/leases.test.ts'],
  },
});

export const deliveryQueue = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    event_type: key(text<WebhookDelivery['event_type']>()),
    id: key(defaulted(uuid())),
    event_id: uuid(),
    creator_id: nullable(text()),
    occurred_at: instant(),
    generation: integer(),
    due_at: defaulted(preciseInstant()),
    lease: nullable(integer()),
    attempt_count: defaulted(smallint()),
    is_suspect: defaulted(boolean()),
    attempts: defaulted(texts()),
    /** The failure that it replays; where `is_resend` is true, the delivery whose event it sends again; where it is false, the recovery that queued it. */
    replay_of: nullable(uuid()),
    is_resend: nullable(boolean()),
    /** Whether a recovery made its event from the stored fact. */
    is_reconstructed: nullable(boolean()),
    data: nullable(json<Record<string, unknown>>()),
    created_at: generated(instant()),
  },
  scope: ofEventAtEndpoint,
  grants: { api: 'SELECT, INSERT, UPDATE (due_at)', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT, INSERT' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: "agency_id = $1 AND data ->> 'fan_id' = $2", isSparse: true, isUncounted: true } },
  growth: {
    by: 'a key: as `webhook_events`, replays and recoveries',
    bound: '`pending_deliveries` of the agency: 1,000,000, plus ten minutes of deliveries; each with up to three attempts and one payload',
    tests: ['test/retention/pending-deliveries.test.ts'],
  },
});

export const deliveryHistory = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    event_type: key(text<WebhookDelivery['event_type']>()),
    status: key(text<'delivered' | 'failed'>()),
    id: key(uuid()),
    event_id: uuid(),
    creator_id: nullable(text()),
    attempts: texts(),
    created_at: generated(instant()),
    /** The failure that it replays; where `is_resend` is true, the delivery whose event it sends again; where it is false, the recovery that queued it. */
    replay_of: nullable(uuid()),
    is_resend: nullable(boolean()),
  },
  scope: ofEventAtEndpoint,
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: { ofAgency: rowsOfAgency, ofFan: 'throughEvents' },
  growth: {
    by: 'a key: as `webhook_events`, once per endpoint; receivers: their responses',
    bound: 'as `webhook_events`; an attempt stores of its response 4,096 bytes, of a 2xx 200',
    tests: ['test/retention/delivery-history.test.ts', 'test/delivery/history-bytes.test.ts', 'test/delivery/outcomes.test.ts'],
  },
});

export const deliveryFailures = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    event_type: key(text<WebhookFailure['event_type']>()),
    id: key(defaulted(uuid())),
    event_id: uuid(),
    creator_id: nullable(text()),
    occurred_at: instant(),
    delivery_id: uuid(),
    error: text<WebhookFailure['error']>(),
    attempts: texts(),
    data: json(),
    replayed_at: nullable(instant()),
    failed_at: generated(instant()),
    /** Whether a recovery made the event from the stored fact. */
    is_reconstructed: nullable(boolean()),
  },
  scope: ofEventAtEndpoint,
  grants: { api: 'SELECT, UPDATE', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: "agency_id = $1 AND data ->> 'fan_id' = $2", isSparse: true } },
  growth: {
    by: 'a key: deliveries that fail',
    bound:
      '`failure_records` of the agency: 2,000,000, plus ten minutes of failures; each with up to four attempts and one payload; days are dropped after 30',
    tests: ['test/retention/failure-records.test.ts'],
  },
});

/** The columns that `delivery_minutes` and `delivery_hours` share. */
const attemptColumns = {
  disabled_count: defaulted(bigint()),
  http_4xx_count: defaulted(integer()),
  http_5xx_count: defaulted(integer()),
  timeout_count: defaulted(integer()),
  connection_error_count: defaulted(integer()),
  tls_error_count: defaulted(integer()),
  other_count: defaulted(integer()),
  /** Attempts by their duration, in the buckets of `attempt-counts.ts`. */
  latencies: defaulted(integers()),
};

export const deliveryMinutes = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    minute: key(instant()),
    event_type: key(text<DeliveryCounter['event_type']>()),
    delivered_count: defaulted(bigint()),
    failed_count: defaulted(bigint()),
    ...attemptColumns,
  },
  scope: countersOfEndpoint('minute'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: {
    by: 'a key: attempts, and deliveries that end',
    bound: 'one row per endpoint, minute and type for 90 days; rows of deleted endpoints are deleted within the hour',
    tests: ['test/delivery/clean-up.test.ts'],
  },
});

export const deliveryHours = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    hour: key(instant()),
    event_type: key(text<DeliveryCounter['event_type']>()),
    delivered_count: bigint(),
    failed_count: bigint(),
    ...attemptColumns,
  },
  scope: countersOfEndpoint('hour'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: {
    by: 'as `delivery_minutes`',
    bound: 'one row per endpoint, hour and type for 91 days',
    tests: ['test/delivery/clean-up.test.ts'],
  },
});

export const receiverChanges = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    slot: key(instant()),
    kind: key(text<'server' | 'address'>()),
    accepted_at: instant(),
    failed_at: instant(),
    before: nullable(text()),
    after: nullable(text()),
  },
  scope: ofEndpoint,
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: {
    by: 'receivers that fail: their header `Server`, the addresses of their names',
    bound:
      'two rows per endpoint and ten minutes for 90 days, with two names of 61 characters at most; a change between an accepted and a failed attempt, once per minute and process',
    tests: ['test/incidents/receiver-changes.test.ts', 'test/delivery/clean-up.test.ts'],
  },
});

export const endpointEpisodes = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    number: integer(),
    began_at: instant(),
    last_failed_at: instant(),
    minute: instant(),
    delivered_of_minute: bigint(),
    delivered_before: bigint(),
    delivered_count: bigint(),
    http_4xx_count: bigint(),
    http_5xx_count: bigint(),
    timeout_count: bigint(),
    connection_error_count: bigint(),
    tls_error_count: bigint(),
    other_count: bigint(),
  },
  scope: countersOfEndpoint('began_at'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: {
    by: 'a key: attempts that fail',
    bound: 'one row per endpoint; rows of deleted endpoints are deleted within the hour',
    tests: ['test/delivery/episodes.test.ts', 'test/delivery/clean-up.test.ts'],
  },
});

export const episodeErrors = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    code: key(text()),
    number: integer(),
    error: text<IncidentError['error']>(),
    attempt_count: bigint(),
    first_at: instant(),
    last_at: instant(),
  },
  scope: countersOfEndpoint('first_at'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: {
    by: 'as `endpoint_episodes`; receivers: their statuses',
    bound: 'at most 100 rows per endpoint: one for each registered status, class of other statuses, and error detail',
    tests: ['test/delivery/episodes.test.ts', 'test/delivery/clean-up.test.ts'],
  },
});

export const failedAttempts = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    hour: key(instant()),
    code: key(text()),
    error: text<IncidentError['error']>(),
    /** Attempts by the minute. */
    counts: integers(),
  },
  scope: countersOfEndpoint('hour'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: {
    by: 'as `episode_errors`',
    bound: 'as `episode_errors` for each hour of 90 days, with 60 numbers at most',
    tests: ['test/delivery/episodes.test.ts', 'test/delivery/clean-up.test.ts'],
  },
});

export const pendingMinutes = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    minute: key(instant()),
    pending_count: integer(),
  },
  scope: countersOfEndpoint('minute'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: {
    by: 'the service: a minute in which deliveries of an endpoint are pending',
    bound: 'one row per endpoint and minute for 90 days; rows of deleted endpoints are deleted within the hour',
    tests: ['test/retention/pending-deliveries.test.ts', 'test/delivery/clean-up.test.ts'],
  },
});

export const deliveryHoursProgress = table({
  columns: {
    is_only: key(defaulted(boolean())),
    rolled_up_to: instant(),
  },
  scope: 'shared',
  grants: { api: 'SELECT', worker: 'SELECT, UPDATE', operator: 'SELECT' },
  erasure: null,
  growth: { by: 'the service', bound: 'one row', tests: ['test/delivery/statistics.test.ts'] },
});
