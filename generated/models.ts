// Generated from spec/ by `npm run generate`. Do not edit.

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
 * An agency to create.
 */
export interface AgencyCreate {
  /** Name of the agency. */
  name: string;
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
 * What an agency is to be allowed. Members that are left out stay as they are; null is the default again.
 */
export interface AgencyQuotasChange {
  /** Bytes of the histories of notes. */
  insight_history_bytes?: number | null;
  /** Publications that are `scheduled`. */
  scheduled_publications?: number | null;
  /** Bytes of publications, whatever their status. */
  publication_bytes?: number | null;
  /** Pending deliveries of active endpoints. Allow more failure records than these, so that none is lost where an endpoint is disabled. */
  pending_deliveries?: number | null;
  /** Failure records of all endpoints. */
  failure_records?: number | null;
  /** Bytes of the history of deliveries and events. */
  delivery_history_bytes?: number | null;
  /** API keys that are neither revoked nor expired, without those of links to the portal. */
  api_keys?: number | null;
  /** Links to the portal that are made within 24 hours. */
  portal_links?: number | null;
}

/**
 * The AI is to be relaunched or stopped.
 */
export interface AiControlRequestedEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate on it. */
  id: string;
  /** What happened. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'conversation.ai_control_requested';
  /** When it was asked. */
  created_at: string;
  /** Release date of the version that the payload is rendered in, the one that the endpoint is pinned to. */
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
  /** Employee who asked. Null when it was not a tracked employee. */
  requested_by_user_id: string | null;
  /** When it was asked. */
  requested_at: string;
}

/**
 * The requests that are acknowledged.
 */
export interface AiRequestAcknowledged {
  /** Those of the ids that are within reach, now or already acknowledged. */
  acknowledged_ids: Array<string>;
}

/**
 * The requests to acknowledge.
 */
export interface AiRequestAcknowledgement {
  /** Ids of AI requests. Ids out of reach are passed over. */
  request_ids: Array<string>;
}

/**
 * What is asked of the AI in the conversation.
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
  /** Employee who asked. Null when it was not a tracked employee. */
  requested_by_user_id: string | null;
  /** When it was asked. */
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
  /** Scopes that the key holds. */
  scopes: Array<Scope>;
  /** Creators that the key is limited to. Empty means every creator of the agency, including future ones. */
  creator_ids: Array<string>;
  /** Instant from which the key is refused. Null when it does not expire. */
  expires_at: string | null;
  /** When the key was created. */
  created_at: string;
  /** When the key was last used with success, told up to 10 seconds late and kept for 30 days. Null when it was not used since. */
  last_used_at: string | null;
  /** When the key was revoked. Null while it is not. */
  revoked_at: string | null;
  /** When the key was contained, and is refused until it is released. Null while it is not. */
  contained_at: string | null;
}

/**
 * A key to create, or to bring over.
 */
export interface ApiKeyCreate {
  /** Name for reference. */
  label: string;
  /** Scopes that the key holds. */
  scopes: Array<Scope>;
  /** Creators to limit the key to. Empty or left out means every creator, including future ones. */
  creator_ids?: Array<string>;
  /** Instant from which the key is refused. Null or left out means never. */
  expires_at?: string | null;
  /** An existing key to bring over: `svc_live_` or `legacy_live_`, and 32 to 64 characters. It must not be in use, and not be guessable: a text that repeats a few characters, or whose characters follow one another as in an alphabet, is refused. Left out, a new key is made. One of `svc_live_` and 38 characters that does not hold our checksum is brought over as well; the answer then takes a second, until every process knows of it. */
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
  /** Scopes that the key holds. */
  scopes: Array<Scope>;
  /** Creators that the key is limited to. Empty means every creator of the agency, including future ones. */
  creator_ids: Array<string>;
  /** Instant from which the key is refused. Null when it does not expire. */
  expires_at: string | null;
  /** When the key was created. */
  created_at: string;
  /** When the key was last used with success, told up to 10 seconds late and kept for 30 days. Null when it was not used since. */
  last_used_at: string | null;
  /** When the key was revoked. Null while it is not. */
  revoked_at: string | null;
  /** When the key was contained, and is refused until it is released. Null while it is not. */
  contained_at: string | null;
  /** The key itself. Only its hash is stored. */
  api_key: string;
}

/**
 * To whom a fan is assigned.
 */
export interface Assignment {
  /** Employee id of an active member of the agency. */
  user_id: string;
}

/**
 * The assignment of a fan as it is now.
 */
export interface AssignmentUpdated {
  /** Upstream account id. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
  /** Employee to whom the fan is assigned. Null when it was unassigned. */
  assigned_user_id: string | null;
}

/**
 * An assignment changed.
 */
export interface AssignmentUpdatedEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate on it. */
  id: string;
  /** What happened. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'assignment.updated';
  /** When the assignment changed. */
  created_at: string;
  /** Release date of the version that the payload is rendered in, the one that the endpoint is pinned to. */
  api_version: string;
  /** The fan and its assignment. */
  data: AssignmentUpdated;
}

/**
 * What was done; from `endpoint.pinged` on, what operators did in the agency's place alone. New actions may be added without a new version.
 */
export type AuditAction =
  | 'agency.created'
  | 'agency.contained'
  | 'agency.released'
  | 'agency.quotas_changed'
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
  | 'endpoint.pinged'
  | 'test_event.sent'
  | 'fan.assigned'
  | 'fan.unassigned'
  | 'ai_lock.set'
  | 'ai_lock.released'
  | 'insight.changed'
  | 'publication.created'
  | 'publication.deleted'
  | 'ai_requests.acknowledged';

/**
 * Who did it.
 */
export interface AuditActor {
  /** `key`: an API key of the agency. `operator`: who runs the service. `service`: the service by itself, where it disables an endpoint by the quota of pending deliveries. */
  kind: 'key' | 'operator' | 'service';
  /** Id of the key, or of the operator's token. Null for the token that the service was started with, for the service, and where agencies are shown what an operator did. */
  id: string | null;
  /** Label that the key, or name that the operator's token, had then. Null where agencies are shown what an operator did. */
  name: string | null;
}

/**
 * One thing that was done to keys, endpoints, secrets or failures of the agency, or that an operator changed in its place.
 */
