// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Attempts within five minutes.
 */
export interface ActivityPoint {
  /** Attempts. */
  attempt_count: number;
  /** Failed attempts among them. */
  failed_attempt_count: number;
}

/**
 * An agency.
 */
export interface Agency {
  /** Agency id. */
  id: string;
  /** Name of the agency. */
  name: string;
  /** When it was created. */
  created_at: string;
}

/**
 * An agency and its deliveries of the last hour.
 */
export interface AgencyActivity {
  /** Agency id. */
  id: string;
  /** Name of the agency. */
  name: string;
  /** When it was created. */
  created_at: string;
  /** When the whole agency was contained. Null if it is not contained. */
  contained_at: string | null;
  /** Webhook endpoints of the agency. */
  endpoint_count: number;
  /** Endpoints of the agency that a person or a key paused. */
  paused_endpoint_count: number;
  /** Endpoints of the agency that are an incident. */
  troubled_endpoint_count: number;
  /** Attempts whose outcome was recorded in the twelve spans of `points`, about the last hour. */
  attempt_count: number;
  /** Failed attempts among them. */
  failed_attempt_count: number;
  /** When the oldest pending delivery of its endpoints was queued. Null if there are none. */
  oldest_pending_at: string | null;
  /** The same attempts by five minutes of the clock, oldest first. The last span contains now. */
  points: Array<ActivityPoint>;
}

/**
 * One page of agencies with their activity.
 */
export interface AgencyActivityPage {
  /** The agencies. */
  data: Array<AgencyActivity>;
  /** Cursor of the next page; null on the last page. */
  next_cursor: string | null;
  /** When the agencies were queried. */
  measured_at: string;
  /** Agencies that match the search. */
  total_count: number;
}

/**
 * An agency to create.
 */
export interface AgencyCreate {
  /** Name of the agency. */
  name: string;
}

/**
 * An agency with its open containments.
 */
export interface AgencyDetails {
  /** Agency id. */
  id: string;
  /** Name of the agency. */
  name: string;
  /** When it was created. */
  created_at: string;
  /** Open containments of the agency and of its keys, the latest first. */
  containments: Array<OpenContainment>;
}

/**
 * The confirmation of an erasure.
 */
export interface AgencyErasureRequest {
  /** The exact name of the agency, as confirmation. */
  agency_name: string;
  /** If true, the rows are counted and nothing is erased. */
  dry_run?: boolean;
}

/**
 * All agencies.
 */
export interface AgencyList {
  /** The agencies, oldest first. */
  data: Array<Agency>;
}

/**
 * The quotas of an agency.
 */
export interface AgencyQuotas {
  /** The agency. */
  agency_id: string;
  quotas: OperatorQuotas;
}

/**
 * New limits of an agency. Omitted members do not change; null restores the default.
 */
export interface AgencyQuotasChange {
  /** Bytes of the histories of notes. */
  insight_history_bytes?: number | null;
  /** Publications that are `scheduled`. */
  scheduled_publications?: number | null;
  /** Bytes of publications, regardless of their status. */
  publication_bytes?: number | null;
  /** Pending deliveries of active endpoints. Allow more failure records than these, so that none is lost when an endpoint is disabled. */
  pending_deliveries?: number | null;
  /** Failure records of all endpoints. */
  failure_records?: number | null;
  /** Bytes of the history of deliveries and events. */
  delivery_history_bytes?: number | null;
  /** API keys that are neither revoked nor expired, except those of links to the portal. */
  api_keys?: number | null;
  /** Links to the portal created within 24 hours. */
  portal_links?: number | null;
}

/**
 * `trouble`: agencies with the most endpoints in trouble first, then those with the largest share of failed attempts and the oldest pending delivery. `waiting`: the oldest pending delivery first. `attempts`: the most attempts first. `name`: by name. `newest`: the agency that was created last first.
 */
export type AgencySort = 'trouble' | 'waiting' | 'attempts' | 'name' | 'newest';

/**
 * An employee requests to relaunch or stop the AI.
 */
export interface AiControlRequestedEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate by it. */
  id: string;
  /** Type of the event. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'conversation.ai_control_requested';
  /** When the request was made. */
  created_at: string;
  /** Release date of the version in whose form the payload is, the one that the endpoint is pinned to. */
  api_version: string;
  /** The AI request. */
  data: AiRequest;
}

/**
 * A request to relaunch or stop the AI in the conversation with a fan.
 */
export interface AiRequest {
  /** Request id. */
  id: string;
  /** Upstream account id. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
  action: AiRequestAction;
  /** Employee who made the request. Null if it was not a tracked employee. */
  requested_by_user_id: string | null;
  /** When the request was made. */
  requested_at: string;
}

/**
 * The acknowledged requests.
 */
export interface AiRequestAcknowledged {
  /** The ids that the key can access, acknowledged now or before. */
  acknowledged_ids: Array<string>;
}

/**
 * The requests to acknowledge.
 */
export interface AiRequestAcknowledgement {
  /** Ids of AI requests. Ids that the key cannot access are ignored. */
  request_ids: Array<string>;
}

/**
 * The action requested from the AI in the conversation.
 */
export type AiRequestAction = 'relaunch' | 'stop';

/**
 * Pending AI requests.
 */
export interface AiRequestList {
  /** The requests, oldest first. */
  data: Array<AiRequest>;
}

/**
 * A request to the AI, by `id`. A new one publishes `conversation.ai_control_requested`; a changed one publishes nothing.
 */
export interface AiRequestRecord {
  type: 'ai_request';
  /** Request id. */
  id: string;
  /** Upstream account id of a creator. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
  action: AiRequestAction;
  /** Employee who made the request. Null if it was not a tracked employee. */
  requested_by_user_id: string | null;
  /** When the request was made. */
  requested_at: string;
}

/**
 * An API key, without its text.
 */
export interface ApiKey {
  /** Key id. */
  id: string;
  /** Name for the owner's reference. */
  label: string;
  /** First characters of the key, for display. */
  prefix: string;
  /** Scopes of the key. */
  scopes: Array<Scope>;
  /** Creators that the key is limited to. Empty means every creator of the agency, including future ones. */
  creator_ids: Array<string>;
  /** Instant from which the key is refused. Null if it does not expire. */
  expires_at: string | null;
  /** When the key was created. */
  created_at: string;
  /** When the key was last used with success, shown up to 10 seconds late and stored for 30 days. Null if it was not used since. */
  last_used_at: string | null;
  /** When the key was revoked. Null if it is not. */
  revoked_at: string | null;
  /** When the key was contained; it is refused until it is released. Null if it is not contained. */
  contained_at: string | null;
}

/**
 * A key to create or import.
 */
export interface ApiKeyCreate {
  /** Name for reference. */
  label: string;
  /** Scopes of the key. */
  scopes: Array<Scope>;
  /** Creators to limit the key to. Empty or omitted means every creator, including future ones. */
  creator_ids?: Array<string>;
  /** Instant from which the key is refused. Null or omitted means never. */
  expires_at?: string | null;
  /** An existing key to import: `svc_live_` or `legacy_live_`, and 32 to 64 characters. It must not be in use, and must not be guessable: a text that repeats a few characters, or a run of an alphabet, is refused. If omitted, the service creates a new key. A key of `svc_live_` and 38 characters without a valid checksum is imported as well. The response then takes a second, until every process knows the key. */
  api_key?: string;
}

/**
 * All keys of an agency.
 */
export interface ApiKeyList {
  /** The keys, oldest first. */
  data: Array<ApiKey>;
}

/**
 * A new API key with its text, which is not shown again.
 */
export interface ApiKeyWithSecret {
  /** Key id. */
  id: string;
  /** Name for the owner's reference. */
  label: string;
  /** First characters of the key, for display. */
  prefix: string;
  /** Scopes of the key. */
  scopes: Array<Scope>;
  /** Creators that the key is limited to. Empty means every creator of the agency, including future ones. */
  creator_ids: Array<string>;
  /** Instant from which the key is refused. Null if it does not expire. */
  expires_at: string | null;
  /** When the key was created. */
  created_at: string;
  /** When the key was last used with success, shown up to 10 seconds late and stored for 30 days. Null if it was not used since. */
  last_used_at: string | null;
  /** When the key was revoked. Null if it is not. */
  revoked_at: string | null;
  /** When the key was contained; it is refused until it is released. Null if it is not contained. */
  contained_at: string | null;
  /** The key itself. Only its hash is stored. */
  api_key: string;
}

/**
 * The employee to assign the fan to.
 */
export interface Assignment {
  /** Employee id of an active member of the agency. */
  user_id: string;
}

/**
 * The current assignment of a fan.
 */
export interface AssignmentUpdated {
  /** Upstream account id. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
  /** Employee to whom the fan is assigned. Null if the fan was unassigned. */
  assigned_user_id: string | null;
}

/**
 * An assignment changed.
 */
export interface AssignmentUpdatedEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate by it. */
  id: string;
  /** Type of the event. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'assignment.updated';
  /** When the assignment changed. */
  created_at: string;
  /** Release date of the version in whose form the payload is, the one that the endpoint is pinned to. */
  api_version: string;
  /** The fan and its assignment. */
  data: AssignmentUpdated;
}

/**
 * Attempts by their outcome. An attempt counts when its outcome is recorded, whether or not its delivery has ended.
 */
export interface AttemptCounts {
  /** Attempts that were acknowledged with a 2xx. */
  http_2xx_count: number;
  /** Attempts with a 4xx. */
  http_4xx_count: number;
  /** Attempts with a 5xx. */
  http_5xx_count: number;
  /** Attempts without a response within 10 seconds. */
  timeout_count: number;
  /** Attempts without a connection, or without a valid HTTP response on it. */
  connection_error_count: number;
  /** Attempts whose TLS handshake failed. */
  tls_error_count: number;
  /** All other failed attempts, such as redirects and hosts that are not public. */
  other_count: number;
}

/**
 * The action. From `endpoint.pinged` on, the values are only for actions of operators on behalf of the agency. New actions may be added without a new version.
 */
export type AuditAction =
  | 'agency.created'
  | 'agency.contained'
  | 'agency.released'
  | 'agency.quotas_changed'
  | 'agency.erased'
  | 'fan.erased'
  | 'agency.exported'
  | 'fan.exported'
  | 'key.created'
  | 'key.revoked'
  | 'key.contained'
  | 'key.released'
  | 'portal_link.created'
  | 'portal_link.opened'
  | 'endpoint.created'
  | 'endpoint.changed'
  | 'endpoint.deleted'
  | 'secret.rotated'
  | 'failure.replayed'
  | 'failures.replayed'
  | 'delivery.resent'
  | 'deliveries.resent'
  | 'events.recovered'
  | 'recovery.cancelled'
  | 'endpoint.pinged'
  | 'test_event.sent'
  | 'delivery.retried'
  | 'listener_attempt.answered'
  | 'fan.assigned'
  | 'fan.unassigned'
  | 'ai_lock.set'
  | 'ai_lock.released'
  | 'insight.changed'
  | 'publication.created'
  | 'publication.deleted'
  | 'ai_requests.acknowledged';

/**
 * Who took the action.
 */
export interface AuditActor {
  /** `key`: an API key of the agency. `operator`: an operator of the service. `service`: the service itself, when it disables an endpoint because of the quota of pending deliveries. */
  kind: 'key' | 'operator' | 'service';
  /** Id of the key, or of the operator's token. Null for the token that the service was started with, for the service, and for actions of operators that are shown to an agency. */
  id: string | null;
  /** Label of the key, or name of the operator's token, at that time. Null for actions of operators that are shown to an agency. */
  name: string | null;
}

/**
 * An action on keys, endpoints, secrets or failures of the agency, or of an operator on its behalf.
 */
export interface AuditEntry {
  /** Entry id. Later entries have greater ids. */
  id: string;
  /** When the action was taken. */
  recorded_at: string;
  action: AuditAction;
  actor: AuditActor;
  /** Id of the object of the action. Null if it has none, or has an upstream id, which is in `details`. */
  subject_id: string | null;
  /** Label or name of the object at that time, or the id of a fan. Empty if it has none. */
  subject_name: string;
  /** Further details, depending on the action. They never contain secrets, keys or whole URLs, only the `host` of a URL. */
  details: { [key: string]: any };
  /** Address that the request came from. Null if it is not known, and for actions of operators that are shown to an agency. */
  address: string | null;
  /** `x-request-id` of the response, up to 200 characters. Null for actions of operators or of the service that are shown to an agency. */
  request_id: string | null;
}

/**
 * One page of the audit log.
 */
export interface AuditPage {
  /** The entries, most recent first. */
  data: Array<AuditEntry>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}

/**
 * `fits`: a signature matches it, or it is the body that was sent. `changed`: it is not the body that was signed. `unknown`: no signature matches, and no event id identifies the body that was sent.
 */
export type BodyResult = 'fits' | 'changed' | 'unknown';

/**
 * The failures to replay. Different filters are combined with AND; without any, all that were not replayed.
 */
export interface BulkReplay {
  /** Failures recorded at or after this instant. */
  start?: string;
  /** Failures recorded before this instant. */
  end?: string;
  /** Failures of these event types. */
  event_types?: Array<DeliveryEventType>;
  /** If true, the failures are counted and nothing is replayed. */
  dry_run?: boolean;
}

/**
 * Number of failures that will be replayed or, with `dry_run`, would be.
 */
export interface BulkReplayed {
  /** Number of matching failures that were neither replayed nor queued for it before, and are sent again now. */
  replayed_count: number;
  /** Number of other matching failures. They stay unchanged, because their events cannot be sent to the endpoint now: it is disabled, or its URL may not receive them. Replay them when the endpoint is enabled. */
  waiting_count: number;
  /** The `replayed_count` by event type, without types that have none. */
  by_event_type: Array<BulkReplayedType>;
  /** Only in the result of a dry run. */
  forecast?: DeliveryForecast;
}

/**
 * Number of failures of one event type.
 */
export interface BulkReplayedType {
  event_type: DeliveryEventType;
  /** Number of failures of the type. */
  count: number;
}

/**
 * The deliveries to resend. Different filters are combined with AND.
 */
export interface BulkResend {
  /** Deliveries queued at or after this instant. */
  start: string;
  /** Deliveries queued before this instant. If it is omitted, those until now. */
  end?: string;
  /** Deliveries of these event types. If omitted, of all. */
  event_types?: Array<DeliveryEventType>;
  /** Deliveries with these statuses. If omitted, with both. Pending deliveries are sent anyway. */
  statuses?: Array<EndedDeliveryStatus>;
  /** The `next_cursor` of the request before, with the same filters. */
  cursor?: string;
  /** If true, the deliveries are counted and nothing is queued. */
  dry_run?: boolean;
}

/**
 * Number of events that are sent again or, with `dry_run`, would be.
 */
export interface BulkResent {
  /** Number of events that are queued again. */
  resent_count: number;
  /** Number of matching events that already wait to be sent again to the endpoint. They are not queued again. */
  pending_count: number;
  /** Number of matching events that cannot be sent: they are no longer stored, or the endpoint's URL may not receive them. */
  unavailable_count: number;
  /** The `resent_count` by event type, without types that have none. */
  by_event_type: Array<BulkResentType>;
  /** The `cursor` of the next request, if more deliveries match. Otherwise null. */
  next_cursor: string | null;
  /** Only in the result of a dry run. */
  forecast?: DeliveryForecast;
}