export interface AuditEntry {
  /** Entry id. Later entries have greater ids. */
  id: string;
  /** When it was done. */
  recorded_at: string;
  action: AuditAction;
  actor: AuditActor;
  /** Id of what it was done to. Null where that has none, or an id of upstream, which is in `details`. */
  subject_id: string | null;
  /** Label or name that it had then, or the id of a fan. Empty for what has none. */
  subject_name: string;
  /** What else there is to know, by action. Neither secrets and keys nor whole URLs are in it, only the `host` of a URL. */
  details: { [key: string]: any };
  /** Address that the request came from. Null where it is not known, and where agencies are shown what an operator did. */
  address: string | null;
  /** `x-request-id` of the answer, up to 200 characters. Null where agencies are shown what an operator or the service did. */
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
 * `fits`: a signature fits it, or it is what was sent. `changed`: it is not what was signed. `unknown`: no signature fits, and no event id tells what was sent.
 */
export type BodyResult = 'fits' | 'changed' | 'unknown';

/**
 * Which failures to replay. Filters combine with AND; without any, all that were not replayed.
 */
export interface BulkReplay {
  /** Failures recorded at or after it. */
  start?: string;
  /** Failures recorded before it. */
  end?: string;
  /** Failures of these event types. */
  event_types?: Array<DeliveryEventType>;
  /** With true, the failures are counted and nothing is replayed. */
  dry_run?: boolean;
}

/**
 * How many failures will be replayed or, of a dry run, would be.
 */
export interface BulkReplayed {
  /** Number of failures that match, were neither replayed nor queued for it before, and are sent again now. */
  replayed_count: number;
  /** Number of further failures that match and stay as they are, because the endpoint cannot be sent them now: it is disabled, or its URL may not receive their events. Replay them once it is enabled. */
  waiting_count: number;
  /** The `replayed_count` by event type; types without such failures are left out. */
  by_event_type: Array<BulkReplayedType>;
}

/**
 * How many of the failures are of one event type.
 */
export interface BulkReplayedType {
  event_type: DeliveryEventType;
  /** Number of failures of the type. */
  count: number;
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
  /** The change in a few words. */
  title: string;
  /** The day on which it was recorded. */
  date: string;
  /** What it means for callers. */
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
  /** What the release changed. */
  description: string;
}

/**
 * The body that the signatures were compared with.
 */
export interface CheckedBody {
  result: BodyResult;
  /** What was done to it after it was received. `empty`: it was read away. `byte_order_mark`: one was put before it. `surrounding_whitespace`: blanks or line breaks were put around it. `encoding`: its UTF-8 was read as Latin-1. `formatting`: it was parsed and written anew, with other blanks, escapes or order. `other`: it says something else. Null unless it was changed. */
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
  /** Its place in the header, from 1 on. The newest secret's comes first. */
  position: number;
  result: SignatureResult;
  /** First characters of the secret that made it, for display. Null where none is known to have made it. */
  secret_prefix: string | null;
  /** Endpoint whose secret made it. Null where none is known to have made it. */
  endpoint_id: string | null;
}

/**
 * The timestamp that the signatures were compared with.
 */
export interface CheckedTimestamp {
  result: TimestampResult;
  /** Name of the header that it was read from, in lower case. Null without one. */
  header: string | null;
  /** What it says. Null where it is missing or malformed. */
  signed_at: string | null;
  /** Seconds from then to now, less than 0 of one in the future. Null where it is missing or malformed. */
  age_seconds: number | null;
}

/**
 * A publication to post, and the lease under which to report its outcome.
 */
export interface ClaimedPublication {
  /** Names this claim of this publication. */
  lease_id: string;
  /** Agency of the publication. */
  agency_id: string;
  publication: Publication;
}

/**
 * What a claimer is to post now.
 */
export interface ClaimedPublications {
  /** The publications, the one that has been due longest first. */
  data: Array<ClaimedPublication>;
}

/**
 * What is contained, and what was read and sent before.
 */
export interface Containment {
  /** Id of the containment. */
  id: string;
  /** The agency. */
  agency_id: string;
  /** The key that is contained. Null where the whole agency is. */
  key_id: string | null;
  /** Why, for operators alone. Empty when nothing was given. */
  reason: string;
  /** Text for the agency. */
  notice: string;
  /** When it was contained first. */
  contained_at: string;
  /** Keys that are refused by this containment, of every call that it was asked for by. */
  key_ids: Array<string>;
  /** Endpoints that this containment paused and that still are. */
  endpoint_ids: Array<string>;
  /** Instant from which on is told what was read and sent. */
  since: string;
  /** Requests that keys made, by key and operation, most first. They are counted by the hour and kept for 30 days; what a process counted in its last 10 seconds may be missing, and is lost with a process that is killed. */
  reads: Array<KeyUse>;
  /** Deliveries to each endpoint that there is, most first. They are counted by the minute, also those of requests for older events, and kept for 90 days. */
  deliveries: Array<EndpointUse>;
}

/**
 * What works again.
 */
export interface ContainmentRelease {
  /** Id of the containment. */
  id: string;
  /** The agency. */
  agency_id: string;
  /** The key that was contained. Null where the whole agency was. */
  key_id: string | null;
  /** When it was contained. */
  contained_at: string;
  /** When the containment ended. */
  released_at: string;
  /** Keys that are accepted again, unless they were revoked or have expired meanwhile. */
  key_ids: Array<string>;
  /** Endpoints that receive again. What somebody enabled, paused or deleted meanwhile stays as it is. */
  endpoint_ids: Array<string>;
}

/**
 * Why something is contained, and how far back to look.
 */
export interface ContainmentRequest {
  /** Instant from which on to tell what was read and sent. Left out, 24 hours ago. */
  since?: string;
  /** Why, for operators alone. It is stored with the containment and shown in the operators' audit log. */
  reason?: string;
  /** Text for the agency, which its own audit log shows in place of the reason. Left out or empty, it says that the operators stopped the keys and endpoints as a precaution. */
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
 * The upstream account that the creator is connected to.
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
  /** First day, included. */
  start: string;
  /** Last day, included. */
  end: string;
  /** Zone in which the days were read. */
  timezone: string;
  /** One item per creator within reach, highest revenue first. */
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
  /** Amount refunded in the window, in euro cents, whenever the order was made. */
  refunded_cents: number;
  /** Orders made in the window. */
  orders_count: number;
  /** Messages sent in the window in the creator's name. */
  messages_sent_count: number;
}

/**
 * All creators within reach.
 */
export interface CreatorList {
  /** The creators, by name as people sort them (the root order of the Unicode Collation Algorithm: case and accents count only between names that are otherwise equal), then by id. */
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
  /** When the creator joined. Left out, the time at which the record first came in. */
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
  /** When the account was connected. Left out, the time at which the record first came in. */
  connected_at?: string;
}

/**
 * One try to deliver.
 */
export interface DeliveryAttempt {
  /** When the attempt began. */
  attempted_at: string;
  /** How long it took, in milliseconds. 0 for `destination_forbidden`. */
  duration_ms: number;
  /** HTTP status of the answer. Null without an answer. */
  status_code: number | null;
  /** Why the attempt failed, as in the failure record. Null when it succeeded. */
  error: 'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled' | null;
  /** The beginning of the answer's body, at most 4 KB, or 200 bytes of an answer with a 2xx status. A failure record whose attempts are longer than 2 KB has the first 200 characters of each answer; its delivery has all that was kept. Null without an answer, and once the agency's quota `delivery_history_bytes` removed it. */
  response_excerpt: string | null;
}

/**
 * Deliveries of one event type in the window.
 */
export interface DeliveryCounter {
  event_type: DeliveryEventType;
  /** Deliveries that were acknowledged with a 2xx. */
  delivered_count: number;
  /** Deliveries that failed in all four attempts. */
  failed_count: number;
}

/**
 * Counters of every event type.
 */
export interface DeliveryCounterList {
  /** One counter per event type; all five are always present. */
  data: Array<DeliveryCounter>;
}

/**
 * Why an attempt or a delivery failed. `http_status`: an answer other than 2xx. `timeout`: no answer within 10 seconds. `connection_error`: the connection failed. `tls_error`: no valid certificate. `redirect`: a 3xx, which is not followed. `destination_forbidden`: the host does not resolve to public addresses; whether it does not resolve, or resolves to others, is not told. `endpoint_disabled`: the endpoint was disabled before the delivery could be sent, or its URL is not for events of that creator, because a key that does not reach the creator has set it.
 */
export type DeliveryError =
  'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled';

/**
 * Types of events that are delivered, those of a test delivery (`ping`) included.
 */
export type DeliveryEventType = 'order.created' | 'order.refunded' | 'assignment.updated' | 'conversation.ai_control_requested' | 'ping';

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
 * The request of one attempt, made again of what is kept: the event, and the endpoint's URL and secrets as they are now.
 */
export interface DeliveryRequest {
  /** Delivery that the attempt is of. */
  delivery_id: string;
  /** Id of the event. */
  event_id: string;
  /** Number of the attempt among those of the delivery, from 1 on. */
  attempt: number;
  /** When the attempt began. Its whole seconds are the timestamp that is signed. */
  attempted_at: string;
  /** Every delivery is a POST. */
  method: 'POST';
  /** URL of the endpoint now, without user and password. */
  url: string;
  /** The headers in their order, but for those of the connection. Those with signatures are left out where `body` is null. */
  headers: Array<DeliveryHeader>;
  /** The body to the byte, as UTF-8. Null where the key may not read the payload of the event. */
  body: string | null;
  /** Release date of the version that the body is in. */
  api_version: string;
  /** Whether the URL was set since the attempt, so that the request may have gone elsewhere. */
  url_changed: boolean;
  /** Whether a secret was rotated, or one that signed along has stopped, since the attempt: then the signatures are not those that went out. */
  secrets_changed: boolean;
}

/**
 * `pending` while attempts remain, `delivered` after a 2xx, `failed` when it became a failure record.
 */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/**
 * A present employee of the agency.
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
  /** First day, included. */
  start: string;
  /** Last day, included. */
  end: string;
  /** Zone in which the days were read. */
  timezone: string;
  /** One item per employee with orders, refunds or messages in the window, former ones included, highest revenue first. What is not attributed to an employee is left out. */
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
  /** Amount refunded in the window, in euro cents, whenever the order was made. */
  refunded_cents: number;
  /** Orders made in the window. */
  orders_count: number;
  /** Messages that the employee sent in the window. */
  messages_sent_count: number;
}

/**
 * All present employees of the agency.
 */
export interface EmployeeList {
  /** The employees, by name as people sort them (the root order of the Unicode Collation Algorithm: case and accents count only between names that are otherwise equal), then by id. Former ones are absent. */
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
  /** False for a former employee, who keeps what is assigned and cannot be assigned any more. */
  active: boolean;
  /** When the employee joined. Left out, the time at which the record first came in. */
  created_at?: string;
}

/**
 * What is encrypted with one key.
 */
export interface EncryptionKeyUse {
  /** Id of the key. Null for secrets that were stored before they named their key. */
  key_id: string | null;
  /** `current`: `ENCRYPTION_KEY`. `previous`: one of `ENCRYPTION_KEYS_PREVIOUS`. `unknown`: neither, so that these secrets cannot be read. `unnamed`: no key is named. */
  state: 'current' | 'previous' | 'unknown' | 'unnamed';
  /** Stored secrets that are encrypted with it. */
  secret_count: number;
}

/**
 * With which keys the stored signing secrets are encrypted.
 */
export interface EncryptionStatus {
  /** Id of `ENCRYPTION_KEY`. */
  current_key_id: string;
  /** Stored secrets, earlier ones of rotations included. */
  secret_count: number;
  /** Of these, the ones that are not encrypted with the current key yet. At 0 no other key is needed. */
  remaining_count: number;
  /** The keys that are configured, the current one first, and whatever else stored secrets name. */
  keys: Array<EncryptionKeyUse>;
}

/**
 * What waits for an endpoint now, and how near it is to being disabled.
 */
export interface EndpointBacklog {
  /** Deliveries that are pending, counted up to 10,000. */
  pending_count: number;
  /** When the oldest of them was queued. Null without any. */
  oldest_pending_at: string | null;
  /** When the next attempt is due, in the past where it waits for its turn. Null where none is due, or all are being made. */
  next_attempt_at: string | null;
  /** Failed deliveries in a row, as in the endpoint. */
  consecutive_failures: number;
  /** Failed deliveries in a row at which the endpoint is disabled. */
  breaker_failures: number;
}

/**
 * What went to one endpoint.
 */
export interface EndpointUse {
  /** The endpoint. */
  endpoint_id: string;
  /** Its destination now. */
  url: string;
  /** Key that made it. Null where it was brought over, or made before that was kept. */
  created_by_key_id: string | null;
  /** Deliveries that were acknowledged with a 2xx. */
  delivered_count: number;
  /** Deliveries that failed in all four attempts. They were sent too. */
  failed_count: number;
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
  /** When the relation began. The fans list is ordered by it. */
  related_at: string;
  /** Tags of the fan. They replace those it had. */
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
  /** Employee to whom the fan is assigned. Null when there is none. */
  assigned_user_id: string | null;
  /** True while an AI holds the lock on this fan. */
  ai_active: boolean;
  /** Tags set on the fan. Empty when there are none. */
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
 * How a fan stands to the account, subscribed now, subscribed once, or interested only.
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
 * What became of deliveries in one minute or hour.
 */
export interface FigurePoint {
  /** When the point begins. */
  at: string;
  /** Deliveries that were acknowledged with a 2xx in it. */
  delivered_count: number;
  /** Deliveries that became a failure record in it. */
  failed_count: number;
  /** Deliveries of the sample that `p50_ms` and `p99_ms` are of. */
  sampled_count: number;
  /** Milliseconds in which half of the sample were acknowledged, from the start of the attempt to the status line. Null where `sampled_count` is 0. */
  p50_ms: number | null;
  /** The same of 99 in 100. Of a sample of fewer than 100 it is the longest time. */
  p99_ms: number | null;
}

/**
 * Length of a period. Weeks begin on Monday in `timezone`; hours are real hours.
 */
export type Granularity = 'hour' | 'day' | 'week' | 'month';

/**
 * Whether this process can serve requests, and what it depends on.
 */
export interface Health {
  /** `ok` when every check passes. `degraded` when requests are served although a check fails. */
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
  /** What is wrong, without secrets. Null when nothing is. */
  detail: string | null;
}

/**
 * What a batch did, counted in records.
 */
export interface IngestResult {
  /** Records that were new. */
  created: number;
  /** Records that changed what was known. */
  updated: number;
  /** Records that changed nothing. */
  unchanged: number;
}

/**
 * Requests of an agency with records that ended alike within some seconds.
 */
export interface Ingestion {
  /** Entry id. Later entries have greater ids. */
  id: string;
  /** Agency whose records they are. */
  agency_id: string;
  /** When the entry was written. */
  recorded_at: string;
  outcome: IngestionOutcome;
  /** How many requests. */
  request_count: number;
  /** Records that were new. */
  created_count: number;
  /** Records that changed something. */
  updated_count: number;
  /** Records that were already as they say. */
  unchanged_count: number;
  /** The problem that they were answered. Null where they were recorded. */
  slug: string | null;
  /** The beginning of the problem's `detail`. Null where they were recorded, where the problem had none, and where more different ones came than are told apart. */
  detail: string | null;
  /** The first mismatches that the problem named. */
  errors: Array<IngestionError>;
}

/**
 * A mismatch of a batch.
 */
export interface IngestionError {
  /** The record and its member. */
  path: string;
  /** What is wrong with it. */
  message: string;
}

/**
 * `recorded`: the records were taken in. `refused`: none of them was.
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
  /** The note. Empty when none was written. */
  note: string;
  /** Concurrency token, bare. The `ETag` header holds it in quotes. It changes with the note. */
  etag: string;
}

/**
 * A new note, with the token of the note that was read.
 */
export interface InsightUpdate {
  /** The whole new note. Left out, nothing changes. */
  note?: string;
  /** Token of the note that was read. It may be sent in `If-Match` instead, or in both when they are equal. */
  etag?: string;
}

export interface InternalErrorMembers {
  /** Equal to the `x-request-id` header. */
  request_id: string;
}