/**
 * Number of events of one type.
 */
export interface BulkResentType {
  event_type: DeliveryEventType;
  /** Number of events of the type. */
  count: number;
}

/**
 * A header of the endpoint after the change.
 */
export interface ChangedWebhookHeader {
  /** Its name, unique regardless of case. Names of headers that the service or HTTP itself sends fail with 400 `validation_failed`: `Service-*`, `Legacy-*`, `webhook-*`, `Content-*`, `Proxy-*`, `User-Agent`, `Host`, `Cookie`, `traceparent` and those of the connection. */
  name: string;
  /** Its value. Omitted, the stored value of the header with this name stays. */
  value?: string;
}

/**
 * Releases and the changes recorded so far.
 */
export interface Changelog {
  /** Every release, newest first. */
  releases: Array<ChangelogRelease>;
  /** Additive changes, newest first. They are available on every release. */
  changes: Array<ChangelogEntry>;
}

/**
 * One recorded change.
 */
export interface ChangelogEntry {
  /** Short title of the change. */
  title: string;
  /** The day on which it was recorded. */
  date: string;
  /** The effect on callers. */
  description: string;
}

/**
 * A release and whether it is the current one.
 */
export interface ChangelogRelease {
  /** Mineral name. */
  name: string;
  /** Release date. */
  date: string;
  /** True for the newest release. */
  current: boolean;
  /** The changes of the release. */
  description: string;
}

/**
 * The body to which the signatures were compared.
 */
export interface CheckedBody {
  result: BodyResult;
  /** How it was changed after it was received. `empty`: its stream was already consumed. `byte_order_mark`: a byte order mark was added. `surrounding_whitespace`: blanks or line breaks were added around it. `encoding`: its UTF-8 was decoded as Latin-1. `formatting`: it was parsed and serialized again, with other blanks, escapes or order. `other`: its content is different. Null unless it was changed. */
  difference: 'empty' | 'byte_order_mark' | 'surrounding_whitespace' | 'encoding' | 'formatting' | 'other' | null;
  /** Its length in bytes of UTF-8. */
  byte_count: number;
}

/**
 * One signature of the headers.
 */
export interface CheckedSignature {
  /** Name of its header, in lower case. */
  header: string;
  /** Its position in the header, from 1 on. That of the newest secret is first. */
  position: number;
  result: SignatureResult;
  /** First characters of the secret that made it, for display. Null if the secret is not known. */
  secret_prefix: string | null;
  /** Endpoint whose secret made it. Null if the secret is not known. */
  endpoint_id: string | null;
}

/**
 * The timestamp to which the signatures were compared.
 */
export interface CheckedTimestamp {
  result: TimestampResult;
  /** Name of the header that it was read from, in lower case. Null without one. */
  header: string | null;
  /** Its value. Null if it is missing or malformed. */
  signed_at: string | null;
  /** Seconds from the timestamp to now, negative for one in the future. Null if it is missing or malformed. */
  age_seconds: number | null;
}

/**
 * A publication to post, and the lease under which to report its outcome.
 */
export interface ClaimedPublication {
  /** Identifies this claim of this publication. */
  lease_id: string;
  /** Agency of the publication. */
  agency_id: string;
  publication: Publication;
}

/**
 * Publications to post now.
 */
export interface ClaimedPublications {
  /** The publications, longest due first. */
  data: Array<ClaimedPublication>;
}

/**
 * A containment, and what was read and sent before it.
 */
export interface Containment {
  /** Id of the containment. */
  id: string;
  /** The agency. */
  agency_id: string;
  /** The contained key. Null if the whole agency is contained. */
  key_id: string | null;
  /** The reason, for operators only. Empty if none was given. */
  reason: string;
  /** Text for the agency. */
  notice: string;
  /** When the first containment began. */
  contained_at: string;
  /** Keys that this containment refuses, over all repeated calls. */
  key_ids: Array<string>;
  /** Endpoints that this containment paused and that are still paused. */
  endpoint_ids: Array<string>;
  /** Instant from which the response reports what was read and sent. */
  since: string;
  /** Requests of the keys, by key and operation, most requests first. They are counted by the hour, and counts are stored for 30 days. The counts of a process's last 10 seconds may be missing, and are lost if the process is killed. */
  reads: Array<KeyUse>;
  /** Deliveries to each existing endpoint, most deliveries first. They are counted by the minute, including requests for older events, and counts are stored for 90 days. */
  deliveries: Array<EndpointUse>;
}

/**
 * A released containment.
 */
export interface ContainmentRelease {
  /** Id of the containment. */
  id: string;
  /** The agency. */
  agency_id: string;
  /** The released key. Null if the whole agency was contained. */
  key_id: string | null;
  /** When the containment began. */
  contained_at: string;
  /** When the containment ended. */
  released_at: string;
  /** Keys that are accepted again, unless they were revoked or have expired meanwhile. */
  key_ids: Array<string>;
  /** Endpoints that receive again. Endpoints that were enabled, paused or deleted meanwhile are unchanged. */
  endpoint_ids: Array<string>;
}

/**
 * The reason for a containment, and the period to report on.
 */
export interface ContainmentRequest {
  /** Instant from which to report what was read and sent. By default 24 hours ago. */
  since?: string;
  /** The reason, for operators only. It is stored with the containment and shown in the operators' audit log. */
  reason?: string;
  /** Text for the agency, which its own audit log shows instead of the reason. If it is omitted or empty, the log says that the operators stopped the keys and endpoints as a precaution. */
  notice?: string;
}

/**
 * A creator of the agency.
 */
export interface Creator {
  /** Creator id. */
  id: string;
  /** Name of the creator. */
  name: string;
  account: CreatorAccount;
  /** When the creator joined the agency. */
  created_at: string;
}

/**
 * The connected upstream account of the creator.
 */
export interface CreatorAccount {
  /** Upstream account id, the `account_id` of the `/v1/accounts` routes. */
  external_id: string;
  /** Upstream username of the account, when known. */
  username: string | null;
  /** When the account was connected. */
  connected_at: string;
}

/**
 * Figures per creator over a window.
 */
export interface CreatorAnalytics {
  /** First day, inclusive. */
  start: string;
  /** Last day, inclusive. */
  end: string;
  /** Time zone of the days. */
  timezone: string;
  /** One item per creator that the key can access, highest revenue first. */
  data: Array<CreatorFigures>;
}

/**
 * Figures of one creator.
 */
export interface CreatorFigures {
  /** Creator id. */
  creator_id: string;
  /** Gross revenue in euro cents, of the orders made in the window. */
  revenue_cents: number;
  /** Amount refunded in the window, in euro cents, regardless of the time of the order. */
  refunded_cents: number;
  /** Orders made in the window. */
  orders_count: number;
  /** Messages sent in the window in the creator's name. */
  messages_sent_count: number;
}

/**
 * All creators that the key can access.
 */
export interface CreatorList {
  /** The creators, by name in the root order of the Unicode Collation Algorithm (case and accents count only between names that are otherwise equal), then by id. */
  data: Array<Creator>;
}

/**
 * A creator, by `id`. The account never changes afterwards.
 */
export interface CreatorRecord {
  type: 'creator';
  /** Creator id. */
  id: string;
  /** Name of the creator. */
  name: string;
  account: CreatorRecordAccount;
  /** When the creator joined. By default the time at which the record was first ingested. */
  created_at?: string;
}

/**
 * The upstream account of the creator.
 */
export interface CreatorRecordAccount {
  /** Upstream account id. */
  external_id: string;
  /** Upstream username, when known. */
  username: string | null;
  /** When the account was connected. By default the time at which the record was first ingested. */
  connected_at?: string;
}

/**
 * One attempt to deliver.
 */
export interface DeliveryAttempt {
  /** When the attempt began. */
  attempted_at: string;
  /** Duration in milliseconds. 0 for `destination_forbidden`. */
  duration_ms: number;
  /** HTTP status of the response. Null without a response. */
  status_code: number | null;
  /** Why the attempt failed, as in the failure record. Null if it succeeded. */
  error: 'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled' | null;
  /** What exactly went wrong. `dns_not_found`: the host has no public address: its name does not exist, its name servers do not answer, or it resolves to an address that is not public. The service does not show which of these applies. `destination_not_public`: the URL contains an address or a name that is not public. `host_unreachable`: no route leads to the address of the host. `connection_refused`: nothing accepts connections at the port. `connection_reset`: the receiver, or a proxy or firewall in front of it, reset the connection before a response. `connection_closed`: the receiver closed the connection before the status and the headers of a response were complete. `connect_timeout`: no connection was established in time, including the TLS handshake. `response_timeout`: the receiver accepted the connection, and sent no status within 10 seconds of the start of the attempt. `tls_certificate_expired`: the certificate of the receiver, or one of its chain, has expired. `tls_certificate_not_yet_valid`: the certificate of the receiver, or one of its chain, is not valid yet. `tls_certificate_name`: the certificate of the receiver is for other names than the host of the URL. `tls_certificate_untrusted`: the certificate of the receiver does not lead to a well-known authority: it is self-signed, revoked, of a private authority, or sent without its intermediate certificates. `tls_certificate_weak`: the certificate of the receiver, or one of its chain, has a key that is too short or a signature with SHA-1. `tls_client_certificate_required`: the receiver requested a client certificate and refused the connection without one. The service has none. `tls_protocol`: the receiver refused the TLS handshake or broke it off. Most often it lacks a TLS version (1.2 or 1.3) or a cipher of the service. `tls_missing`: the receiver responded without TLS to a URL that begins with `https`. `http2_required`: the receiver accepts HTTP/2 only. The service sends HTTP/1.1. `http_malformed`: the response is not valid HTTP/1.1, such as one with bare line feeds, folded headers, two lengths, or a length together with chunks. `response_headers_too_large`: the headers of the response exceed 64 KB. The service reads its status, which counts, and no body. With interim responses (1xx) of more than that size, the attempt failed. Null if nothing did, if the status of the response says it, if the cause is not known, and of attempts before 2026-11-27. Attempts of a listener have no other than `response_timeout`. */
  error_detail:
    | 'dns_not_found'
    | 'destination_not_public'
    | 'host_unreachable'
    | 'connection_refused'
    | 'connection_reset'
    | 'connection_closed'
    | 'connect_timeout'
    | 'response_timeout'
    | 'tls_certificate_expired'
    | 'tls_certificate_not_yet_valid'
    | 'tls_certificate_name'
    | 'tls_certificate_untrusted'
    | 'tls_certificate_weak'
    | 'tls_client_certificate_required'
    | 'tls_protocol'
    | 'tls_missing'
    | 'http2_required'
    | 'http_malformed'
    | 'response_headers_too_large'
    | null;
  /** The beginning of the response body, decoded if it is compressed with gzip, deflate or br. It has at most 4 KB, or 200 bytes of a response with a 2xx status. If the attempts of a failure record exceed 2 KB, it has only the first 200 characters of each response; its delivery has the complete excerpts. Null without a response, and after the agency's quota `delivery_history_bytes` removed it. */
  response_excerpt: string | null;
}

/**
 * Deliveries of one event type in the window.
 */
export interface DeliveryCounter {
  event_type: DeliveryEventType;
  /** Deliveries acknowledged with a 2xx. */
  delivered_count: number;
  /** Deliveries that failed in all four attempts. */
  failed_count: number;
  /** Deliveries that became a failure record with `endpoint_disabled`. They are not part of `failed_count`. */
  disabled_count: number;
  attempts: AttemptCounts;
}

/**
 * Counters of every event type.
 */
export interface DeliveryCounterList {
  /** One counter per event type; those of `endpoint.*` are included if the endpoint asked for the type or received it in the window. */
  data: Array<DeliveryCounter>;
}

/**
 * Why an attempt or a delivery failed. `http_status`: a response other than 2xx. `timeout`: no response within 10 seconds. `connection_error`: no connection, or no valid HTTP response on it. `tls_error`: the TLS handshake failed, for example because of the certificate. `redirect`: a 3xx, which is not followed. `destination_forbidden`: the host does not resolve, or does not resolve to public addresses; the error does not distinguish these cases. `endpoint_disabled`: the endpoint was disabled before the delivery could be sent, or its URL was set by a key that cannot access the creator of the event.
 */
export type DeliveryError =
  'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled';

/**
 * Types of delivered events, including test deliveries (`ping`).
 */
export type DeliveryEventType =
  | 'order.created'
  | 'order.refunded'
  | 'assignment.updated'
  | 'conversation.ai_control_requested'
  | 'endpoint.failing'
  | 'endpoint.disabled'
  | 'endpoint.recovered'
  | 'ping';

/**
 * What sending these events means for the endpoint, by its latest attempts. The service sends up to `concurrent_attempts` at the same time from one process; more processes are faster.
 */
export interface DeliveryForecast {
  /** Estimated time until every event was attempted once, after those that are pending already, if each attempt takes `p90_ms` and the endpoint's rate is used. Null without attempts in the last 24 hours. */
  duration_seconds: number | null;
  /** Time within which 90% of the attempts of the last hour with attempts ended. Timeouts count with their whole time. Null without attempts in the last 24 hours. */
  p90_ms: number | null;
  /** Attempts to the endpoint at the same time. They are few if the endpoint is slow. */
  concurrent_attempts: number;
  /** The endpoint's rate. Null for no limit. */
  max_per_second: number | null;
  /** Pending deliveries of the endpoint, up to 10,000, which are sent first. */
  queued_before_count: number;
  /** Whether enough events are sent to disable the endpoint while its latest attempts or deliveries failed. Null if there are enough events and nothing was sent lately. */
  may_open_breaker: boolean | null;
  /** Failed deliveries in a row so far. 0 for a disabled endpoint, because enabling it counts from zero. */
  consecutive_failures: number;
  /** Failed deliveries in a row after which the endpoint is disabled. */
  breaker_failures: number;
}

/**
 * A header of a delivery.
 */
export interface DeliveryHeader {
  /** Its name. */
  name: string;
  /** Its value. */
  value: string;
}

/**
 * The request of one attempt, rebuilt from stored data: the event, and the current URL and secrets of the endpoint.
 */
export interface DeliveryRequest {
  /** Delivery of the attempt. */
  delivery_id: string;
  /** Id of the event. */
  event_id: string;
  /** Number of the attempt among those of the delivery, from 1 on. */
  attempt: number;
  /** When the attempt began. Its whole seconds are the timestamp that is signed. */
  attempted_at: string;
  /** Every delivery is a POST. */
  method: 'POST';
  /** Current URL of the endpoint, without user and password. */
  url: string;
  /** The headers in their order, except those of the connection. Headers with signatures are omitted if `body` is null. The endpoint's own headers are its current ones, and their values are redacted. */
  headers: Array<DeliveryHeader>;
  /** The exact body, as UTF-8. Null if the key may not read the payload of the event. */
  body: string | null;
  /** Release date of the version of the body. */
  api_version: string;
  /** Whether the URL was changed after the attempt, so that the request may have gone elsewhere. */
  url_changed: boolean;
  /** Whether a secret was rotated or stopped signing after the attempt. Then the signatures are not those that were sent. */
  secrets_changed: boolean;
}

/**
 * `pending` while attempts remain, `delivered` after a 2xx, `failed` after it became a failure record.
 */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/**
 * The finding of one check.
 */