/**
 * What one key did with one operation.
 */
export interface KeyUse {
  /** The key. */
  key_id: string;
  /** `operationId` of the operation, of this contract or the public one. */
  operation_id: string;
  /** Requests that were answered with success. */
  request_count: number;
  /** Items that their answers listed; an answer that is no list counts as one. */
  item_count: number;
  /** Beginning of the first hour with such requests. */
  first_hour: string;
  /** Beginning of the last hour with such requests. */
  last_hour: string;
}

/**
 * The `data` of a live event `deliveries`.
 */
export interface LiveDeliveries {
  /** What changed since the last query, in the order in which it was queued, at most 200. */
  deliveries: Array<LiveDelivery>;
  /** False where more may have changed than is listed. */
  is_complete: boolean;
}

/**
 * A delivery that was queued, attempted or settled.
 */
export interface LiveDelivery {
  /** Delivery id. */
  id: string;
  /** Endpoint that it goes to. */
  endpoint_id: string;
  /** Id of the event. */
  event_id: string;
  event_type: DeliveryEventType;
  status: DeliveryStatus;
  /** Attempts whose outcome is known. */
  attempt_count: number;
  /** HTTP status that the last of them was answered with. Null without an answer. */
  last_status_code: number | null;
  /** Why the last of them failed. Null without one, or when it succeeded. */
  last_error:
    'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled' | null;
  /** How long the last of them took. Null without one. */
  last_duration_ms: number | null;
  /** When the delivery was queued. */
  created_at: string;
  /** When the next attempt is due. Null unless pending. */
  next_attempt_at: string | null;
}

/**
 * How an endpoint is at the moment.
 */
export interface LiveEndpoint {
  /** Endpoint id. */
  id: string;
  status: WebhookEndpointStatus;
  /** Deliveries that are pending, counted up to 100. */
  pending_count: number;
  /** When the oldest of them was queued. Null without any. */
  oldest_pending_at: string | null;
  /** Failed deliveries in a row. */
  consecutive_failures: number;
}

/**
 * The `data` of a live event `endpoints`.
 */
export interface LiveEndpoints {
  /** Every endpoint within reach, oldest first. */
  endpoints: Array<LiveEndpoint>;
}

/**
 * One event of the live stream, by the names of its fields. The stream is a sequence of these: OpenAPI 3.1 has no other way to describe one.
 */
export interface LiveEvent {
  /** `endpoints` describes every endpoint within reach, `deliveries` lists what changed. */
  event: 'endpoints' | 'deliveries';
  /** JSON, a `LiveEndpoints` or a `LiveDeliveries`. */
  data: string;
}

/**
 * The key of the request and the agency that it belongs to.
 */
export interface Me {
  agency: MeAgency;
  key: MeKey;
  quotas: Quotas;
  /** The release that answered. */
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
  /** Scopes that the key holds. */
  scopes: Array<Scope>;
  /** Creators that the key is limited to. Empty means every creator of the agency, including future ones. */
  creator_ids: Array<string>;
  /** Instant from which the key is refused. Null when it does not expire. */
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
  /** The scope that the operation needs. */
  required_scope: string;
}

export interface MissingVersionMembers {
  /** Name of the current release. */
  current_version: string;
  /** Date of the current release. */
  current_version_date: string;
  /** A header line that is ready to send. */
  example: string;
  /** Where versioning is explained. */
  documentation_url: string;
}

/**
 * One record. `type` names its kind.
 */
export type Record = AiRequestRecord | CreatorRecord | EmployeeRecord | FanRecord | OrderRecord | RefundRecord | SendRecord | TagRecord;

/**
 * What was done, to agencies and to what belongs to none.
 */
export type OperatorAuditAction =
  | 'agency.created'
  | 'agency.contained'
  | 'agency.released'
  | 'agency.quotas_changed'
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
  | 'endpoint.pinged'
  | 'test_event.sent'
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
  | 'operator_session.ended';

/**
 * One thing that was done to what the service protects.
 */
export interface OperatorAuditEntry {
  /** Entry id. Later entries have greater ids. */
  id: string;
  /** When it was done. */
  recorded_at: string;
  action: OperatorAuditAction;
  actor: AuditActor;
  /** Id of what it was done to. Null where that has none, or an id of upstream, which is in `details`. */
  subject_id: string | null;
  /** Label or name that it had then, or the id of a fan. Empty for what has none. */
  subject_name: string;
  /** What else there is to know, by action. Neither secrets and keys nor whole URLs are in it, only the `host` of a URL. */
  details: { [key: string]: any };
  /** Address that the request came from. Null where it is not known, and where agencies are shown what an operator did. */
  address: string | null;
  /** `x-request-id` of the answer, up to 200 characters. Null where agencies are shown what an operator or the service did. */
  request_id: string | null;
  /** Agency that it was done to. Null for what belongs to none, such as an operator token. */
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
 * What an agency has of something, and what it is allowed.
 */
export interface OperatorQuota {
  /** What the agency has. */
  used: number;
  /** What it is allowed. It may have more where it was allowed more before. */
  allowed: number;
  /** What agencies are allowed where nothing else was decided. */
  default: number;
}

/**
 * What the agency has and is allowed.
 */
export interface OperatorQuotas {
  /** Bytes of the histories of notes: of each edit the text that it replaced, in UTF-8, and 256. Beyond it the agency's oldest edits go. */
  insight_history_bytes: OperatorQuota;
  /** Publications that are `scheduled`. Who has them is refused another one with 422 `quota_reached`. */
  scheduled_publications: OperatorQuota;
  /** Bytes of the publications that were not deleted, whatever their status: of each its text and media, in UTF-8, and 384. An agency that would have more is refused another one with 422 `quota_reached`. */
  publication_bytes: OperatorQuota;
  /** Deliveries that are pending for active endpoints, counted every minute, no further than to one more than is allowed. An agency that has more for 10 minutes has its fullest endpoint disabled, with `auto_quota`: what was pending becomes failure records, which can be replayed. Facts are taken in all the same. */
  pending_deliveries: OperatorQuota;
  /** Failure records of all endpoints, counted every ten minutes. Beyond it the oldest go, whether they were replayed or not. */
  failure_records: OperatorQuota;
  /** Bytes of the history of deliveries, counted every minute: of each delivery that ended its attempts, of each event its payload, and 384 for each of both. Beyond it the oldest deliveries lose the excerpts of their answers, then the oldest deliveries and events go; so they do where one day takes more than a tenth of it. Counters and failure records stay. */
  delivery_history_bytes: OperatorQuota;
  /** API keys that are neither revoked nor expired, without those of links to the portal. */
  api_keys: OperatorQuota;
  /** Links to the portal that were made within 24 hours. Beyond it another one is refused with 422 `quota_reached`. */
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
  /** Its name. No two tokens that are not revoked have names that read the same. */
  name: string;
  /** First characters of the token, for display. */
  prefix: string;
  /** Scopes that the token holds. */
  scopes: Array<OperatorScope>;
  /** Instant from which the token is refused. */
  expires_at: string;
  /** When the token was created. */
  created_at: string;
  /** When the token was last accepted, to the minute. Null while it never was. */
  last_used_at: string | null;
  /** When the token was revoked. Null while it is not. */
  revoked_at: string | null;
}

/**
 * An operator token to create.
 */
export interface OperatorTokenCreate {
  /** Its name. It must not read as that of another token that is not revoked, or as `OPERATOR_TOKEN`: case, spaces, hyphens, underscores and compatible forms of characters do not distinguish names. A letter, digit or sign is needed, and characters that are not shown are refused. */
  name: string;
  /** Scopes that the token holds. */
  scopes: Array<OperatorScope>;
  /** Instant from which the token is refused, at most 400 days from now. Left out: 90 days from now. */
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
  /** Its name. No two tokens that are not revoked have names that read the same. */
  name: string;
  /** First characters of the token, for display. */
  prefix: string;
  /** Scopes that the token holds. */
  scopes: Array<OperatorScope>;
  /** Instant from which the token is refused. */
  expires_at: string;
  /** When the token was created. */
  created_at: string;
  /** When the token was last accepted, to the minute. Null while it never was. */
  last_used_at: string | null;
  /** When the token was revoked. Null while it is not. */
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
  /** Creator who sold. */
  creator_id: string;
  /** Upstream account id of the creator. */
  account_id: string;
  /** Upstream fan id of the buyer. Null when the buyer is not known. */
  fan_id: string | null;
  /** Upstream username of the buyer, when known. */
  fan_username: string | null;
  /** Employee whom the order is attributed to. Null when there is none; may name a former employee. */
  user_id: string | null;
  /** Upstream id of the message that sold, if one did. */
  message_id: string | null;
  /** Amount in euro cents, before any refund. */
  amount_cents: number;
  /** When the fan bought. */
  created_at: string;
  /** When the order was refunded upstream. Null while it is not. */
  refunded_at: string | null;
}

/**
 * A new order was recorded.
 */
export interface OrderCreatedEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate on it. */
  id: string;
  /** What happened. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'order.created';
  /** When the fan bought. */
  created_at: string;
  /** Release date of the version that the payload is rendered in, the one that the endpoint is pinned to. */
  api_version: string;
  /** The order as it was made, so that `refunded_at` is null, even when it was refunded since. */
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
  /** Upstream message that sold. */
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
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate on it. */
  id: string;
  /** What happened. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'order.refunded';
  /** When the order was refunded. */
  created_at: string;
  /** Release date of the version that the payload is rendered in, the one that the endpoint is pinned to. */
  api_version: string;
  /** The order, with `refunded_at`. */
  data: Order;
}

/**
 * What was bought: a tip, a push, a private media or a subscription. Tips, pushes and private media are the à-la-carte purchases.
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
 * What a test delivery carries.
 */
export interface Ping {
  /** The endpoint that is tested. */
  endpoint_id: string;
}

/**
 * A test delivery.
 */
export interface PingEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate on it. */
  id: string;
  /** What happened. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'ping';
  /** When the test delivery was requested. */
  created_at: string;
  /** Release date of the version that the payload is rendered in, the one that the endpoint is pinned to. */
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
  /** The link, with its key behind the `#`. */
  url: string;
  /** Instant from which the key is refused. */
  expires_at: string;
  /** Id of its key, by which it is revoked. */
  key_id: string;
}

/**
 * A link to the portal to create.
 */
export interface PortalLinkCreate {
  /** Name of the link's key, for reference. */
  label: string;
  /** What people with the link may do. Left out, `read:webhooks` and `replay:webhooks`: see webhooks, replay failures and send test deliveries. Creating and changing endpoints takes `write:webhooks`. */
  scopes?: Array<Scope>;
  /** Seconds until the link expires. Left out, 3,600. */
  expires_in_seconds?: number;
  /** How many times the link may be opened, each time for a session of one tab. Left out, once. */
  uses?: number;
  /** Origins whose pages may show the portal inside of their own: scheme, host and, where it is not the scheme's own, port. Empty or left out, none may. */
  allowed_origins?: Array<string>;
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
  /** Text of the post. Null when it has media alone. */
  text: string | null;
  /** Media in display order. Empty when it has text alone. */
  media: Array<Media>;
  status: PublicationStatus;
  /** Why it was not posted, as it was reported. Null unless it failed, and where no reason was given. */
  failure_reason: string | null;
  /** When it is to be posted. Null when it is to be posted at once. */
  scheduled_at: string | null;
  /** When it was posted, as it was reported. Null until then. */
  published_at: string | null;
  /** When it was created. */
  created_at: string;
}

/**
 * How many publications to take, and for how long.
 */
export interface PublicationClaim {
  /** The most publications to take. 50 if left out. */
  limit?: number;
  /** Seconds for which they are the claimer's alone. 60 if left out. */
  lease_seconds?: number;
}

/**
 * A post to make. It has text, media or both.
 */
export interface PublicationCreate {
  /** Creator in whose name to post. */
  creator_id: string;
  /** Text of the post. Required without media. */
  text?: string;
  /** Media in display order. Required without text. */
  media?: Array<Media>;
  /** When it is due. Left out, or in the past, it is due at once. */
  scheduled_at?: string;
}

/**
 * What became of a publication on the upstream platform.
 */
export interface PublicationOutcome {
  /** The lease under which the publication was claimed. */
  lease_id: string;
  /** Whether it was posted. */
  status: 'published' | 'failed';
  /** Why it was not posted; the publication's `failure_reason`. Only with `failed`. */
  reason?: string;
  /** When it was posted. Only with `published`; left out, the time of the report. */
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
 * `scheduled` until the program that posts it on the upstream platform has reported the outcome: then `published`, or `failed`.
 */
export type PublicationStatus = 'scheduled' | 'published' | 'failed';

/**
 * What the agency has of something, and what it is allowed.
 */
export interface Quota {
  /** What the agency has. Null for a key that is limited to some creators. */
  used: number | null;
  /** What it is allowed. It may have more where it was allowed more before. */
  allowed: number;
}

/**
 * What an agency has a quota of. New ones may be added without a new version.
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
  /** Which quota. */
  quota: QuotaName;
  /** What the agency is allowed. */
  allowed: number;
}

/**
 * What the agency of the key has and is allowed.
 */
export interface Quotas {
  /** Bytes of the histories of notes: of each edit the text that it replaced, in UTF-8, and 256. Beyond it the agency's oldest edits go. */
  insight_history_bytes: Quota;
  /** Publications that are `scheduled`. Who has them is refused another one with 422 `quota_reached`. */
  scheduled_publications: Quota;
  /** Bytes of the publications that were not deleted, whatever their status: of each its text and media, in UTF-8, and 384. An agency that would have more is refused another one with 422 `quota_reached`. */
  publication_bytes: Quota;
  /** Deliveries that are pending for active endpoints, counted every minute, no further than to one more than is allowed. An agency that has more for 10 minutes has its fullest endpoint disabled, with `auto_quota`: what was pending becomes failure records, which can be replayed. Facts are taken in all the same. */
  pending_deliveries: Quota;
  /** Failure records of all endpoints, counted every ten minutes. Beyond it the oldest go, whether they were replayed or not. */
  failure_records: Quota;
  /** Bytes of the history of deliveries, counted every minute: of each delivery that ended its attempts, of each event its payload, and 384 for each of both. Beyond it the oldest deliveries lose the excerpts of their answers, then the oldest deliveries and events go; so they do where one day takes more than a tenth of it. Counters and failure records stay. */
  delivery_history_bytes: Quota;
  /** API keys that are neither revoked nor expired, without those of links to the portal. */
  api_keys: Quota;
  /** Links to the portal that were made within 24 hours. Beyond it another one is refused with 422 `quota_reached`. */
  portal_links: Quota;
}

/**
 * Records to take in, in one transaction.
 */
export interface RecordBatch {
  /** The records, in any order. */
  records: Array<Record>;
}

/**
 * An event that was recorded for one endpoint or more. It is kept for 30 days.
 */