export interface DiagnosticCheck {
  /** The name of the check. */
  name: string;
  status: DiagnosticStatus;
  /** What the check found. */
  detail: string;
  /** What to do about it; `null` with `ok`. */
  action: string | null;
}

/**
 * `ok`; `warning`: the service works, and may stop working if nothing is done; `failed`: a part of the service does not work.
 */
export type DiagnosticStatus = 'ok' | 'warning' | 'failed';

/**
 * The findings of all checks.
 */
export interface Diagnostics {
  /** When the checks began. */
  measured_at: string;
  /** The worst status of a check. */
  status: DiagnosticStatus;
  /** The findings. */
  checks: Array<DiagnosticCheck>;
}

/**
 * A current employee of the agency.
 */
export interface Employee {
  /** Employee id, the `user_id` of other operations. */
  id: string;
  /** Name of the employee. */
  name: string;
  /** Email address, when known. */
  email: string | null;
  /** Role in the agency, for example `manager`. The list is open. */
  role: string;
  /** When the employee joined the agency. */
  created_at: string;
}

/**
 * Figures per employee over a window.
 */
export interface EmployeeAnalytics {
  /** First day, inclusive. */
  start: string;
  /** Last day, inclusive. */
  end: string;
  /** Time zone of the days. */
  timezone: string;
  /** One item per employee with orders, refunds or messages in the window, including former employees, highest revenue first. Orders, refunds and messages that are not attributed to an employee are excluded. */
  data: Array<EmployeeFigures>;
}

/**
 * Figures of one employee.
 */
export interface EmployeeFigures {
  /** Employee id. */
  user_id: string;
  /** Gross revenue in euro cents, of the orders made in the window. */
  revenue_cents: number;
  /** Amount refunded in the window, in euro cents, regardless of the time of the order. */
  refunded_cents: number;
  /** Orders made in the window. */
  orders_count: number;
  /** Messages that the employee sent in the window. */
  messages_sent_count: number;
}

/**
 * All current employees of the agency.
 */
export interface EmployeeList {
  /** The employees, by name in the root order of the Unicode Collation Algorithm (case and accents count only between names that are otherwise equal), then by id. Former employees are absent. */
  data: Array<Employee>;
}

/**
 * An employee, by `id`.
 */
export interface EmployeeRecord {
  type: 'employee';
  /** Employee id. */
  id: string;
  /** Name of the employee. */
  name: string;
  /** Email address, when known. */
  email: string | null;
  /** Role in the agency. */
  role: string;
  /** False for a former employee, whose assigned fans stay assigned and to whom no more fans can be assigned. */
  active: boolean;
  /** When the employee joined. By default the time at which the record was first ingested. */
  created_at?: string;
}

/**
 * The secrets encrypted with one key.
 */
export interface EncryptionKeyUse {
  /** Id of the key. Null for secrets that were stored before secrets named their key. */
  key_id: string | null;
  /** `current`: `ENCRYPTION_KEY`. `previous`: one of `ENCRYPTION_KEYS_PREVIOUS`. `unknown`: neither, so these secrets cannot be read. `unnamed`: the secrets do not name their key. */
  state: 'current' | 'previous' | 'unknown' | 'unnamed';
  /** Stored secrets encrypted with this key. */
  secret_count: number;
}

/**
 * The keys with which the stored signing secrets are encrypted.
 */
export interface EncryptionStatus {
  /** Id of `ENCRYPTION_KEY`. */
  current_key_id: string;
  /** Stored secrets, including earlier ones of rotations. */
  secret_count: number;
  /** Of these, the ones that are not encrypted with the current key yet. At 0, no other key is required. */
  remaining_count: number;
  /** The configured keys, the current one first, and the other keys that stored secrets name. */
  keys: Array<EncryptionKeyUse>;
}

/**
 * The status of a delivery that has ended.
 */
export type EndedDeliveryStatus = 'delivered' | 'failed';

/**
 * Pending deliveries of an endpoint, and how close it is to being disabled.
 */
export interface EndpointBacklog {
  /** Pending deliveries, counted up to 10,000. */
  pending_count: number;
  /** Whether more deliveries than `pending_count` are pending. */
  has_more_pending: boolean;
  /** When the oldest of them was queued. Null if there are none. */
  oldest_pending_at: string | null;
  /** When the next attempt is due; in the past if it waits for its turn. Null if none is due, or all are in progress. */
  next_attempt_at: string | null;
  /** From when the oldest due delivery waits. Null if none waits, and while the endpoint is disabled or, as a listener, has no stream. */
  oldest_due_at: string | null;
  /** Deliveries that ended per minute in the last 5 minutes, rounded, from the first minute in which one ended. Null if none ended. */
  per_minute: number | null;
  /** Seconds until the pending deliveries have ended at this rate, without new ones. Null if `per_minute` or the number of pending deliveries is not known. */
  done_in_seconds: number | null;
  /** Failed deliveries in a row, as in the endpoint. */
  consecutive_failures: number;
  /** Failed deliveries in a row at which the endpoint is disabled. */
  breaker_failures: number;
}

/**
 * Another webhook endpoint was disabled.
 */
export interface EndpointDisabledEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate by it. */
  id: string;
  /** Type of the event. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'endpoint.disabled';
  /** When the endpoint was disabled. */
  created_at: string;
  /** Release date of the version in whose form the payload is, the one that the endpoint is pinned to. */
  api_version: string;
  /** The endpoint that the event is about, then. */
  data: EndpointReport;
}

/**
 * Another webhook endpoint fails.
 */
export interface EndpointFailingEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate by it. */
  id: string;
  /** Type of the event. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'endpoint.failing';
  /** When the endpoint began to fail. */
  created_at: string;
  /** Release date of the version in whose form the payload is, the one that the endpoint is pinned to. */
  api_version: string;
  /** The endpoint that the event is about, then. */
  data: EndpointReport;
}

/**
 * Whether an endpoint accepts its deliveries, by the outcomes of its latest attempts.
 */
export interface EndpointHealth {
  state: EndpointState;
  /** `since` of the incident while the state is `struggles` or `fails`; from when the oldest due delivery waits, for `behind`; minute of the latest attempt of the last 24 hours for `silent`; `disabled_at` for `paused` and `disabled`. Null for `works`, and if there was no attempt. */
  since: string | null;
  /** The state in words, as in `Has answered nothing`. */
  reason: string;
  /** The failed attempts of `attempts` in words, as in `212 timeouts`; how many took long, if at least half did; for `behind`, how many deliveries wait, their rate, and when they are done. Null if there were no attempts. */
  detail: string | null;
  /** From when `attempts` counts: `since` of the incident while the state is `struggles` or `fails`, and for an endpoint that was disabled while it failed; `accepted_since` while the endpoint accepts again; otherwise 5 minutes before now, at the beginning of a minute, or when the endpoint was enabled or the last attempt of an ended incident failed, if that was later. */
  counted_from: string;
  attempts: AttemptCounts;
}

/**
 * An episode of failures of an endpoint, with what it cost. It begins with the first failed attempt. It ends after 5 minutes with attempts and without failed ones, or after 100 accepted attempts in a row. Minutes without attempts do not end it.
 */
export interface EndpointIncident {
  status: EndpointIncidentStatus;
  /** When the first failed attempt began; for `behind`, from when the oldest due delivery waits; when the endpoint was disabled, if no attempt failed before that. */
  since: string;
  /** When the service disabled the endpoint during this incident, or it was paused while it failed. Remains after it is enabled again. Null if it was not disabled. */
  disabled_at: string | null;
  /** When the endpoint was enabled after `disabled_at`. Null if it was not. */
  enabled_at: string | null;
  /** Attempts from the first failed one on. */
  attempts: AttemptCounts;
  /** The failed attempts of the incident by their outcome, the most frequent first, at most 10. */
  errors: Array<IncidentError>;
  /** Likely causes, the most likely first. Each has evidence from at most 24 hours before the first failed attempt. Empty if there is none. */
  causes: Array<IncidentCause>;
  /** When the last failed attempt began. Null if none failed. */
  last_failed_at: string | null;
  /** From when attempts are accepted again, by the minute. Null if none was accepted since `last_failed_at`. */
  accepted_since: string | null;
  /** Attempts that were accepted since `last_failed_at`, counted until the incident has ended. */
  accepted_count: number;
  /** Failure records since `since` that were not replayed, those of deliveries that were never sent included and those of pings not, counted up to 10,000. */
  unreplayed_count: number;
  /** Whether there are more failure records than `unreplayed_count`. */
  has_more_unreplayed: boolean;
  /** Events that occurred while the endpoint was disabled during this incident, and that a recovery would deliver, counted up to 1,000. */
  missed_count: number;
  /** Whether a recovery would deliver more events than `missed_count`. */
  has_more_missed: boolean;
}

/**
 * `failing`: attempts fail. `disabled`: the service disabled the endpoint, or it was paused while it failed. `untested`: it was enabled again, and nothing was attempted since. `recovering`: it accepts again, and the episode of failures is not over. `recovered`: it works, but failures of this incident were not replayed or events were missed; for at most 24 hours. `behind`: it accepts, but due deliveries wait for more than a minute.
 */
export type EndpointIncidentStatus = 'failing' | 'disabled' | 'untested' | 'recovering' | 'recovered' | 'behind';

/**
 * Another webhook endpoint recovered.
 */
export interface EndpointRecoveredEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate by it. */
  id: string;
  /** Type of the event. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'endpoint.recovered';
  /** When the endpoint recovered. */
  created_at: string;
  /** Release date of the version in whose form the payload is, the one that the endpoint is pinned to. */
  api_version: string;
  /** The endpoint that the event is about, then. */
  data: EndpointReport;
}

/**
 * The state of a webhook endpoint when it changed. It contains no secret, and of the URL only the origin.
 */
export interface EndpointReport {
  /** Id of the agency. */
  agency_id: string;
  /** Id of the endpoint that the event is about. */
  endpoint_id: string;
  /** Label of the endpoint. Empty if none was given. */
  label: string;
  /** Scheme, host and port of its URL. */
  origin: string;
  /** The state that the endpoint changed to. */
  state: 'failing' | 'disabled' | 'recovered';
  /** Why. Of a failing endpoint: `consecutive_failures` or `failure_rate`. Of a disabled one: its `disabled_reason`. Of one that recovered: what it recovered from, `consecutive_failures`, `failure_rate` or `disabled`. */
  reason: 'consecutive_failures' | 'failure_rate' | 'disabled' | 'manual' | 'auto_breaker';
  /** Of a disabled endpoint, its `disabled_detail`. Null for others. */
  disabled_detail: 'contained' | 'link_ended' | 'auto_quota' | null;
  /** When the endpoint began to fail or was disabled, also if it has recovered from that. */
  since: string;
  /** Failed deliveries in a row, as the circuit breaker counts them. */
  consecutive_failures: number;
  /** Pending deliveries of the endpoint, counted up to 10,000. */
  pending_count: number;
  /** Whether more are pending than were counted. */
  has_more_pending: boolean;
}

/**
 * State of an endpoint by its latest attempts. `fails`: since the incident began, more than 50 % of the attempts failed. `struggles`: more than 5 % failed. `works`: fewer failed, or so many attempts in a row were accepted since the last failed one that the share of failed attempts has fallen. `behind`: attempts do not fail so, and a due delivery waits for more than 60 seconds for its receiver. `silent`: there were no attempts in the last 5 minutes. `paused`: disabled through the API or the app. `disabled`: disabled by the service.
 */
export type EndpointState = 'works' | 'struggles' | 'fails' | 'behind' | 'silent' | 'paused' | 'disabled';

/**
 * Deliveries to one endpoint.
 */
export interface EndpointUse {
  /** The endpoint. */
  endpoint_id: string;
  /** Current destination of the endpoint. */
  url: string;
  /** Key that created it. Null if it was imported, or created before keys were recorded. */
  created_by_key_id: string | null;
  /** Deliveries acknowledged with a 2xx. */
  delivered_count: number;
  /** Deliveries that failed in all four attempts. They were sent too. */
  failed_count: number;
}

/**
 * The rows of one table.
 */
export interface ErasedRows {
  /** Name of the table, as on the page about retention. */
  table: string;
  /** Rows that were removed or anonymised. A dry run counts up to 1,000,000. */
  count: number;
}

/**
 * An erasure and its progress. It never contains the id of the fan.
 */
export interface Erasure {
  /** Erasure id. Null for a dry run. */
  id: string | null;
  /** Id of the agency. */
  agency_id: string;
  kind: ErasureKind;
  status: ErasureStatus;
  /** The rows that were erased so far or, of a dry run, would be; by table, without tables that have none. */
  counts: Array<ErasedRows>;
  /** When it was requested. */
  requested_at: string;
  /** When it completed. Null before. */
  ended_at: string | null;
}

/**
 * Whose data is erased.
 */
export type ErasureKind = 'agency' | 'fan';

/**
 * `counted`: the result of a dry run. `queued`: it waits for its turn. `running`. `completed`: everything is erased.
 */
export type ErasureStatus = 'counted' | 'queued' | 'running' | 'completed';

/**
 * A problem of one type in general, with its meaning in place of a specific cause.
 */
export interface ExplainedProblem {
  /** Stable URI of the kind of problem. Its last segment is the slug. */
  type: string;
  /** Short summary. */
  title: string;
  /** The HTTP status of such a problem. */
  status: number;
  /** When it occurs. */
  detail: string;
  /** Path of this page. */
  instance: string;
}

/**
 * An export of the data of an agency or of a fan.
 */
export interface Export {
  /** Export id, an opaque text. It contains the id of the fan only in encrypted form. */
  id: string;
  /** Id of the agency. */
  agency_id: string;
  /** Whose data it is. */
  kind: 'agency' | 'fan';
  /** The tables in the order of the export, also those without a row, as on the page about retention. */
  tables: Array<string>;
  /** Until when the rows can be listed, 7 days after the export was opened. */
  expires_at: string;
}

/**
 * A row of a table.
 */
export interface ExportedRow {
  /** Name of the table. */
  table: string;
  /** The columns of the row. They follow the database, and may change with a release. */
  row: { [key: string]: any };
}

/**
 * One page of the rows of an export.
 */
export interface ExportedRowPage {
  /** The rows, table by table. */
  data: Array<ExportedRow>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}

/**
 * Failed attempts with the same outcome.
 */
export interface FailedAttempts {
  /** Why the attempts failed. */
  error: 'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden';
  /** HTTP status of the responses. Null without a response, and for a status that is not registered, which is counted by its first digit. */
  status_code: number | null;
  /** What exactly went wrong, as in an attempt. Null if the status says it, or if the cause is not known. */
  error_detail:
    | 'dns_not_found'
    | 'destination_not_public'
    | 'host_unreachable'
    | 'connection_refused'
    | 'connection_reset'
    | 'connection_closed'
    | 'connect_timeout'
    | 'response_timeout'
    | 'tls_certificate_expired'
    | 'tls_certificate_not_yet_valid'
    | 'tls_certificate_name'
    | 'tls_certificate_untrusted'
    | 'tls_certificate_weak'
    | 'tls_client_certificate_required'
    | 'tls_protocol'
    | 'tls_missing'
    | 'http2_required'
    | 'http_malformed'
    | 'response_headers_too_large'
    | null;
  /** The outcome in words, as in `401 response` and `Certificate expired`. */
  label: string;
  /** Attempts with this outcome. */
  count: number;
}

/**
 * The fan to erase.
 */
export interface FanErasureRequest {
  /** Upstream fan id. The erasure covers all accounts of the agency. */
  fan_id: string;
  /** If true, the rows are counted and nothing is erased. */
  dry_run?: boolean;
}

/**
 * The fan to export.
 */
export interface FanExportRequest {
  /** Upstream fan id. The export covers all accounts of the agency. */
  fan_id: string;
}

/**
 * A fan of an account, by `account_id` and `fan_id`.
 */
export interface FanRecord {
  type: 'fan';
  /** Upstream account id of a creator. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
  /** Upstream username, when available. */
  fan_username: string | null;
  subscription_status: FanSubscriptionStatus;
  /** Whether the fan is online upstream. */
  is_online: boolean;
  /** When the relation began. The list of fans is sorted by it. */
  related_at: string;
  /** Tags of the fan. They replace the fan's former tags. */
  tag_ids: Array<string>;
}

/**
 * A fan of one upstream account. The same fan on another account is another relation.
 */
export interface FanRelation {
  /** Upstream fan id. */
  fan_id: string;
  /** Upstream username, when available. */
  fan_username: string | null;
  /** Employee to whom the fan is assigned. Null if there is none. */
  assigned_user_id: string | null;
  /** True while an AI holds the lock on this fan. */
  ai_active: boolean;
  /** Tags set on the fan. Empty if there are none. */
  tags: Array<FanTag>;
}

/**
 * One page of fan relations.
 */
export interface FanRelationPage {
  /** The fans of this page, most recent relation first. */
  data: Array<FanRelation>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}

/**
 * Relation of a fan to the account: subscribed now, subscribed in the past, or only interested.
 */
export type FanSubscriptionStatus = 'active_subscriber' | 'former_subscriber' | 'interested';

/**
 * A tag set on a fan.
 */
export interface FanTag {
  /** Tag id. */
  id: string;
  /** Label. */
  name: string;
}

/**
 * Length of the points of figures.
 */
export type FigureInterval = 'minute' | 'hour';

/**
 * Outcomes of deliveries and attempts in one minute or hour.
 */
export interface FigurePoint {
  /** When the point begins. */
  at: string;
  /** Deliveries acknowledged with a 2xx. */
  delivered_count: number;
  /** Deliveries that became a failure record after their last attempt. */
  failed_count: number;
  /** Deliveries that became a failure record with `endpoint_disabled`. They are not part of `failed_count`. */
  disabled_count: number;
  attempts: AttemptCounts;
  /** The most deliveries that were pending at a count in the point. They are counted every minute, less often while there are very many. 0 without a count, and before 2026-11-28. */
  pending_count: number;
  /** Attempts that `p50_ms`, `p90_ms` and `p99_ms` measure, those that got a response or timed out. */
  sampled_count: number;
  /** Median time in milliseconds from the start of the attempt to the status line, estimated from the buckets of `latency`; a timeout counts as 10 seconds. Null if `sampled_count` is 0. */
  p50_ms: number | null;
  /** The 90th percentile of the same time. */
  p90_ms: number | null;
  /** The 99th percentile of the same time. */
  p99_ms: number | null;
}

/**
 * An endpoint with its figures.
 */
export interface FiguresOfEndpoint {
  /** Endpoint id. */
  endpoint_id: string;
  figures: WebhookFigures;
}

/**
 * A webhook endpoint of any agency.
 */
export interface FoundWebhookEndpoint {
  /** Endpoint id. */
  id: string;
  /** Agency id. */
  agency_id: string;
  /** Name of the agency. */
  agency_name: string;
  /** Name for reference. Empty by default. */
  label: string;
  /** Destination. */
  url: string;
  status: WebhookEndpointStatus;
}

/**
 * Webhook endpoints that match a text.
 */
export interface FoundWebhookEndpoints {
  /** The endpoints, by the names of their agencies. */
  data: Array<FoundWebhookEndpoint>;
}

/**
 * Length of a period. Weeks begin on Monday in `timezone`; hours are real hours.
 */
export type Granularity = 'hour' | 'day' | 'week' | 'month';

/**
 * Whether this process can serve requests, and the state of its dependencies.
 */
export interface Health {
  /** `ok` if every check passes. `degraded` if requests are served although a check fails. */
  status: 'ok' | 'degraded';
  /** One item per dependency. */
  checks: Array<HealthCheck>;
}

/**
 * The state of one dependency.
 */
export interface HealthCheck {
  /** Name of the dependency, for example `database` or `encryption_key`. The list is open. */
  name: string;
  /** Outcome of the check. */
  status: 'ok' | 'failed';
  /** The failure, without secrets. Null if there is none. */
  detail: string | null;
}

/**
 * An endpoint with an incident.
 */
export interface Incident {
  /** Id of the group, the same for all incidents of its host and error. */
  group_id: string;
  /** The agency. */
  agency_id: string;
  /** Name of the agency. */
  agency_name: string;
  /** The endpoint. */
  endpoint_id: string;
  /** Label of the endpoint. Empty if it has none. */
  endpoint_label: string;
  /** URL of the endpoint. */
  endpoint_url: string;
  status: WebhookEndpointStatus;
  health: EndpointHealth;
  incident: EndpointIncident;
  /** The beginning of a response with the most frequent status of the incident, at most 200 characters. Null if there is none, and for incidents after the first ones, whose causes are not read. */
  response_excerpt: string | null;
  backlog: EndpointBacklog;
}

/**
 * Acknowledgement of a group of incidents. It ends when the group begins again: all its live incidents began after it. A muted one also ends at `until`.
 */
export interface IncidentAcknowledgement {
  kind: IncidentAcknowledgementKind;
  /** The note, for operators only. Empty if none was given. */
  note: string;
  /** Name of the operator token. */
  by: string;
  /** When the group was acknowledged. */
  at: string;
  /** When it ends. Null for `acknowledged`. */
  until: string | null;
}

/**
 * `acknowledged`: an operator works on it. `muted`: it is listed last until `until`.
 */
export type IncidentAcknowledgementKind = 'acknowledged' | 'muted';

/**
 * The acknowledgement, which replaces an earlier one.
 */
export interface IncidentAcknowledgementRequest {
  kind: IncidentAcknowledgementKind;
  /** A note for operators. */
  note?: string;
  /** When the mute ends, at most 90 days from now. Required for `muted`, and only for it. */
  until?: string;
}

/**
 * A likely cause of an incident.
 */
export interface IncidentCause {
  /** `certificate_expired`: the certificate of the receiver. `secret_rotated`: the signing secret was rotated, or the previous one expired. `url_changed`: the URL of the endpoint. `address_changed`: the addresses of its host, which are not shown. `receiver_changed`: the header `Server` of the responses. `one_event_type`, `one_creator`, `payload_larger`: only deliveries of one type, of one creator, or with larger payloads fail. New kinds may be added without a new version. */
  kind:
    | 'certificate_expired'
    | 'secret_rotated'
    | 'url_changed'
    | 'address_changed'
    | 'receiver_changed'
    | 'one_event_type'
    | 'one_creator'
    | 'payload_larger';
  /** When it changed, or was first seen. Null if nothing changed. */
  at: string | null;
  /** Who changed it, as in `key Backend`; for agencies, `an operator` stands for every operator. Null if no person or key changed it, and for a key without the scope `read:audit`. */
  by: string | null;
  /** The only event type that fails, for `one_event_type`. Null for other kinds. */
  event_type: string | null;
  /** The cause and its evidence in a sentence. */
  summary: string;
}

/**
 * An outcome of failed attempts.
 */
export interface IncidentError {
  /** Why the attempts failed. */
  error: 'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden';
  /** HTTP status of the responses. Null without a response, and for a status that is not registered, which is counted by its first digit. */
  status_code: number | null;
  /** What exactly went wrong, as in an attempt. Null if the status says it, or if the cause is not known. */
  error_detail:
    | 'dns_not_found'
    | 'destination_not_public'
    | 'host_unreachable'
    | 'connection_refused'
    | 'connection_reset'
    | 'connection_closed'
    | 'connect_timeout'
    | 'response_timeout'
    | 'tls_certificate_expired'
    | 'tls_certificate_not_yet_valid'
    | 'tls_certificate_name'
    | 'tls_certificate_untrusted'
    | 'tls_certificate_weak'
    | 'tls_client_certificate_required'
    | 'tls_protocol'
    | 'tls_missing'
    | 'http2_required'
    | 'http_malformed'
    | 'response_headers_too_large'
    | null;
  /** The outcome in words, as in `401 response` and `Certificate expired`. */
  label: string;
  /** Attempts with this outcome. */
  count: number;
  /** When the first of them began. */
  first_at: string;
  /** When the last of them began. */
  last_at: string;
}

/**
 * Endpoints in trouble with the same host and the same kind of error. All 5xx are one kind; other statuses are one kind each.
 */
export interface IncidentGroup {
  /** Id of the group. A later incident of the same host and error has the same id. */
  id: string;
  /** Host of the URLs, with the port if it is not 443. */
  host: string;
  /** The most frequent error: the status of a response, as in `503`, otherwise the error detail or the error of the attempts. `behind` if nothing fails. New errors may be added without a new version. */
  error: string;
  /** The same in words, as in `503 response`. */
  label: string;
  status: IncidentGroupStatus;
  /** When the first of the incidents of this status began. */
  since: string;
  /** Endpoints of the group. */
  endpoint_count: number;
  /** Endpoints that are `failing`, `behind`, `untested` or `recovering`. */
  live_count: number;
  /** Endpoints that are `disabled`. */
  disabled_count: number;
  /** Agencies of these endpoints. */
  agency_count: number;
  /** Names of at most 3 of them, those with the most endpoints first. */
  agency_names: Array<string>;
  /** The endpoints, live ones first, at most 500. */
  endpoint_ids: Array<string>;
  /** Sum of `unreplayed_count` of the incidents of all its endpoints. */
  unreplayed_count: number;
  /** Whether one of them has more failure records than it counts. */
  has_more_unreplayed: boolean;
  /** Sum of `missed_count` of these incidents. */
  missed_count: number;
  /** Whether one of them missed more events than it counts. */
  has_more_missed: boolean;
  /** Null if the group is not acknowledged, or the acknowledgement has ended. */
  acknowledgement: IncidentAcknowledgement | null;
}

/**
 * State of a group of incidents: that of its endpoint that needs attention most. `failing`: attempts fail. `behind`: attempts are accepted, and due deliveries wait over 60 seconds for their receiver. `untested`: enabled again, without an attempt since. `recovering`: attempts are accepted again. `disabled`: disabled by the service, or paused while it failed. `recovered`: works, and some events of the incident were not delivered.
 */
export type IncidentGroupStatus = 'failing' | 'behind' | 'untested' | 'recovering' | 'disabled' | 'recovered';

/**
 * Incidents in the deliveries of all agencies, and the open containments.
 */
export interface Incidents {
  /** When the incidents were queried. */
  measured_at: string;
  /** The same endpoints by host and error, at most 100 groups. Live groups are first, then disabled ones, then recovered ones, and muted ones last; among equals, those that began last first. */
  groups: Array<IncidentGroup>;
  /** Groups, also those that are not returned. */
  group_count: number;
  /** Endpoints in trouble in the order of `groups`, at most 100. */
  data: Array<Incident>;
  /** Endpoints in trouble, also those that are not returned. */
  incident_count: number;
  /** Whether more than 2,000 endpoints may be in trouble. The others were not checked. */
  has_unchecked: boolean;
  /** Open containments, the latest first, at most 100. */
  containments: Array<OpenContainment>;
}

/**
 * Effect of a batch, in records.
 */
export interface IngestResult {
  /** New records. */
  created: number;
  /** Records with changes. */
  updated: number;
  /** Records without changes. */
  unchanged: number;
}

/**
 * Batches of an agency with the same result within some seconds.
 */
export interface Ingestion {
  /** Entry id. Later entries have greater ids. */
  id: string;
  /** Agency of the records. */
  agency_id: string;
  /** When the entry was written. */
  recorded_at: string;
  outcome: IngestionOutcome;
  /** Number of requests. */
  request_count: number;
  /** New records. */
  created_count: number;
  /** Records with changes. */
  updated_count: number;
  /** Records without changes. */
  unchanged_count: number;
  /** The problem that was returned. Null if the records were ingested. */
  slug: string | null;
  /** The beginning of the problem's `detail`. Null if the records were ingested, if the problem had none, and if there were too many different ones to distinguish. */
  detail: string | null;
  /** The first mismatches of the problem. */
  errors: Array<IngestionError>;
}

/**
 * A mismatch of a batch.
 */
export interface IngestionError {
  /** The record and its member. */
  path: string;
  /** The mismatch. */
  message: string;
}

/**
 * `recorded`: all records were ingested. `refused`: none was.
 */
export type IngestionOutcome = 'recorded' | 'refused';

/**
 * One page of the log of ingestions.
 */
export interface IngestionPage {
  /** The entries, most recent first. */
  data: Array<Ingestion>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}

/**
 * The note on a fan and its concurrency token.
 */
export interface Insight {
  /** The note. Empty if none was written. */
  note: string;
  /** Concurrency token, bare. The `ETag` header has it in quotes. It changes with the note. */
  etag: string;
}

/**
 * A new note, with the token of the note that you read.
 */
export interface InsightUpdate {
  /** The whole new note. If omitted, nothing changes. */
  note?: string;
  /** Token of the note that you read. You may send it in `If-Match` instead, or in both if they are equal. */
  etag?: string;
}

export interface InternalErrorMembers {
  /** Equal to the `x-request-id` header. */
  request_id: string;
}

/**
 * Requests of one key to one operation.
 */
export interface KeyUse {
  /** The key. */
  key_id: string;
  /** `operationId` of the operation, of this contract or the public one. */
  operation_id: string;
  /** Successful requests. */
  request_count: number;
  /** Items in the responses; a response that is not a list counts as one. */
  item_count: number;
  /** Beginning of the first hour with successful requests. */
  first_hour: string;
  /** Beginning of the last hour with successful requests. */
  last_hour: string;
}

/**
 * Attempts by how long they took.
 */
export interface LatencyBucket {
  /** The longest time in the bucket in milliseconds; the shortest is that of the bucket before. Null for timeouts. */
  up_to_ms: number | null;
  /** Attempts in the bucket. */
  count: number;
}

/**
 * How long the attempts since `totals_start` took that got a response or timed out, from their start to the status line.
 */
export interface LatencyDistribution {
  /** Attempts in all buckets. */
  sampled_count: number;
  /** The median in milliseconds, estimated from the buckets; a timeout counts as 10 seconds. Null if there are none. */
  p50_ms: number | null;
  /** The 90th percentile of the same time. */
  p90_ms: number | null;
  /** The 99th percentile of the same time. */
  p99_ms: number | null;
  /** Every bucket, the fastest first. */
  buckets: Array<LatencyBucket>;
}

/**
 * The latest delivery of an event to an endpoint.
 */
export interface LatestDelivery {
  /** Delivery id. */
  id: string;
  /** Endpoint of the delivery. */
  endpoint_id: string;
  status: DeliveryStatus;
}

/**
 * What a program responded to an attempt.
 */
export interface ListenerAnswer {
  /** Id of the attempt. */
  attempt_id: string;
  /** HTTP status of the response. Omit it if there was none. */
  status_code?: number;
  /** Beginning of the response's body, which the list of deliveries shows. */
  body?: string;
  /** Why there was no response. By default `connection_error`. With a `status_code`, it is ignored. */
  error?: 'connection_error' | 'timeout' | 'tls_error';
}