export interface RecordedEvent {
  /** Event id, the `id` of its deliveries' body. */
  id: string;
  type: DeliveryEventType;
  /** When the fact of the event occurred. */
  created_at: string;
  /** When the event was recorded, which is the order of the list. */
  recorded_at: string;
  /** Creator whose event it is. Null of an event without one. */
  creator_id: string | null;
  /** The payload in the newest version. Null where the key may not read it: that takes `write:webhooks`, or `read:orders` for orders, `read:fans` for assignments and `read:ai_requests` for AI requests. */
  data: { [key: string]: any } | null;
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
 * An event, and what became of it at each endpoint.
 */
export interface RecordedEventWithDeliveries {
  /** Event id, the `id` of its deliveries' body. */
  id: string;
  type: DeliveryEventType;
  /** When the fact of the event occurred. */
  created_at: string;
  /** When the event was recorded, which is the order of the list. */
  recorded_at: string;
  /** Creator whose event it is. Null of an event without one. */
  creator_id: string | null;
  /** The payload in the newest version. Null where the key may not read it: that takes `write:webhooks`, or `read:orders` for orders, `read:fans` for assignments and `read:ai_requests` for AI requests. */
  data: { [key: string]: any } | null;
  /** Its deliveries to the endpoints within reach, replays too, in the order in which they were queued. A replay that was never attempted before the endpoint was disabled is not among them. */
  deliveries: Array<WebhookDeliveryDetail>;
}

/**
 * The refund of an order, which is in the same batch or known before. The first `refunded_at` stays. It publishes `order.refunded`.
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
  /** Mineral name, as it is sent in `Service-Version`. */
  name: string;
  /** Release date. It may be sent in `Service-Version` as well. */
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
  /** Whether the delivery was queued. False where the endpoint cannot be sent it now, because it is disabled: the failure stays, with this delivery id. Replay it once the endpoint is enabled. */
  is_queued: boolean;
}

/**
 * Revenue of one period.
 */
export interface RevenuePeriod {
  /** Beginning of the period, with the offset of `timezone` at that instant. A first week or month that begins before the window keeps its own beginning, its Monday or its 1st; it counts only the days inside of the window, as the last one does. */
  period_start: string;
  /** Creator of these figures. Present with `breakdown=creator` only. */
  creator_id?: string;
  /** Gross revenue in euro cents, of the orders made in the period. */
  revenue_cents: number;
  /** Amount refunded in the period, in euro cents, whenever the order was made. */
  refunded_cents: number;
  /** Orders made in the period. */
  orders_count: number;
}

/**
 * Revenue over a window.
 */
export interface RevenueSummary {
  /** First day, included. */
  start: string;
  /** Last day, included. */
  end: string;
  /** Zone in which the days were read. */
  timezone: string;
  /** Gross revenue in euro cents, of the orders made in the window. */
  revenue_cents: number;
  /** Amount refunded in the window, in euro cents, whenever the order was made. */
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
  /** First day, included. */
  start: string;
  /** Last day, included. */
  end: string;
  /** Zone in which the days were read. */
  timezone: string;
  granularity: Granularity;
  /** One item per period, or per period and creator, in order of time. Empty periods are present. */
  data: Array<RevenuePeriod>;
}

/**
 * The new signing secret, which is not shown again.
 */
export interface RotatedSecret {
  /** New signing secret: `svc_whsec_` and 32 characters. */
  secret: string;
  /** Its first characters, for display. */
  secret_prefix: string;
  /** Until when the secret that was replaced signs too. Null when it stopped at once. */
  previous_expires_at: string | null;
}

/**
 * What a key may do. Every operation needs at most one scope.
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
 * How long the current secret signs on, beside the new one.
 */
export interface SecretRotation {
  /** Seconds for which the secret that is replaced signs on, up to 7 days, whatever rotations follow. 0, or left out: it stops at once. Secrets from before it keep the time that they were given. */
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
  /** Employee who sent it. Null when it was not a tracked employee. */
  sent_by_user_id: string | null;
  /** A creator of the agency. */
  creator_id: string;
  /** Upstream fan id of the recipient. */
  fan_id: string | null;
  /** Upstream username of the recipient. */
  fan_username: string | null;
  /** Whether the message carries a private media offer. */
  is_private_media: boolean;
  /** Price of the media in euro cents. Null when no media is priced. */
  price_eur: number | null;
  /** State of the media offer. Null without one. */
  sale_status: 'purchased' | 'pending' | 'refused' | 'free' | null;
  /** Upstream message id. */
  message_id: string | null;
  /** Attached media in display order. */
  media: Array<Media>;
}

/**
 * A message that an employee sent through the service. It points to the content and does not hold it.
 */
export interface SentMessage {
  /** Sent-message id. */
  id: string;
  /** When the message was sent. */
  sent_at: string;
  source: MessageSource;
  /** Employee who sent it. May name a former employee. Null when no tracked employee sent it, for example when the creator did. */
  sent_by_user_id: string | null;
  /** Creator in whose name it was sent. */
  creator_id: string;
  /** Upstream fan id of the recipient, usable on the `/v1/accounts` routes. Null on a few historical rows. */
  fan_id: string | null;
  /** Upstream username of the recipient, when known. */
  fan_username: string | null;
  /** True when the message carries a private media offer. */
  is_private_media: boolean;
  /** Price of the media in euro cents. Null when no media is priced. */
  price_eur: number | null;
  /** `purchased`: delivered and paid. `pending`: payment or delivery is awaited. `refused`: declined. `free`: delivered at no charge. Null without a media offer. */
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
 * Deliveries of an agency that wait.
 */
export interface ServiceAgencyBacklog {
  /** Agency id. */
  agency_id: string;
  /** Name of the agency. */
  agency_name: string;
  /** How many of those that were counted. */
  delivery_count: number;
  /** Since when the first of them is due, or when it will be. */
  oldest_due_at: string;
}

/**
 * Deliveries that wait for an attempt, now or later, without those that a process has taken over.
 */
export interface ServiceBacklog {
  /** How many, counted up to 20,000. */
  delivery_count: number;
  /** Whether all were counted. Else they are those that are due longest. */
  is_whole: boolean;
  /** Since when the first of them is due, or when it will be. Null where none waits. */
  oldest_due_at: string | null;
  /** The agencies with the most of those that were counted, at most 10. */
  agencies: Array<ServiceAgencyBacklog>;
}

/**
 * Connections of one kind.
 */
export interface ServiceConnections {
  /** What they are for. */
  application: string;
  /** Connections that work, or hold a transaction. */
  active_count: number;
  /** Connections that wait for work. */
  idle_count: number;
}

/**
 * The database.
 */
export interface ServiceDatabase {
  /** What it takes on the disk. */
  size_bytes: number;
  /** When the oldest transaction of the service began that is still open. Null where none is. */
  oldest_transaction_at: string | null;
  /** The largest tables, with their indexes and partitions, at most 10. */
  tables: Array<ServiceTable>;
  /** Connections of all processes, by what they are for. */
  connections: Array<ServiceConnections>;
}

/**
 * A process that delivers, by its lease.
 */
export interface ServiceDeliverer {
  /** Id of the lease. */
  lease_id: number;
  /** How often the process has said that it lives. One that stands still is dead, and its lease is soon ended. */
  beats: number;
  /** When the lease ended. Null while it lasts. */
  ended_at: string | null;
}

/**
 * The jobs of a task.
 */
export interface ServiceJobs {
  /** Name of the task. */
  task: string;
  /** Jobs that are to run now or later. */
  waiting_count: number;
  /** Jobs that run now. */
  running_count: number;
  /** Jobs that have used up their attempts. */
  failed_count: number;
  /** When the first of those that wait is to run. Null where none waits. */
  oldest_due_at: string | null;
}

/**
 * What delivers and works, what waits, and how the database is.
 */
export interface ServiceOverview {
  /** When it was looked up. */
  measured_at: string;
  /** Leases of processes that deliver, the latest first, and those that ended lately. */
  deliverers: Array<ServiceDeliverer>;
  /** Workers of jobs. */
  workers: Array<ServiceWorker>;
  /** What jobs there are, by task. */
  jobs: Array<ServiceJobs>;
  /** The projections that lists and analytics read. */
  projections: Array<ServiceProjection>;
  backlog: ServiceBacklog;
  /** Pools of database connections of the process that answers. */
  pools: Array<ServicePool>;
  /** Read replicas, as the process that answers sees them. */
  replicas: Array<ServiceReplica>;
  database: ServiceDatabase;
}

/**
 * A pool of database connections.
 */
export interface ServicePool {
  /** What it is for. */
  name: string;
  /** Connections that are lent. */
  in_use_count: number;
  /** Connections that are open and free. */
  idle_count: number;
  /** What waits for a connection. */
  waiting_count: number;
}

/**
 * A projection.
 */
export interface ServiceProjection {
  /** Its name. */
  projection: string;
  /** When it was last brought up to date. Null while it never was. */
  refreshed_at: string | null;
  /** When the oldest change was made that is not yet in it. Null where none is missing. */
  oldest_change_at: string | null;
  /** What the next refresh finds, counted up to 10,000. */
  waiting_count: number;
}

/**
 * A read replica.
 */
export interface ServiceReplica {
  /** Its name. */
  name: string;
  /** False while it is left out. */
  is_serving: boolean;
  /** By how many milliseconds it is behind at most. Null where that is not known. */
  lag_ms: number | null;
}

/**
 * A table.
 */
export interface ServiceTable {
  /** Its name. */
  name: string;
  /** What it takes on the disk. */
  size_bytes: number;
  /** How many rows the database takes it to have. */
  row_estimate: number;
}

/**
 * A worker of jobs.
 */
export interface ServiceWorker {
  /** Its id. */
  worker_id: string;
  /** How often it has said that it lives. */
  beats: number;
  /** When it did last. */
  seen_at: string;
}

/**
 * Which parts of a delivery fit its signatures, and which do not.
 */
export interface SignatureCheck {
  /** Whether a signature fits. A receiver also asks that the timestamp is at most 300 seconds away, which `timestamp` tells. */
  verified: boolean;
  timestamp: CheckedTimestamp;
  body: CheckedBody;
  /** The signatures of all headers, in the order of the headers. Empty where there are none. */
  signatures: Array<CheckedSignature>;
  /** What is wrong, in sentences for people, the most likely cause first. Empty where everything fits. */
  findings: Array<string>;
}

/**
 * A delivery as your program received it.
 */
export interface SignatureCheckRequest {
  /** Its headers by name, in any case. Those of the signature, its timestamp and the event id count, under our names, the former ones and those of Standard Webhooks. */
  headers: { [key: string]: string };
  /** Its body, as the text that the signature was compared with. */
  body: string;
}

/**
 * `fits`: a secret that signs now made it of this body and timestamp. `fits_other_body`: of the same timestamp and a body that differs as `body.difference` tells. `fits_other_timestamp`: of this body and the timestamp of another header. `fits_other_endpoint`: the secret of another endpoint made it. `wrong`: none of these. `malformed`: it has not the form of a signature, or cannot be compared because the timestamp or the event id is missing.
 */
export type SignatureResult = 'fits' | 'fits_other_body' | 'fits_other_timestamp' | 'fits_other_endpoint' | 'wrong' | 'malformed';

/**
 * State of the service as its users see it.
 */
export interface Status {
  /** The worst state of any component. */
  status: 'operational' | 'degraded' | 'down';
  /** When the components were checked. */
  checked_at: string;
  /** The current release. */
  version: Release;
  /** The parts of the service. */
  components: Array<StatusComponent>;
  /** What the parts of the service were in the last 90 days. Empty where it cannot be read. */
  history: Array<StatusHistory>;
}

/**
 * State of one part of the service.
 */
export interface StatusComponent {
  /** Name of the part, for example `Workers` or `Webhook deliveries`. The list is open. */
  name: string;
  /** State of the part. */
  status: 'operational' | 'degraded' | 'down';
  /** What was measured, for people to read. */
  detail: string;
}

/**
 * One day in UTC. What its minutes lack of 1,440 was seen by nobody, as while the database was away.
 */
export interface StatusDay {
  /** The day. */
  date: string;
  /** Minutes in which the part worked. */
  operational_minutes: number;
  /** Minutes in which it was late, or did a part of its work. */
  degraded_minutes: number;
  /** Minutes in which it did nothing. */
  down_minutes: number;
}

/**
 * What one part of the service was, day by day.
 */
export interface StatusHistory {
  /** Name of the part. */
  name: string;
  /** The days on which it was seen, oldest first. */
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
  /** Colour in the agency's app, when one is set, for example `#7a5cff`. */
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
  /** Colour in the app, when one is set. */
  color: string | null;
  /** Place in the catalogue, lowest first. */
  position: number;
}

/**
 * The event to send as a test.
 */
export interface TestEvent {
  /** Its type, also one that the endpoint does not receive otherwise. */
  event_type: WebhookEventType;
}

/**
 * `fits`: at most 300 seconds from now. `too_old`, `in_future`: further away, as of anything that was received a while ago. `malformed`: no whole number of seconds. `missing`: no header has one.
 */
export type TimestampResult = 'fits' | 'too_old' | 'in_future' | 'malformed' | 'missing';

export interface UnknownTagMembers {
  /** All the ids that are not tags of the agency. */
  tag_ids: Array<string>;
}

export interface UnknownVersionMembers {
  /** Every accepted value, the name and the date of each release. */
  supported_versions: Array<string>;
  /** Where versioning is explained. */
  documentation_url: string;
}

/**
 * One mismatch between the request and the contract.
 */
export interface ValidationError {
  /** Where in the query or the body, with dots, for example `limit` or `enabled_event_types.0`. Empty when the whole query or body is concerned. */
  path: string;
  /** What is wrong there. */
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
  /** The mismatches with the schema, at most 1,000 of them. Absent when the request is refused for another reason, such as an inverted date range or malformed JSON; then `detail` explains. */
  errors?: Array<ValidationError>;
}

/**
 * A delivery of one event to one endpoint, with its attempts. It is kept for 30 days.
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
}

/**
 * A delivery of one event to one endpoint, with its attempts and what it belongs to.
 */
export interface WebhookDeliveryDetail {
  /** Delivery id. All attempts share it. */
  id: string;
  /** Endpoint that it goes to. */
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
  /** Its failure record, which can be replayed. Null unless it failed. */
  failure_id: string | null;
  /** The failure record that it replays. Null of a first delivery. */
  replay_of_failure_id: string | null;
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
 * Where events are delivered. The signing secret is shown at creation and rotation only.
 */
export interface WebhookEndpoint {
  /** Endpoint id. */
  id: string;
  /** Destination of the deliveries, HTTPS on a public host. */
  url: string;
  /** Name for the owner's reference. Empty when none was given. */
  label: string;
  /** First characters of the signing secret, for display. */
  secret_prefix: string;
  /** Types of events that the endpoint receives. `ping` is not listed; every endpoint can receive it. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events the endpoint receives. Empty means every creator of the agency, including future ones. */
  allowed_creator_ids: Array<string>;
  /** Release date of the version that was pinned at creation. Payloads are rendered in it for ever. */
  api_version: string;
  status: WebhookEndpointStatus;
  /** `manual` when paused through the API or the app, `auto_breaker` after 10 failed deliveries in a row, `auto_quota` when most of the agency's pending deliveries were for it and these were more than its quota for 10 minutes, `link_ended` when the portal link ended through which it was created. Null while active. */
  disabled_reason: 'manual' | 'auto_breaker' | 'auto_quota' | 'link_ended' | null;
  /** When the endpoint was disabled. Null while active. */
  disabled_at: string | null;
  /** Failed deliveries in a row, as the circuit breaker counts them: failures recorded together count as one, a success sets it to 0. At 10 the endpoint is disabled. */
  consecutive_failures: number;
  /** Id of the key that created the endpoint. Null where it was brought over, or created before this was kept. */
  created_by_key_id: string | null;
  /** Id of the portal link through which the endpoint was created. Null for any other. */
  created_by_link_id: string | null;
  /** Whether the endpoint is disabled when that link expires or is revoked, with `link_ended`, within two minutes. True at first for an endpoint that was created through a link. A key of the agency keeps the endpoint by setting it to false, or by enabling the endpoint after that. */
  ends_with_link: boolean;
  /** When the endpoint was created. */
  created_at: string;
}

/**
 * A webhook endpoint to create.
 */
export interface WebhookEndpointCreate {
  /** Destination: HTTPS, on a public host, without user, password and fragment, and on no port that browsers refuse; and at most 2,048 characters long once its characters are percent-encoded, as it is shown; else 422 `undeliverable_url`. Only its text is checked. A host name that resolves to a private address is accepted, and every delivery to it then fails. */
  url: string;
  /** Name for your reference. Left out, it is empty. */
  label?: string;
  /** Types of events to deliver. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events to deliver. Empty or left out: every creator of the agency, including future ones; for a key that is limited to some creators, exactly those. */
  allowed_creator_ids?: Array<string>;
}

/**
 * A webhook endpoint to bring over with its signing secret.
 */
export interface WebhookEndpointImport {
  /** Destination, HTTPS on a public host. */
  url: string;
  /** Name for reference. Left out, it is empty. */
  label?: string;
  /** Types of events to deliver. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events to deliver. Empty or left out means every creator, including future ones. */
  allowed_creator_ids?: Array<string>;
  /** Name or date of the release to pin. Left out, the current one. */
  api_version?: string;
  /** The signing secret: `svc_whsec_` or `legacy_whsec_`, and 32 characters. */
  secret: string;
}

/**
 * All webhook endpoints within reach.
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
 * What to change of a webhook endpoint. Members that are left out stay as they are.
 */
export interface WebhookEndpointUpdate {
  /** False keeps an endpoint that was created through a portal link when the link ends. Without effect on any other endpoint. */
  ends_with_link?: boolean;
  /** New destination, checked as at creation. Pending deliveries go to it. */
  url?: string;
  /** New name. */
  label?: string;
  /** Types of events to deliver from now on. What is already recorded is still delivered. */
  enabled_event_types?: Array<WebhookEventType>;
  /** Creators whose events to deliver from now on. Empty: every creator of the agency, or those of the key when it is limited. */
  allowed_creator_ids?: Array<string>;
  /** `active` enables the endpoint and resets the count of failed deliveries in a row. `disabled` pauses it; an endpoint that is already disabled keeps its first reason. */
  status?: WebhookEndpointStatus;
}

/**
 * A new webhook endpoint with its signing secret, which is not shown again.
 */
export interface WebhookEndpointWithSecret {
  /** Endpoint id. */
  id: string;
  /** Destination of the deliveries, HTTPS on a public host. */
  url: string;
  /** Name for the owner's reference. Empty when none was given. */
  label: string;
  /** First characters of the signing secret, for display. */
  secret_prefix: string;
  /** Types of events that the endpoint receives. `ping` is not listed; every endpoint can receive it. */
  enabled_event_types: Array<WebhookEventType>;
  /** Creators whose events the endpoint receives. Empty means every creator of the agency, including future ones. */
  allowed_creator_ids: Array<string>;
  /** Release date of the version that was pinned at creation. Payloads are rendered in it for ever. */
  api_version: string;
  status: WebhookEndpointStatus;
  /** `manual` when paused through the API or the app, `auto_breaker` after 10 failed deliveries in a row, `auto_quota` when most of the agency's pending deliveries were for it and these were more than its quota for 10 minutes, `link_ended` when the portal link ended through which it was created. Null while active. */
  disabled_reason: 'manual' | 'auto_breaker' | 'auto_quota' | 'link_ended' | null;
  /** When the endpoint was disabled. Null while active. */
  disabled_at: string | null;
  /** Failed deliveries in a row, as the circuit breaker counts them: failures recorded together count as one, a success sets it to 0. At 10 the endpoint is disabled. */
  consecutive_failures: number;
  /** Id of the key that created the endpoint. Null where it was brought over, or created before this was kept. */
  created_by_key_id: string | null;
  /** Id of the portal link through which the endpoint was created. Null for any other. */
  created_by_link_id: string | null;
  /** Whether the endpoint is disabled when that link expires or is revoked, with `link_ended`, within two minutes. True at first for an endpoint that was created through a link. A key of the agency keeps the endpoint by setting it to false, or by enabling the endpoint after that. */
  ends_with_link: boolean;
  /** When the endpoint was created. */
  created_at: string;
  /** Signing secret: `svc_whsec_` and 32 characters. Keep it; it cannot be read again. The whole text, as UTF-8, is the key of `Service-Signature`. */
  secret: string;
}

/**
 * The body of a delivery. `type` names the event.
 */
export type WebhookEvent = AiControlRequestedEvent | AssignmentUpdatedEvent | OrderCreatedEvent | OrderRefundedEvent | PingEvent;

/**
 * Types of events that an endpoint can subscribe to. New types may be added without a new version.
 */
export type WebhookEventType = 'order.created' | 'order.refunded' | 'assignment.updated' | 'conversation.ai_control_requested';

/**
 * A delivery that failed for good. It is kept for 30 days, as far as the agency's quota of failure records goes, and can be replayed.
 */
export interface WebhookFailure {
  /** Failure id. */
  id: string;
  /** Id of the event. A replay sends it again. */
  event_id: string;
  event_type: DeliveryEventType;
  /** Id of the delivery that failed. */
  delivery_id: string;
  /** When the fact of the event occurred. */
  event_created_at: string;
  /** When the delivery was recorded as failed. */
  failed_at: string;
  /** Why the last attempt failed, or `endpoint_disabled`. */
  error: DeliveryError;
  /** The attempts, oldest first. Empty when the endpoint was disabled before the first. */
  attempts: Array<DeliveryAttempt>;
  /** When the failure was last replayed. Null when it was not. */
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
 * Deliveries of an endpoint over time, and what waits for it now.
 */
export interface WebhookFigures {
  interval: FigureInterval;
  /** When the first point begins. */
  start: string;
  /** When the last point ends. */
  end: string;
  /** Every minute or hour of the window, oldest first, also those without deliveries. */
  points: Array<FigurePoint>;
  /** The counts of the whole window by event type; every type is always present. */
  by_event_type: Array<DeliveryCounter>;
  now: EndpointBacklog;
}

/**
 * The test delivery that was queued.
 */
export interface WebhookPing {
  /** Id of the `ping` event. */
  event_id: string;
  /** Id of its delivery. */
  delivery_id: string;
}