/**
 * The `data` of an event `attempt` of a listener's stream: one signed request.
 */
export interface ListenerAttempt {
  /** Attempt id, which the answer names. */
  id: string;
  /** Delivery id. */
  delivery_id: string;
  /** Event id, the same in every attempt and every replay. */
  event_id: string;
  event_type: DeliveryEventType;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** An answer counts until this instant. */
  deadline_at: string;
  /** Headers of the request, in their order. */
  headers: Array<DeliveryHeader>;
  /** Body of the request, as it was signed. */
  body: string;
}

/**
 * The `data` of an event `ended` of a listener's stream.
 */
export interface ListenerEnd {
  /** `deleted`: the listener was deleted. `replaced`: another stream of the listener was opened. */
  reason: 'deleted' | 'replaced';
}

/**
 * One event of a listener's stream, with its fields as members. The stream is a sequence of these.
 */
export interface ListenerEvent {
  /** `listener` describes the endpoint, `attempt` is a signed request, `ended` says why the stream ends. */
  event: 'listener' | 'attempt' | 'ended';
  /** A `ListenerState`, a `ListenerAttempt` or a `ListenerEnd`, as JSON. */
  data: string;
}

/**
 * The `data` of an event `listener` of a listener's stream.
 */
export interface ListenerState {
  /** Listener id. */
  id: string;
  status: WebhookEndpointStatus;
  /** Why the endpoint was disabled, as in a webhook endpoint. Null while active. */
  disabled_reason: 'manual' | 'auto_breaker' | null;
  /** More about it, as in a webhook endpoint. */
  disabled_detail: 'contained' | 'link_ended' | 'auto_quota' | null;
  /** Failed deliveries in a row. At 10 the endpoint is disabled. */
  consecutive_failures: number;
}

/**
 * The `data` of a live event `deliveries`.
 */
export interface LiveDeliveries {
  /** Changes since the last query, in the order in which the deliveries were queued, at most 200. */
  deliveries: Array<LiveDelivery>;
  /** False if more may have changed than is listed. */
  is_complete: boolean;
}

/**
 * A delivery that was queued, attempted or settled.
 */
export interface LiveDelivery {
  /** Delivery id. */
  id: string;
  /** Endpoint of the delivery. */
  endpoint_id: string;
  /** Id of the event. */
  event_id: string;
  event_type: DeliveryEventType;
  status: DeliveryStatus;
  /** Attempts whose outcome is known. */
  attempt_count: number;
  /** HTTP status of the last of them. Null without a response. */
  last_status_code: number | null;
  /** Why the last of them failed. Null if there is none, or if it succeeded. */
  last_error:
    'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled' | null;
  /** The `error_detail` of the last of them. Null if there is none. */
  last_error_detail:
    | 'dns_not_found'
    | 'destination_not_public'
    | 'host_unreachable'
    | 'connection_refused'
    | 'connection_reset'
    | 'connection_closed'
    | 'connect_timeout'
    | 'response_timeout'
    | 'tls_certificate_expired'
    | 'tls_certificate_not_yet_valid'
    | 'tls_certificate_name'
    | 'tls_certificate_untrusted'
    | 'tls_certificate_weak'
    | 'tls_client_certificate_required'
    | 'tls_protocol'
    | 'tls_missing'
    | 'http2_required'
    | 'http_malformed'
    | 'response_headers_too_large'
    | null;
  /** Duration of the last of them in milliseconds. Null if there is none. */
  last_duration_ms: number | null;
  /** When the delivery was queued. */
  created_at: string;
  /** When the next attempt is due. Null unless pending. */
  next_attempt_at: string | null;
  /** Whether an attempt is in progress, or is about to begin in the process that has taken the delivery. */
  is_in_flight: boolean;
}

/**
 * Current state of an endpoint.
 */
export interface LiveEndpoint {
  /** Endpoint id. */
  id: string;
  status: WebhookEndpointStatus;
  /** Pending deliveries, counted up to 100. */
  pending_count: number;
  /** When the oldest of them was queued. Null if there are none. */
  oldest_pending_at: string | null;
  /** Failed deliveries in a row. */
  consecutive_failures: number;
}

/**
 * The `data` of a live event `endpoints`.
 */
export interface LiveEndpoints {
  /** Every endpoint that the key can access, oldest first. */
  endpoints: Array<LiveEndpoint>;
}

/**
 * One event of the live stream, with its fields as members. The stream is a sequence of these: OpenAPI 3.1 cannot describe a stream otherwise.
 */
export interface LiveEvent {
  /** `endpoints` describes every endpoint that the key can access, `deliveries` lists changed deliveries. */
  event: 'endpoints' | 'deliveries';
  /** A `LiveEndpoints` or a `LiveDeliveries`, as JSON. */
  data: string;
}

/**
 * The key of the request and its agency.
 */
export interface Me {
  agency: MeAgency;
  key: MeKey;
  quotas: Quotas;
  /** The release of the response. */
  version: Release;
}

/**
 * The agency of the key.
 */
export interface MeAgency {
  /** Agency id. */
  id: string;
  /** Name of the agency. */
  name: string;
}

/**
 * The key of the request.
 */
export interface MeKey {
  /** Key id. It is not the key itself. */
  id: string;
  /** Name for the owner's reference. */
  label: string;
  /** First characters of the key, for display. */
  prefix: string;
  /** Scopes of the key. */
  scopes: Array<Scope>;
  /** Creators that the key is limited to. Empty means every creator of the agency, including future ones. */
  creator_ids: Array<string>;
  /** Instant from which the key is refused. Null if it does not expire. */
  expires_at: string | null;
}

/**
 * A pointer to media on the upstream platform.
 */
export interface Media {
  /** Upstream media id. */
  id: string;
  /** Kind of media, for example `photo` or `video`. The list is open. */
  type: string;
}

/**
 * `messaging`: a one-to-one chat send. `script`: a send from a saved script.
 */
export type MessageSource = 'messaging' | 'script';

export interface MissingScopeMembers {
  /** The scope that the operation requires. */
  required_scope: string;
}

export interface MissingVersionMembers {
  /** Name of the current release. */
  current_version: string;
  /** Date of the current release. */
  current_version_date: string;
  /** A complete header line that you can copy. */
  example: string;
  /** Address of the page that explains versions. */
  documentation_url: string;
}

/**
 * One record. `type` names its kind.
 */
export type Record = AiRequestRecord | CreatorRecord | EmployeeRecord | FanRecord | OrderRecord | RefundRecord | SendRecord | TagRecord;

/**
 * A containment that was not released.
 */
export interface OpenContainment {
  /** Id of the containment. */
  id: string;
  /** The agency. */
  agency_id: string;
  /** Name of the agency. */
  agency_name: string;
  /** The contained key. Null if the whole agency is contained. */
  key_id: string | null;
  /** Label of the contained key. Null if the whole agency is contained. */
  key_label: string | null;
  /** The reason, for operators only. Empty if none was given. */
  reason: string;
  /** Text for the agency. */
  notice: string;
  /** When the containment began. */
  contained_at: string;
  /** Endpoints that this containment paused and that are still paused. */
  endpoint_ids: Array<string>;
}

/**
 * The action, on an agency or on the installation.
 */
export type OperatorAuditAction =
  | 'agency.created'
  | 'agency.contained'
  | 'agency.released'
  | 'agency.quotas_changed'
  | 'agency.erased'
  | 'fan.erased'
  | 'agency.exported'
  | 'fan.exported'
  | 'key.created'
  | 'key.revoked'
  | 'key.contained'
  | 'key.released'
  | 'portal_link.created'
  | 'portal_link.opened'
  | 'endpoint.created'
  | 'endpoint.changed'
  | 'endpoint.deleted'
  | 'secret.rotated'
  | 'failure.replayed'
  | 'failures.replayed'
  | 'delivery.resent'
  | 'deliveries.resent'
  | 'events.recovered'
  | 'recovery.cancelled'
  | 'endpoint.pinged'
  | 'test_event.sent'
  | 'delivery.retried'
  | 'listener_attempt.answered'
  | 'fan.assigned'
  | 'fan.unassigned'
  | 'ai_lock.set'
  | 'ai_lock.released'
  | 'insight.changed'
  | 'publication.created'
  | 'publication.deleted'
  | 'ai_requests.acknowledged'
  | 'operator_token.created'
  | 'operator_token.revoked'
  | 'operator_session.opened'
  | 'operator_session.ended'
  | 'incident_group.acknowledged'
  | 'incident_group.muted'
  | 'incident_group.unacknowledged';

/**
 * An action on an object that the service protects.
 */
export interface OperatorAuditEntry {
  /** Entry id. Later entries have greater ids. */
  id: string;
  /** When the action was taken. */
  recorded_at: string;
  action: OperatorAuditAction;
  actor: AuditActor;
  /** Id of the object of the action. Null if it has none, or has an upstream id, which is in `details`. */
  subject_id: string | null;
  /** Label or name of the object at that time, or the id of a fan. Empty if it has none. */
  subject_name: string;
  /** Further details, depending on the action. They never contain secrets, keys or whole URLs, only the `host` of a URL. */
  details: { [key: string]: any };
  /** Address that the request came from. Null if it is not known, and for actions of operators that are shown to an agency. */
  address: string | null;
  /** `x-request-id` of the response, up to 200 characters. Null for actions of operators or of the service that are shown to an agency. */
  request_id: string | null;
  /** Agency of the object. Null for objects that do not belong to an agency, such as operator tokens. */
  agency_id: string | null;
}

/**
 * One page of the audit log of this installation.
 */
export interface OperatorAuditPage {
  /** The entries, most recent first. */
  data: Array<OperatorAuditEntry>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}

/**
 * Use, default and limit of one quota.
 */
export interface OperatorQuota {
  /** The current use. */
  used: number;
  /** The limit. The use may be higher if the limit was lowered. */
  allowed: number;
  /** The default limit of agencies. */
  default: number;
}

/**
 * The limit of the agency.
 */
export interface OperatorQuotas {
  /** Bytes of the histories of notes: for each edit the text that it replaced, in UTF-8, plus 256. Beyond the quota the agency's oldest edits are deleted. */
  insight_history_bytes: OperatorQuota;
  /** Publications that are `scheduled`. At the limit, creating another one fails with 422 `quota_reached`. */
  scheduled_publications: OperatorQuota;
  /** Bytes of the publications that are not deleted, regardless of their status: for each its text and media, in UTF-8, plus 384. A publication that would exceed the limit fails with 422 `quota_reached`. */
  publication_bytes: OperatorQuota;
  /** Deliveries pending for active endpoints, counted every minute, up to one more than is allowed. If an agency exceeds the limit for 10 minutes, its endpoint with the most pending deliveries is disabled, with the `disabled_detail` `auto_quota`: they become failure records, which can be replayed. Facts are still accepted. */
  pending_deliveries: OperatorQuota;
  /** Failure records of all endpoints, counted every ten minutes. Beyond the quota the oldest are deleted, whether they were replayed or not. */
  failure_records: OperatorQuota;
  /** Bytes of the history of deliveries, counted every minute: for each delivery that ended its attempts, for each event its payload, plus 384 for each of both. Beyond the quota the oldest deliveries lose their response excerpts, then the oldest deliveries and events are deleted. The same happens if a single day takes more than a tenth of it. Counters and failure records stay. */
  delivery_history_bytes: OperatorQuota;
  /** API keys that are neither revoked nor expired, except those of links to the portal. */
  api_keys: OperatorQuota;
  /** Links to the portal created within 24 hours. At the limit, creating another one fails with 422 `quota_reached`. */
  portal_links: OperatorQuota;
}

/**
 * Scope of an operator token.
 */
export type OperatorScope = 'metrics' | 'ingest' | 'keys' | 'read' | 'all';

/**
 * A named operator token, without its text.
 */
export interface OperatorToken {
  /** Token id. */
  id: string;
  /** Its name. Two tokens that are not revoked never have names that read the same. */
  name: string;
  /** First characters of the token, for display. */
  prefix: string;
  /** Scopes of the token. */
  scopes: Array<OperatorScope>;
  /** Instant from which the token is refused. */
  expires_at: string;
  /** When the token was created. */
  created_at: string;
  /** When the token was last accepted, to the minute. Null if never. */
  last_used_at: string | null;
  /** When the token was revoked. Null if it is not. */
  revoked_at: string | null;
}

/**
 * An operator token to create.
 */
export interface OperatorTokenCreate {
  /** Its name. It must not read like that of another token that is not revoked, or like `OPERATOR_TOKEN`: case, spaces, hyphens, underscores and compatible forms of characters do not distinguish names. It needs a letter, digit or sign, and characters that are not shown are refused. */
  name: string;
  /** Scopes of the token. */
  scopes: Array<OperatorScope>;
  /** Instant from which the token is refused, at most 400 days from now. By default 90 days from now. */
  expires_at?: string;
}

/**
 * All operator tokens.
 */
export interface OperatorTokenList {
  /** The tokens, oldest first. */
  data: Array<OperatorToken>;
}

/**
 * A new operator token with its text, which is not shown again.
 */
export interface OperatorTokenWithSecret {
  /** Token id. */
  id: string;
  /** Its name. Two tokens that are not revoked never have names that read the same. */
  name: string;
  /** First characters of the token, for display. */
  prefix: string;
  /** Scopes of the token. */
  scopes: Array<OperatorScope>;
  /** Instant from which the token is refused. */
  expires_at: string;
  /** When the token was created. */
  created_at: string;
  /** When the token was last accepted, to the minute. Null if never. */
  last_used_at: string | null;
  /** When the token was revoked. Null if it is not. */
  revoked_at: string | null;
  /** The token itself. Only its hash is stored. */
  token: string;
}

/**
 * A purchase of a fan.
 */
export interface Order {
  /** Order id. */
  id: string;
  order_type: OrderType;
  /** Creator of the sale. */
  creator_id: string;
  /** Upstream account id of the creator. */
  account_id: string;
  /** Upstream fan id of the buyer. Null if the buyer is not known. */
  fan_id: string | null;
  /** Upstream username of the buyer, when known. */
  fan_username: string | null;
  /** Employee to whom the order is attributed. Null if there is none; may name a former employee. */
  user_id: string | null;
  /** Upstream id of the message that led to the purchase, if any. */
  message_id: string | null;
  /** Amount in euro cents, before any refund. */
  amount_cents: number;
  /** When the fan bought. */
  created_at: string;
  /** When the order was refunded upstream. Null if it is not refunded. */
  refunded_at: string | null;
}

/**
 * A new order was recorded.
 */
export interface OrderCreatedEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate by it. */
  id: string;
  /** Type of the event. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'order.created';
  /** When the fan bought. */
  created_at: string;
  /** Release date of the version in whose form the payload is, the one that the endpoint is pinned to. */
  api_version: string;
  /** The order as created: `refunded_at` is null, even if it has been refunded since. */
  data: Order;
}

/**
 * One page of orders.
 */
export interface OrderPage {
  /** The orders of this page, most recent first. */
  data: Array<Order>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}

/**
 * An order, by `id`. A new one publishes `order.created`; an update publishes nothing.
 */
export interface OrderRecord {
  type: 'order';
  /** Order id. */
  id: string;
  order_type: OrderType;
  /** A creator of the agency. */
  creator_id: string;
  /** Upstream fan id of the buyer. */
  fan_id: string | null;
  /** Employee to attribute it to. */
  user_id: string | null;
  /** Upstream message that led to the purchase. */
  message_id: string | null;
  /** Amount in euro cents. */
  amount_cents: number;
  /** When the fan bought. */
  created_at: string;
}

/**
 * An order was refunded.
 */
export interface OrderRefundedEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate by it. */
  id: string;
  /** Type of the event. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'order.refunded';
  /** When the order was refunded. */
  created_at: string;
  /** Release date of the version in whose form the payload is, the one that the endpoint is pinned to. */
  api_version: string;
  /** The order, with `refunded_at`. */
  data: Order;
}

/**
 * The kind of purchase: a tip, a push, a private media or a subscription. Tips, pushes and private media are the à-la-carte purchases.
 */
export type OrderType = 'tip' | 'push' | 'private_media' | 'subscription';

/**
 * Revenue of one order type.
 */
export interface OrderTypeRevenue {
  order_type: OrderType;
  /** Gross revenue in euro cents. */
  revenue_cents: number;
  /** Orders made. */
  orders_count: number;
}

/**
 * The data of a test delivery.
 */
export interface Ping {
  /** The tested endpoint. */
  endpoint_id: string;
}

/**
 * A test delivery.
 */
export interface PingEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate by it. */
  id: string;
  /** Type of the event. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'ping';
  /** When the test delivery was requested. */
  created_at: string;
  /** Release date of the version in whose form the payload is, the one that the endpoint is pinned to. */
  api_version: string;
  /** The endpoint. */
  data: Ping;
}

/**
 * A link to the portal. It is not shown again.
 */
export interface PortalLink {
  /** Link id. */
  id: string;
  /** The link, with its key in the fragment. */
  url: string;
  /** Instant from which the key is refused. */
  expires_at: string;
  /** Id of the link's key, by which you revoke it. */
  key_id: string;
}

/**
 * A link to the portal to create.
 */
export interface PortalLinkCreate {
  /** Name of the link's key, for reference. */
  label: string;
  /** Scopes of people with the link. By default `read:webhooks` and `replay:webhooks`: see webhooks, replay failures and send test deliveries. Creating and changing endpoints requires `write:webhooks`. */
  scopes?: Array<Scope>;
  /** Seconds until the link expires. By default 3,600. */
  expires_in_seconds?: number;
  /** How many times the link may be opened, each time for a session of one tab. By default once. */
  uses?: number;
  /** Origins whose pages may embed the portal: scheme, host and, unless it is the default of the scheme, port. If empty or omitted, none may. */
  allowed_origins?: Array<string>;
  theme?: PortalTheme;
}

/**
 * Name, logo and colors of the portal. Members that are omitted are those of the service.
 */
export interface PortalTheme {
  /** Name at the top of each page, in place of the service's. One line, without characters that do not show. */
  name?: string;
  /** Letters or digits of the logo before the name, on the accent color. */
  logo_text?: string;
  /** Color of links, buttons and the logo. In each color scheme, the portal darkens or lightens it where text in it would be hard to read. */
  accent_color?: string;
  /** `auto`, the default: as the browser prefers. */
  color_scheme?: 'auto' | 'light' | 'dark';
}

export interface PreconditionFailedMembers {
  /** The current token, bare, when it is known. */
  current_etag?: string;
}

/**
 * A finished refresh.
 */
export interface ProjectionRefresh {
  /** When the refresh was done. */
  refreshed_at: string;
}

/**
 * A post on a creator's upstream account.
 */
export interface Publication {
  /** Publication id. */
  id: string;
  /** Creator in whose name it is posted. */
  creator_id: string;
  /** Text of the post. Null if it has only media. */
  text: string | null;
  /** Media in display order. Empty if it has only text. */
  media: Array<Media>;
  status: PublicationStatus;
  /** The reported reason for the failure. Null unless it failed, and if no reason was reported. */
  failure_reason: string | null;
  /** When it is due. Null if it is due at once. */
  scheduled_at: string | null;
  /** When it was posted, as reported. Null until then. */
  published_at: string | null;
  /** When it was created. */
  created_at: string;
}

/**
 * How many publications to claim, and for how long.
 */
export interface PublicationClaim {
  /** Maximum number of publications to claim. By default 50. */
  limit?: number;
  /** Seconds for which the publications belong to this claim only. By default 60. */
  lease_seconds?: number;
}

/**
 * A post to create. It has text, media or both.
 */
export interface PublicationCreate {
  /** Creator in whose name to post. */
  creator_id: string;
  /** Text of the post. Required without media. */
  text?: string;
  /** Media in display order. Required without text. */
  media?: Array<Media>;
  /** When it is due. If omitted or in the past, it is due at once. */
  scheduled_at?: string;
}

/**
 * The outcome of a publication on the upstream platform.
 */
export interface PublicationOutcome {
  /** The lease under which the publication was claimed. */
  lease_id: string;
  /** Whether it was posted. */
  status: 'published' | 'failed';
  /** The reason for the failure, which becomes the publication's `failure_reason`. Only with `failed`. */
  reason?: string;
  /** When it was posted. Only with `published`; by default the time of the report. */
  published_at?: string;
}

/**
 * One page of publications.
 */
export interface PublicationPage {
  /** The publications of this page, most recently created first. */
  data: Array<Publication>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}

/**
 * `scheduled` until the program that posts it on the upstream platform has reported its outcome: then `published` or `failed`.
 */
export type PublicationStatus = 'scheduled' | 'published' | 'failed';

/**
 * Use and limit of one quota.
 */
export interface Quota {
  /** The current use. Null for a key that is limited to some creators. */
  used: number | null;
  /** The limit. The use may be higher if the limit was lowered. */
  allowed: number;
}

/**
 * The quotas of an agency. New ones may be added without a new version.
 */
export type QuotaName =
  | 'insight_history_bytes'
  | 'scheduled_publications'
  | 'publication_bytes'
  | 'pending_deliveries'
  | 'failure_records'
  | 'delivery_history_bytes'
  | 'api_keys'
  | 'portal_links';

export interface QuotaReachedMembers {
  /** Name of the quota. */
  quota: QuotaName;
  /** The limit of the agency. */
  allowed: number;
}

/**
 * Use and limits of the key's agency.
 */
export interface Quotas {
  /** Bytes of the histories of notes: for each edit the text that it replaced, in UTF-8, plus 256. Beyond the quota the agency's oldest edits are deleted. */
  insight_history_bytes: Quota;
  /** Publications that are `scheduled`. At the limit, creating another one fails with 422 `quota_reached`. */
  scheduled_publications: Quota;
  /** Bytes of the publications that are not deleted, regardless of their status: for each its text and media, in UTF-8, plus 384. A publication that would exceed the limit fails with 422 `quota_reached`. */
  publication_bytes: Quota;
  /** Deliveries pending for active endpoints, counted every minute, up to one more than is allowed. If an agency exceeds the limit for 10 minutes, its endpoint with the most pending deliveries is disabled, with the `disabled_detail` `auto_quota`: they become failure records, which can be replayed. Facts are still accepted. */
  pending_deliveries: Quota;
  /** Failure records of all endpoints, counted every ten minutes. Beyond the quota the oldest are deleted, whether they were replayed or not. */
  failure_records: Quota;
  /** Bytes of the history of deliveries, counted every minute: for each delivery that ended its attempts, for each event its payload, plus 384 for each of both. Beyond the quota the oldest deliveries lose their response excerpts, then the oldest deliveries and events are deleted. The same happens if a single day takes more than a tenth of it. Counters and failure records stay. */
  delivery_history_bytes: Quota;
  /** API keys that are neither revoked nor expired, except those of links to the portal. */
  api_keys: Quota;
  /** Links to the portal created within 24 hours. At the limit, creating another one fails with 422 `quota_reached`. */
  portal_links: Quota;
}

/**
 * Records to ingest, in one transaction.
 */
export interface RecordBatch {
  /** The records, in any order. */
  records: Array<Record>;
}

/**
 * An event that was recorded for at least one endpoint. It is stored for 30 days.
 */
export interface RecordedEvent {
  /** Event id, the `id` in the body of its deliveries. */
  id: string;
  type: DeliveryEventType;
  /** When the fact of the event occurred. */
  created_at: string;
  /** When the event was recorded. The list is sorted by it. Of a reconstructed event it is when the fact occurred. */
  recorded_at: string;
  /** Creator of the event. Null if it has none. */
  creator_id: string | null;
  /** Whether a recovery made the event from the stored fact, because no endpoint wanted it when the fact occurred. Its deliveries have the header `Service-Event-Reconstructed`. */
  is_reconstructed: boolean;
  /** The payload in the version of the request. Null if the key may not read it: this requires `write:webhooks`, or `read:orders` for orders, `read:fans` for assignments and `read:ai_requests` for AI requests. */
  data: { [key: string]: any } | null;
  /** Only in a list with `include_deliveries`. The latest delivery of the event to each endpoint that the key can access. */
  deliveries?: Array<LatestDelivery>;
  /** Only in a list with `include_deliveries`. The endpoints that the key can access, that subscribe to the event, and that missed it because they were disabled when it was recorded. */
  missed_endpoint_ids?: Array<string>;
}

/**
 * One page of events.
 */
export interface RecordedEventPage {
  /** The events of this page, most recent first. */
  data: Array<RecordedEvent>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}

/**
 * An event, and its outcome at each endpoint.
 */
export interface RecordedEventWithDeliveries {
  /** Event id, the `id` in the body of its deliveries. */
  id: string;
  type: DeliveryEventType;
  /** When the fact of the event occurred. */
  created_at: string;
  /** When the event was recorded. The list is sorted by it. Of a reconstructed event it is when the fact occurred. */
  recorded_at: string;
  /** Creator of the event. Null if it has none. */
  creator_id: string | null;
  /** Whether a recovery made the event from the stored fact, because no endpoint wanted it when the fact occurred. Its deliveries have the header `Service-Event-Reconstructed`. */
  is_reconstructed?: boolean;
  /** The payload in the version of the request. Null if the key may not read it: this requires `write:webhooks`, or `read:orders` for orders, `read:fans` for assignments and `read:ai_requests` for AI requests. */
  data: { [key: string]: any } | null;
  /** Its deliveries to the endpoints that the key can access, including replays, in the order in which they were queued. A replay that was never attempted before the endpoint was disabled is not included. */
  deliveries: Array<WebhookDeliveryDetail>;
  /** The endpoints that the key can access, that subscribe to the event, and that missed it because they were disabled when it was recorded. */
  missed_endpoint_ids: Array<string>;
}

/**
 * The counts of one event type.
 */
export interface RecoveredType {
  event_type: WebhookEventType;
  /** Its recorded events. */
  recorded_count: number;
  /** Its reconstructed events. */
  reconstructed_count: number;
  /** Its events that the endpoint already has a delivery of. */
  delivered_count: number;
}

/**
 * A recovery, and the number of events that it found so far.
 */
export interface Recovery {
  /** Recovery id. Null for a dry run. */
  id: string | null;
  status: RecoveryStatus;
  /** Beginning of the span. */
  start: string;
  /** End of the span, not included. */
  end: string;
  /** The requested event types. Null if all that the endpoint receives. */
  event_types: Array<WebhookEventType> | null;
  /** Recorded events that are queued for the endpoint or, with `dry_run`, would be. */
  recorded_count: number;
  /** Events made from stored facts that are queued for the endpoint or, with `dry_run`, would be. */
  reconstructed_count: number;
  /** Events of the span that the endpoint already has a delivery of, which are not queued again. */
  delivered_count: number;
  /** The counts by event type, without types that have none. */
  by_event_type: Array<RecoveredType>;
  /** Whether a dry run stopped counting after 100,000 events and facts of the agency. The counts are then lower bounds. A recovery itself covers the whole span. */
  has_more: boolean;
  /** Only in the result of a dry run. */
  forecast?: DeliveryForecast;
  /** When it was requested. */
  requested_at: string;
  /** When it completed or stopped. Null before. */
  ended_at: string | null;
}

/**
 * The span of time to recover: of events by when they were recorded, of facts without an event by when they occurred.
 */
export interface RecoveryRequest {
  /** Events and facts at or after this instant, which is at most 30 days ago. */
  start: string;
  /** Events and facts before this instant, which is after `start`. If it is omitted or in the future, those until now. */
  end?: string;
  /** Only these event types. If omitted, all that the endpoint receives. */
  event_types?: Array<WebhookEventType>;
  /** If true, the events are counted and nothing is queued. The endpoint may be disabled. */
  dry_run?: boolean;
}

/**
 * `counted`: the result of a dry run. `queued`: it waits for its turn. `running`. `completed`: the deliveries are queued. `stopped`: the endpoint was disabled meanwhile, or the recovery was cancelled; recover the span again, once the endpoint is active.
 */
export type RecoveryStatus = 'counted' | 'queued' | 'running' | 'completed' | 'stopped';

/**
 * The refund of an order, which is in the same batch or known before. The first `refunded_at` stays. Publishes `order.refunded`.
 */
export interface RefundRecord {
  type: 'refund';
  /** Order id. */
  order_id: string;
  /** When it was refunded upstream. */
  refunded_at: string;
}

/**
 * A version of the API.
 */
export interface Release {
  /** Mineral name, as sent in `Service-Version`. */
  name: string;
  /** Release date, which `Service-Version` accepts as well. */
  date: string;
}

/**
 * The delivery of the replay.
 */
export interface Replay {
  /** Id of the original event. */
  event_id: string;
  /** Id of the new delivery. */
  delivery_id: string;
  /** Whether the delivery was queued. False if the event cannot be sent to the endpoint now, because it is disabled: the failure stays, with this delivery id. Replay it when the endpoint is enabled. */
  is_queued: boolean;
}

/**
 * The new delivery of an event.
 */
export interface Resend {
  /** Id of the original event. */
  event_id: string;
  /** Id of the new delivery. */
  delivery_id: string;
}

/**
 * Revenue of one period.
 */
export interface RevenuePeriod {
  /** Beginning of the period, with the offset of `timezone` at that instant. A first week or month that begins before the window has its own beginning: its Monday or its 1st. Like the last one, it counts only the days in the window. */
  period_start: string;
  /** Creator of these figures. Present only with `breakdown=creator`. */
  creator_id?: string;
  /** Gross revenue in euro cents, of the orders made in the period. */
  revenue_cents: number;
  /** Amount refunded in the period, in euro cents, regardless of the time of the order. */
  refunded_cents: number;
  /** Orders made in the period. */
  orders_count: number;
}

/**
 * Revenue over a window.
 */
export interface RevenueSummary {
  /** First day, inclusive. */
  start: string;
  /** Last day, inclusive. */
  end: string;
  /** Time zone of the days. */
  timezone: string;
  /** Gross revenue in euro cents, of the orders made in the window. */
  revenue_cents: number;
  /** Amount refunded in the window, in euro cents, regardless of the time of the order. */
  refunded_cents: number;
  /** Orders made in the window. */
  orders_count: number;
  /** The same per order type, highest revenue first. Types without orders are absent. */
  by_order_type: Array<OrderTypeRevenue>;
}

/**
 * Revenue per period.
 */
export interface RevenueTimeseries {
  /** First day, inclusive. */
  start: string;
  /** Last day, inclusive. */
  end: string;
  /** Time zone of the days. */
  timezone: string;
  granularity: Granularity;
  /** One item per period, or per period and creator, in chronological order. Empty periods are included. */
  data: Array<RevenuePeriod>;
}

/**
 * The new signing secret, which is not shown again.
 */
export interface RotatedSecret {
  /** New signing secret: `svc_whsec_` and 32 characters. */
  secret: string;
  /** First characters of the secret, for display. */
  secret_prefix: string;
  /** Instant until which the replaced secret signs. Null if it stopped at once. */
  previous_expires_at: string | null;
}

/**
 * A scope of API keys. Every operation requires at most one scope.
 */
export type Scope =
  | 'read:creators'
  | 'read:employees'
  | 'read:fans'
  | 'write:fans'
  | 'read:messages'
  | 'read:orders'
  | 'read:insights'
  | 'write:insights'
  | 'read:analytics'
  | 'read:publications'
  | 'write:publications'
  | 'read:ai_requests'
  | 'write:ai_requests'
  | 'read:webhooks'
  | 'replay:webhooks'
  | 'write:webhooks'
  | 'read:audit';

/**
 * How long the current secret signs together with the new one.
 */
export interface SecretRotation {
  /** Seconds for which the replaced secret still signs, up to 7 days, regardless of later rotations. 0 or omitted: it stops at once. Earlier secrets sign until their own expiry. */
  previous_expires_in_seconds?: number;
}

/**
 * A message that was sent through the service, by `id`.
 */
export interface SendRecord {
  type: 'send';
  /** Sent-message id. */
  id: string;
  /** When it was sent. */
  sent_at: string;
  source: MessageSource;
  /** Employee who sent it. Null if it was not a tracked employee. */
  sent_by_user_id: string | null;
  /** A creator of the agency. */
  creator_id: string;
  /** Upstream fan id of the recipient. */
  fan_id: string | null;
  /** Upstream username of the recipient. */
  fan_username: string | null;
  /** Whether the message carries a private media offer. */
  is_private_media: boolean;
  /** Price of the media in euro cents. Null if no media is priced. */
  price_eur: number | null;
  /** State of the media offer. Null without one. */
  sale_status: 'purchased' | 'pending' | 'refused' | 'free' | null;
  /** Upstream message id. */
  message_id: string | null;
  /** Attached media in display order. */
  media: Array<Media>;
}

/**
 * A message that an employee sent through the service. It points to the content and does not contain it.
 */
export interface SentMessage {
  /** Sent-message id. */
  id: string;
  /** When the message was sent. */
  sent_at: string;
  source: MessageSource;
  /** Employee who sent it. May name a former employee. Null if no tracked employee sent it, for example if the creator did. */
  sent_by_user_id: string | null;
  /** Creator in whose name it was sent. */
  creator_id: string;
  /** Upstream fan id of the recipient, usable on the `/v1/accounts` routes. Null on a few historical rows. */
  fan_id: string | null;
  /** Upstream username of the recipient, when known. */
  fan_username: string | null;
  /** True if the message carries a private media offer. */
  is_private_media: boolean;
  /** Price of the media in euro cents. Null if no media is priced. */
  price_eur: number | null;
  /** `purchased`: delivered and paid. `pending`: awaiting payment or delivery. `refused`: declined. `free`: delivered at no charge. Null without a media offer. */
  sale_status: 'purchased' | 'pending' | 'refused' | 'free' | null;
  /** Upstream message id. Null while the send is not matched with an upstream message. */
  message_id: string | null;
  /** Attached media in display order. Empty for a text message. */
  media: Array<Media>;
}

/**
 * One page of sent messages.
 */
export interface SentMessagePage {
  /** The sent messages of this page, most recent first. */
  data: Array<SentMessage>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}

/**
 * Pending deliveries of an agency.
 */
export interface ServiceAgencyBacklog {
  /** Agency id. */
  agency_id: string;
  /** Name of the agency. */
  agency_name: string;
  /** Number of its deliveries among those counted. */
  delivery_count: number;
  /** When the first of them was or will be due. */
  oldest_due_at: string;
}

/**
 * Deliveries with a pending attempt, due now or later, except those that a process has claimed.
 */
export interface ServiceBacklog {
  /** Number of deliveries, counted up to 20,000. */
  delivery_count: number;
  /** Whether all were counted. If not, the count is of those that have been due longest. */
  is_whole: boolean;
  /** When the first of them was or will be due. Null if there are none. */
  oldest_due_at: string | null;
  /** Endpoints that receive, and whose oldest due delivery waits for more than 60 seconds. */
  behind_endpoint_count: number;
  /** From when the oldest of these deliveries waits. Null if there are none. */
  oldest_behind_at: string | null;
  /** How many deliveries wait for these endpoints, how many end in a minute, and when the last of them is done. Null if there are none, or more than 100 endpoints. */
  behind_detail: string | null;
  /** The agencies with the most counted deliveries, at most 10. */
  agencies: Array<ServiceAgencyBacklog>;
}

/**
 * Connections of one kind.
 */
export interface ServiceConnections {
  /** Purpose of the connections. */
  application: string;
  /** Connections that run a statement or have an open transaction. */
  active_count: number;
  /** Idle connections. */
  idle_count: number;
}

/**
 * The database.
 */
export interface ServiceDatabase {
  /** Size on disk. */
  size_bytes: number;
  /** When the oldest open transaction of the service began. Null if none is open. */
  oldest_transaction_at: string | null;
  /** The largest tables, with their indexes and partitions, at most 10. */
  tables: Array<ServiceTable>;
  /** Connections of all processes, by purpose. */
  connections: Array<ServiceConnections>;
}

/**
 * A process that delivers, identified by its lease.
 */
export interface ServiceDeliverer {
  /** Id of the lease. */
  lease_id: number;
  /** Number of heartbeats of the process. If it does not increase, the process is dead, and its lease will soon end. */
  beats: number;
  /** When the oldest delivery became due that waits for this process to begin its attempt. Deliveries that wait for their receiver or listener do not count. Null if none waits. */
  oldest_due_at: string | null;
  /** When the lease ended. Null while it lasts. */
  ended_at: string | null;
}

/**
 * The jobs of a task.
 */
export interface ServiceJobs {
  /** Name of the task. */
  task: string;
  /** Jobs to run now or later. */
  waiting_count: number;
  /** Jobs that are running. */
  running_count: number;
  /** Jobs that have used all their attempts. */
  failed_count: number;
  /** When the first waiting job is due. Null if none is waiting. */
  oldest_due_at: string | null;
  /** The latest error of a job that has used all its attempts, or else of one that is tried again, at most 500 characters. Null if none of these jobs has failed. */
  last_error: string | null;
  /** When the first waiting job that has failed is tried again. Null if none is. */
  retried_at: string | null;
}

/**
 * The state of deliveries, workers, backlogs and the database.
 */
export interface ServiceOverview {
  /** When the state was queried. */
  measured_at: string;
  release: ServiceRelease;
  /** Leases of processes that deliver, the latest first, and those that ended recently. */
  deliverers: Array<ServiceDeliverer>;
  /** Workers of jobs. */
  workers: Array<ServiceWorker>;
  /** The jobs, by task. */
  jobs: Array<ServiceJobs>;
  /** The projections that lists and analytics read. */
  projections: Array<ServiceProjection>;
  backlog: ServiceBacklog;
  /** Database connection pools of the process that responds. */
  pools: Array<ServicePool>;
  /** Read replicas, as the process that responds sees them. */
  replicas: Array<ServiceReplica>;
  database: ServiceDatabase;
}

/**
 * A pool of database connections.
 */
export interface ServicePool {
  /** Purpose of the pool. */
  name: string;
  /** Connections in use. */
  in_use_count: number;
  /** Idle connections. */
  idle_count: number;
  /** Callers that wait for a connection. */
  waiting_count: number;
}

/**
 * A projection.
 */
export interface ServiceProjection {
  /** Its name. */
  projection: string;
  /** When the last refresh was. Null if there was none. */
  refreshed_at: string | null;
  /** When the oldest change was made that the projection does not contain yet. Null if it contains all. */
  oldest_change_at: string | null;
  /** Changes for the next refresh, counted up to 10,000. */
  waiting_count: number;
}

/**
 * The release of the service that the responding process runs.
 */
export interface ServiceRelease {
  /** The version of the service. */
  version: string;
  /** The changes of this release, in Markdown; `null` if the changelog is not installed. */
  notes: string | null;
}

/**
 * A read replica.
 */
export interface ServiceReplica {
  /** Its name. */
  name: string;
  /** False while the replica is not used. */
  is_serving: boolean;
  /** Upper bound of its lag in milliseconds. Null if it is not known. */
  lag_ms: number | null;
}

/**
 * A table.
 */
export interface ServiceTable {
  /** Its name. */
  name: string;
  /** Size on disk. */
  size_bytes: number;
  /** Number of rows, as estimated by the database. */
  row_estimate: number;
}

/**
 * A worker of jobs.
 */
export interface ServiceWorker {
  /** Its id. */
  worker_id: string;
  /** Number of heartbeats. */
  beats: number;
  /** When the last heartbeat was. */
  seen_at: string;
}

/**
 * The parts of a delivery that match its signatures, and the parts that do not.
 */
export interface SignatureCheck {
  /** Whether a signature matches. A receiver must also check that the timestamp is at most 300 seconds away, which `timestamp` shows. */
  verified: boolean;
  timestamp: CheckedTimestamp;
  body: CheckedBody;
  /** The first 20 signatures of each header, in the order of the headers. Empty if there are none. */
  signatures: Array<CheckedSignature>;
  /** Explanations for people, the most likely cause first. Empty if everything matches. */
  findings: Array<string>;
}

/**
 * A delivery, as your program received it.
 */
export interface SignatureCheckRequest {
  /** Its headers by name, in any case. The service uses those of the signature, its timestamp and the event id, under its own names, the former ones and those of Standard Webhooks. */
  headers: { [key: string]: string };
  /** Its body, as the text that you compared the signature with. */
  body: string;
}

/**
 * `fits`: a current secret signed this body and timestamp. `fits_other_body`: the signature is of the same timestamp and another body; `body.difference` shows how it differs. `fits_other_timestamp`: it is of this body and the timestamp of another header. `fits_other_endpoint`: the secret of another endpoint made it. `wrong`: none of these. `malformed`: it does not have the form of a signature, or cannot be compared because the timestamp or the event id is missing.
 */
export type SignatureResult = 'fits' | 'fits_other_body' | 'fits_other_timestamp' | 'fits_other_endpoint' | 'wrong' | 'malformed';

/**
 * State of the service for its users.
 */
export interface Status {
  /** The worst state of any component. */
  status: 'operational' | 'degraded' | 'down';
  /** When the components were checked. */
  checked_at: string;
  /** The current release. */
  version: Release;
  /** The components of the service. */
  components: Array<StatusComponent>;
  /** History of the components over the last 90 days. Empty if it cannot be read. */
  history: Array<StatusHistory>;
}

/**
 * State of one component of the service.
 */
export interface StatusComponent {
  /** Name of the component, for example `Workers` or `Webhook deliveries`. The list is open. */
  name: string;
  /** State of the component. */
  status: 'operational' | 'degraded' | 'down';
  /** The measurement, for people to read. */
  detail: string;
}

/**
 * One day in UTC. If its minutes add up to less than 1,440, the component was not observed in the others, for example while the database was unreachable.
 */
export interface StatusDay {
  /** The day. */
  date: string;
  /** Minutes in which the component worked. */
  operational_minutes: number;
  /** Minutes in which the component was late, or worked in part. */
  degraded_minutes: number;
  /** Minutes in which the component did not work. */
  down_minutes: number;
}

/**
 * History of one component, by day.
 */
export interface StatusHistory {
  /** Name of the component. */
  name: string;
  /** The observed days, oldest first. */
  days: Array<StatusDay>;
}

/**
 * A tag that fans can carry.
 */
export interface Tag {
  /** Tag id. */
  id: string;
  /** Label. */
  name: string;
  /** Colour in the agency's app, if one is set, for example `#7a5cff`. */
  color: string | null;
}

/**
 * The tag catalogue of the agency.
 */
export interface TagList {
  /** The tags, in the order of the agency's app. */
  data: Array<Tag>;
}

/**
 * A tag of the agency, by `id`.
 */
export interface TagRecord {
  type: 'tag';
  /** Tag id. */
  id: string;
  /** Label. */
  name: string;
  /** Colour in the app, if one is set. */
  color: string | null;
  /** Place in the catalogue, lowest first. */
  position: number;
}

/**
 * The event to send as a test.
 */
export interface TestEvent {
  /** Its type, which may be one to which the endpoint does not subscribe. */
  event_type: WebhookEventType;
}

/**
 * `fits`: at most 300 seconds from now. `too_old`, `in_future`: further away, as for any delivery that was received a while ago. `malformed`: not a whole number of seconds. `missing`: no header has one.
 */
export type TimestampResult = 'fits' | 'too_old' | 'in_future' | 'malformed' | 'missing';

export interface UnknownTagMembers {
  /** All the ids that are not tags of the agency. */
  tag_ids: Array<string>;
}

export interface UnknownVersionMembers {
  /** Every accepted value, the name and the date of each release. */
  supported_versions: Array<string>;
  /** Address of the page that explains versions. */
  documentation_url: string;
}

/**
 * One mismatch between the request and the contract.
 */
export interface ValidationError {
  /** Place in the query or the body, with dots, for example `limit` or `enabled_event_types.0`. Empty for the whole query or body. */
  path: string;
  /** The mismatch, and what is accepted. */
  message: string;
  /** Raw output of the validator; not stable. */
  keyword: string;
  /** Raw output of the validator; not stable. */
  instancePath: string;
  /** Raw output of the validator; not stable. */
  schemaPath: string;
  /** Raw output of the validator; not stable. */
  params: { [key: string]: any };
}

export interface ValidationFailedMembers {
  /** The mismatches with the schema, at most 1,000 of them. Absent if the request is refused for another reason, such as an inverted date range or malformed JSON; then read `detail`. */
  errors?: Array<ValidationError>;
}

/**
 * A delivery of one event to one endpoint, with its attempts. It is stored for 30 days.
 */
export interface WebhookDelivery {
  /** Delivery id. All attempts share it. */
  id: string;
  /** Id of the event. */
  event_id: string;
  event_type: DeliveryEventType;
  status: DeliveryStatus;
  /** The attempts so far, oldest first. */
  attempts: Array<DeliveryAttempt>;
  /** When the delivery was queued. */
  created_at: string;
  /** When the next attempt is due. Null unless pending. */
  next_attempt_at: string | null;
  /** Whether an attempt is in progress, or is about to begin in the process that has taken the delivery. */
  is_in_flight: boolean;
}

/**
 * A delivery of one event to one endpoint, with its attempts and its related resources.
 */
export interface WebhookDeliveryDetail {
  /** Delivery id. All attempts share it. */
  id: string;
  /** Endpoint of the delivery. */
  endpoint_id: string;
  /** Id of the event. */
  event_id: string;
  event_type: DeliveryEventType;
  status: DeliveryStatus;
  /** The attempts so far, oldest first. */
  attempts: Array<DeliveryAttempt>;
  /** When the delivery was queued. */
  created_at: string;
  /** When the next attempt is due. Null unless pending. */
  next_attempt_at: string | null;
  /** Whether an attempt is in progress, or is about to begin in the process that has taken the delivery. */
  is_in_flight: boolean;
  /** Id of its failure record, which can be replayed. Null unless it failed. */
  failure_id: string | null;
  /** Id of the failure record that it replays. Null for a first delivery. */
  replay_of_failure_id: string | null;
  /** Id of the delivery whose event it sends again. Null for a first delivery, and for a replay. */
  resend_of_delivery_id: string | null;
  /** Id of the recovery that queued it. Null for any other delivery. */
  recovery_id: string | null;
}

/**
 * One page of deliveries.
 */
export interface WebhookDeliveryPage {
  /** The deliveries of this page, most recent first. */
  data: Array<WebhookDelivery>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}

/**
 * A destination of events. The signing secret is shown only at creation and rotation.
 */
export interface WebhookEndpoint {
  /** Endpoint id. */
  id: string;
  /** Destination of the deliveries, HTTPS on a public host. For a listener `https://listener.invalid/`. */
  url: string;
  /** Name for the owner's reference. Empty if none was given. */
  label: string;
  /** First characters of the signing secret, for display. */
  secret_prefix: string;
  /** Types of events that the endpoint receives. `ping` is not listed; every endpoint can receive it. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events the endpoint receives. Empty means every creator of the agency, including future ones. */
  allowed_creator_ids: Array<string>;
  /** The endpoint's own headers, which every delivery to it has. Their values are not shown. */
  headers: Array<WebhookHeader>;
  /** Attempts that begin within a second, at most; further deliveries wait. All processes share the rate. In one second, up to a tenth more may begin. Null for no limit. */
  max_per_second: number | null;
  /** Release date of the version that was pinned at creation. Payloads are always rendered in it. */
  api_version: string;
  status: WebhookEndpointStatus;
  /** `manual`: a person paused it through the API or the app, or ended the portal link that it depends on. `auto_breaker`: the service disabled it, because 10 deliveries in a row failed, or too many are pending. `disabled_detail` says more. Null while active. */
  disabled_reason: 'manual' | 'auto_breaker' | null;
  /** `contained`: operators paused it by a containment (`manual`). `link_ended`: the portal link through which it was created has ended (`manual`). `auto_quota`: the agency's pending deliveries exceeded its quota for 10 minutes, and most of them were for this endpoint (`auto_breaker`). Null if `disabled_reason` says everything: it was paused, or 10 deliveries in a row failed; and while active. */
  disabled_detail: 'contained' | 'link_ended' | 'auto_quota' | null;
  /** When the endpoint was disabled. Null while active. */
  disabled_at: string | null;
  /** Failed deliveries in a row, as the circuit breaker counts them. Failures recorded together count as one. A success sets it to 0. Deliveries of `endpoint.*` events do not count. At 10 the endpoint is disabled. */
  consecutive_failures: number;
  /** Id of the key that created the endpoint. Null if it was imported, or created before keys were recorded. */
  created_by_key_id: string | null;
  /** Id of the portal link through which the endpoint was created. Null for other endpoints. */
  created_by_link_id: string | null;
  /** Whether the endpoint is disabled within two minutes after that link expires or is revoked, with the `disabled_detail` `link_ended`. Initially true for an endpoint that was created through a link. To let the endpoint stay, set it to false with a key of the agency, or enable the endpoint afterwards. */
  ends_with_link: boolean;
  /** When the endpoint was created. */
  created_at: string;
  /** Whether the stream of a listener is open: while none is, its deliveries wait, and after 15 minutes without one it is deleted. Nothing is sent to the `url` of a listener, and it cannot be changed. Null for other endpoints. */
  is_listening: boolean | null;
  /** When the certificate of the receiver expires, as the latest attempts have seen it. In the last 14 days before, the reason of `health` names it. Null before the first attempt, and without TLS. */
  certificate_expires_at: string | null;
  health: EndpointHealth;
  /** The failed attempts with their beginning and their outcomes, and the events that they cost. Null without an incident, and while operators have contained the endpoint. */
  incident: EndpointIncident | null;
}

/**
 * A webhook endpoint to create.
 */
export interface WebhookEndpointCreate {
  /** Destination: HTTPS, on a public host; otherwise the request fails with 422 `undeliverable_url`. Without user, password and fragment, on a port that browsers do not refuse, and at most 2,048 characters long after percent-encoding, as it is shown; otherwise it fails with 400 `validation_failed`. Only the text is checked. A host name that resolves to a private address is accepted, and every delivery to it then fails. */
  url: string;
  /** Name for your reference. Empty by default. */
  label?: string;
  /** Types of events to deliver. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events to deliver. Empty or omitted: every creator of the agency, including future ones; for a key that is limited to some creators, exactly those. */
  allowed_creator_ids?: Array<string>;
  /** Headers to send with every delivery, such as the key of an API gateway or a bearer token. None by default. */
  headers?: Array<WebhookHeaderInput>;
  /** Attempts that begin within a second, at most. Null or omitted for no limit. */
  max_per_second?: number | null;
}

/**
 * A webhook endpoint to import with its signing secret.
 */
export interface WebhookEndpointImport {
  /** Destination, HTTPS on a public host. */
  url: string;
  /** Name for reference. Empty by default. */
  label?: string;
  /** Types of events to deliver. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events to deliver. Empty or omitted means every creator, including future ones. */
  allowed_creator_ids?: Array<string>;
  /** Headers to send with every delivery. None by default. */
  headers?: Array<WebhookHeaderInput>;
  /** Attempts that begin within a second, at most. Null or omitted for no limit. */
  max_per_second?: number | null;
  /** Name or date of the release to pin. By default the current one. */
  api_version?: string;
  /** A signing secret that you have: `svc_whsec_` or `legacy_whsec_`, and 32 characters. */
  secret: string;
}

/**
 * All webhook endpoints that the key can access.
 */
export interface WebhookEndpointList {
  /** The endpoints, oldest first. */
  data: Array<WebhookEndpoint>;
}

/**
 * A disabled endpoint receives nothing until it is enabled again, and events that occur meanwhile are not recorded for it.
 */
export type WebhookEndpointStatus = 'active' | 'disabled';

/**
 * Whether a webhook endpoint is paused.
 */
export interface WebhookEndpointStatusChange {
  /** `disabled` pauses the endpoint, `active` enables it again. */
  status: WebhookEndpointStatus;
}

/**
 * Changes of a webhook endpoint. Omitted members do not change.
 */
export interface WebhookEndpointUpdate {
  /** If false, an endpoint that was created through a portal link stays when the link ends. Without effect on any other endpoint. */
  ends_with_link?: boolean;
  /** New destination, checked as at creation. Pending deliveries go to it. */
  url?: string;
  /** New name. */
  label?: string;
  /** Types of events to deliver from now on. Recorded events of other types are still delivered. */
  enabled_event_types?: Array<WebhookEventType>;
  /** Creators whose events to deliver from now on. Empty: every creator of the agency, or those of the key if it is limited. */
  allowed_creator_ids?: Array<string>;
  /** All headers of the endpoint after the change. Empty: none. Not for a listener. A change of `url` to another origin removes the stored values, which never go to another one: send them again with it. */
  headers?: Array<ChangedWebhookHeader>;
  /** Attempts that begin within a second, at most, from now on. Null for no limit. */
  max_per_second?: number | null;
  /** `active` enables the endpoint and resets the count of failed deliveries in a row. `disabled` pauses it; an endpoint that is already disabled does not change its reason. */
  status?: WebhookEndpointStatus;
}

/**
 * A new webhook endpoint with its signing secret, which is not shown again.
 */
export interface WebhookEndpointWithSecret {
  /** Endpoint id. */
  id: string;
  /** Destination of the deliveries, HTTPS on a public host. For a listener `https://listener.invalid/`. */
  url: string;
  /** Name for the owner's reference. Empty if none was given. */
  label: string;
  /** First characters of the signing secret, for display. */
  secret_prefix: string;
  /** Types of events that the endpoint receives. `ping` is not listed; every endpoint can receive it. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events the endpoint receives. Empty means every creator of the agency, including future ones. */
  allowed_creator_ids: Array<string>;
  /** The endpoint's own headers, which every delivery to it has. Their values are not shown. */
  headers: Array<WebhookHeader>;
  /** Attempts that begin within a second, at most; further deliveries wait. All processes share the rate. In one second, up to a tenth more may begin. Null for no limit. */
  max_per_second: number | null;
  /** Release date of the version that was pinned at creation. Payloads are always rendered in it. */
  api_version: string;
  status: WebhookEndpointStatus;
  /** `manual`: a person paused it through the API or the app, or ended the portal link that it depends on. `auto_breaker`: the service disabled it, because 10 deliveries in a row failed, or too many are pending. `disabled_detail` says more. Null while active. */
  disabled_reason: 'manual' | 'auto_breaker' | null;
  /** `contained`: operators paused it by a containment (`manual`). `link_ended`: the portal link through which it was created has ended (`manual`). `auto_quota`: the agency's pending deliveries exceeded its quota for 10 minutes, and most of them were for this endpoint (`auto_breaker`). Null if `disabled_reason` says everything: it was paused, or 10 deliveries in a row failed; and while active. */
  disabled_detail: 'contained' | 'link_ended' | 'auto_quota' | null;
  /** When the endpoint was disabled. Null while active. */
  disabled_at: string | null;
  /** Failed deliveries in a row, as the circuit breaker counts them. Failures recorded together count as one. A success sets it to 0. Deliveries of `endpoint.*` events do not count. At 10 the endpoint is disabled. */
  consecutive_failures: number;
  /** Id of the key that created the endpoint. Null if it was imported, or created before keys were recorded. */
  created_by_key_id: string | null;
  /** Id of the portal link through which the endpoint was created. Null for other endpoints. */
  created_by_link_id: string | null;
  /** Whether the endpoint is disabled within two minutes after that link expires or is revoked, with the `disabled_detail` `link_ended`. Initially true for an endpoint that was created through a link. To let the endpoint stay, set it to false with a key of the agency, or enable the endpoint afterwards. */
  ends_with_link: boolean;
  /** When the endpoint was created. */
  created_at: string;
  /** Whether the stream of a listener is open: while none is, its deliveries wait, and after 15 minutes without one it is deleted. Nothing is sent to the `url` of a listener, and it cannot be changed. Null for other endpoints. */
  is_listening?: boolean | null;
  /** When the certificate of the receiver expires, as the latest attempts have seen it. In the last 14 days before, the reason of `health` names it. Null before the first attempt, and without TLS. */
  certificate_expires_at?: string | null;
  health: EndpointHealth;
  /** The failed attempts with their beginning and their outcomes, and the events that they cost. Null without an incident, and while operators have contained the endpoint. */
  incident: EndpointIncident | null;
  /** Signing secret: `svc_whsec_` and 32 characters. Store it: it is not shown again. The whole text, as UTF-8, is the key of `Service-Signature`. */
  secret: string;
}

/**
 * The body of a delivery. `type` names the event.
 */
export type WebhookEvent =
  | AiControlRequestedEvent
  | AssignmentUpdatedEvent
  | EndpointDisabledEvent
  | EndpointFailingEvent
  | EndpointRecoveredEvent
  | OrderCreatedEvent
  | OrderRefundedEvent
  | PingEvent;

/**
 * Types of events that an endpoint can subscribe to. New types may be added without a new version; an endpoint receives only types that it names.
 */
export type WebhookEventType =
  | 'order.created'
  | 'order.refunded'
  | 'assignment.updated'
  | 'conversation.ai_control_requested'
  | 'endpoint.failing'
  | 'endpoint.disabled'
  | 'endpoint.recovered';

/**
 * A delivery that failed permanently. It is stored for 30 days, within the agency's quota of failure records, and can be replayed.
 */
export interface WebhookFailure {
  /** Failure id. */
  id: string;
  /** Id of the event. A replay sends it again. */
  event_id: string;
  event_type: DeliveryEventType;
  /** Id of the failed delivery. */
  delivery_id: string;
  /** When the fact of the event occurred. */
  event_created_at: string;
  /** When the delivery was recorded as failed. */
  failed_at: string;
  /** Why the last attempt failed, or `endpoint_disabled`. */
  error: DeliveryError;
  /** The attempts, oldest first. Empty if the endpoint was disabled before the first. */
  attempts: Array<DeliveryAttempt>;
  /** When the failure was last replayed. Null if never. */
  replayed_at: string | null;
}

/**
 * One page of failure records.
 */
export interface WebhookFailurePage {
  /** The failure records of this page, most recent first. */
  data: Array<WebhookFailure>;
  /** The `cursor` of the next page. Null on the last page. */
  next_cursor: string | null;
}

/**
 * Deliveries of an endpoint over time, and its pending deliveries.
 */
export interface WebhookFigures {
  interval: FigureInterval;
  /** When the first point begins. */
  start: string;
  /** When the last point ends. */
  end: string;
  /** Every minute or hour of the window, oldest first, including those without deliveries. */
  points: Array<FigurePoint>;
  latency: LatencyDistribution;
  /** The counts since `totals_start` by event type; types of `endpoint.*` are included if some were counted. */
  by_event_type: Array<DeliveryCounter>;
  /** The failed attempts since `totals_start` by their outcome, the most frequent first. Attempts before 2026-11-28 are not included. */
  failed_attempts: Array<FailedAttempts>;
  now: EndpointBacklog;
}

/**
 * The figures of several endpoints.
 */
export interface WebhookFiguresList {
  /** The endpoints in the order of the request. */
  data: Array<FiguresOfEndpoint>;
}

/**
 * A header of the endpoint's own, without its value.
 */
export interface WebhookHeader {
  /** Its name. */
  name: string;
  /** First characters of its value, for display; at most four, and at most a quarter of the value. */
  value_prefix: string;
}

/**
 * A header to send with every delivery to the endpoint.
 */
export interface WebhookHeaderInput {
  /** Its name, unique regardless of case. Names of headers that the service or HTTP itself sends fail with 400 `validation_failed`: `Service-*`, `Legacy-*`, `webhook-*`, `Content-*`, `Proxy-*`, `User-Agent`, `Host`, `Cookie`, `traceparent` and those of the connection. */
  name: string;
  /** Its value. It is encrypted and never shown again. */
  value: string;
}

/**
 * A temporary endpoint and its signing secret, which is shown only here.
 */
export interface WebhookListener {
  /** Listener id, which is also the id of its webhook endpoint. */
  id: string;
  /** Signing secret. */
  secret: string;
  /** Types of events that the listener receives. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events the listener receives. Empty means every creator of the agency. */
  allowed_creator_ids: Array<string>;
  /** Release date of the version that payloads are rendered in. */
  api_version: string;
  /** When the listener was created. */
  created_at: string;
}

/**
 * A listener to create.
 */
export interface WebhookListenerCreate {
  /** Name for your reference. Empty by default. */
  label?: string;
  /** Types of events to deliver. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events to deliver. Empty or omitted: every creator of the agency, including future ones; for a key that is limited to some creators, exactly those. */
  allowed_creator_ids?: Array<string>;
  /** Signing secret: `svc_whsec_` or `legacy_whsec_`, and 32 characters. By default a new one. */
  secret?: string;
}

/**
 * The queued test delivery.
 */
export interface WebhookPing {
  /** Id of the `ping` event. */
  event_id: string;
  /** Id of its delivery. */
  delivery_id: string;
}
