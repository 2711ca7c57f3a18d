// Generated from spec/ by `npm run generate`. Do not edit.

/** A version of the API. */
export interface ReleaseDefinition {
  /** The name for the version header. */
  readonly name: string;
  /** The release date, which the version header accepts too. */
  readonly date: string;
  readonly description: string;
}

/** Every release, newest first. */
export const releases: readonly ReleaseDefinition[] = [
  {
    name: 'Amethyste',
    date: '2026-07-06',
    description: 'Initial version.',
  },
];

/** The newest release. */
export const currentRelease: ReleaseDefinition = {
  name: 'Amethyste',
  date: '2026-07-06',
  description: 'Initial version.',
};

export interface Change {
  readonly title: string;
  /** The day on which it was recorded. */
  readonly date: string;
  readonly description: string;
}

/** Additive changes, newest first. */
export const changes: readonly Change[] = [
  {
    title: 'A secret for a listener',
    date: '2026-11-28',
    description:
      '`POST /v1/webhook-listeners` accepts `secret`, so that a program keeps its signing secret when a listener is created again.',
  },
  {
    title: 'A response of an incident, paused endpoints, and the event type of a cause',
    date: '2026-11-28',
    description:
      'On the operator API, an incident has `response_excerpt`, and the activity of an agency `paused_endpoint_count`. A likely cause has `event_type`. After an incident, `health` counts from its last failed attempt.',
  },
  {
    title: 'The expiry of the certificate of a receiver',
    date: '2026-11-28',
    description: 'An endpoint has `certificate_expires_at`. In the last 14 days before, the reason of its `health` names it.',
  },
  {
    title: 'Errors of jobs, and the rate of endpoints that are behind',
    date: '2026-11-28',
    description: 'On the operator API, the jobs of the service have `last_error` and `retried_at`, and its backlog has `behind_detail`.',
  },
  {
    title: 'Revocation of a key after a time',
    date: '2026-11-28',
    description:
      'On the operator API, `DELETE /operator/v1/keys/{key_id}` accepts `after_seconds`, after which the key expires. A program can switch to another key meanwhile.',
  },
  {
    title: 'Endpoints that missed an event',
    date: '2026-11-28',
    description:
      'An event, and each event of a list with `include_deliveries`, has `missed_endpoint_ids`: the endpoints that subscribe to it, and were disabled when it was recorded.',
  },
  {
    title: 'Excluded actions of an audit log, and a search of endpoints',
    date: '2026-11-28',
    description:
      '`GET /v1/audit` and `GET /operator/v1/audit` accept `excluded_actions`. `GET /operator/v1/webhooks` finds endpoints of all agencies.',
  },
  {
    title: 'Retry of a pending delivery',
    date: '2026-11-28',
    description:
      '`POST /v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/retry` makes the next attempt of a pending delivery due now. Scope `replay:webhooks`.',
  },
  {
    title: 'Endpoints that are behind',
    date: '2026-11-28',
    description:
      'The state of an endpoint may be `behind`: it accepts, and due deliveries wait for more than 60 seconds. The backlog of an endpoint (`now` of its figures) has `oldest_due_at`, `per_minute` and `done_in_seconds`. On the operator API, the backlog of the service has `behind_endpoint_count` and `oldest_behind_at`, the diagnostics have the check `receivers`, and `/metrics` has `service_endpoints_behind`.',
  },
  {
    title: 'A rate of an endpoint',
    date: '2026-11-28',
    description:
      'An endpoint can have a rate, `max_per_second`: further deliveries wait, without an attempt that counts. It applies to retries, replays, resends, recoveries and test events too. The forecast of a replay, a resend or a recovery has the same member, and its duration includes the rate.',
  },
  {
    title: 'Deliveries and failures by the outcome of their attempts',
    date: '2026-11-28',
    description:
      'The lists of deliveries and failures of an endpoint accept `outcomes`: statuses, classes of them, errors and error details. The figures of an endpoint have `failed_attempts`, which count failed attempts by the same outcomes, and each point its `pending_count`.',
  },
  {
    title: 'Own headers of an endpoint',
    date: '2026-11-28',
    description:
      'An endpoint can have `headers` of its own, such as the key of an API gateway or a bearer token, which every delivery to it has. They are set at the creation, the update and the import of an endpoint. Responses show their names and the first characters of their values. A change of the URL to another origin removes them, unless the request sends them again. Through a portal link, only headers of endpoints that were created through it can be changed.',
  },
  {
    title: 'Groups of incidents, and their acknowledgement',
    date: '2026-11-28',
    description:
      'On the operator API, `GET /operator/v1/incidents` has `groups`, one for each host and kind of error, and each incident has its `group_id`. Live incidents are first, and `group_id` returns one group with up to 500 endpoints. Up to 2,000 endpoints are checked. `PUT /operator/v1/incidents/{group_id}/acknowledgement` acknowledges or mutes a group, and `DELETE` ends that.',
  },
  {
    title: 'The incident of an endpoint',
    date: '2026-11-28',
    description:
      'An endpoint has `incident`: what fails, since when, with the exact outcomes of the failed attempts, the failures that were not replayed and the events that were missed. It remains after the endpoint was disabled, until the endpoint works again. `health` follows from it: `since` is the first failed attempt of the incident, and an endpoint `works` as soon as it accepts again. `detail` of a disabled endpoint says what failed. `causes` names what probably caused it, such as a rotation of the secret shortly before, with the evidence. In the audit log, `host` of `endpoint.changed` is only for a change of the URL.',
  },
  {
    title: 'Lists and altered tags in If-Match and If-None-Match',
    date: '2026-11-27',
    description:
      '`If-Match` accepts a list of tokens. `If-Match` and `If-None-Match` accept tags with the suffix of a proxy that compressed the response, such as `"t-gzip"`. `If-Match: *` fails with 428 instead of 412: it does not name the note that was read.',
  },
  {
    title: 'Service-Idempotency-Key',
    date: '2026-11-27',
    description:
      'The header of idempotency keys is `Service-Idempotency-Key`. `Idempotency-Key` has no effect on any operation, because many HTTP libraries send it by themselves.',
  },
  {
    title: 'Two reasons of a disabled endpoint, and what portal links may do',
    date: '2026-11-27',
    description:
      '`disabled_reason` is `manual` or `auto_breaker`, as in the specification. The new member `disabled_detail` says more: `contained`, `link_ended` (`manual`), `auto_quota` (`auto_breaker`), or null. The `data` of `endpoint.*` events and the state of a listener have both too. Through a portal link, only endpoints and listeners that were created through it can be deleted. The same applies to the stream and the answers of a listener. Other requests fail with 403 `not_through_link`. A part of the limit on audited changes is reserved for rotating a secret, cancelling a recovery, and pausing or deleting an endpoint. Opening portal links has a limit of its own. If a key is revoked while its request is in progress, the request fails with 401 `invalid_api_key` instead of 503.',
  },
  {
    title: 'Errors and documentation as Markdown',
    date: '2026-11-27',
    description:
      '`GET /errors/{slug}` returns Markdown or a problem, and `GET /docs` returns Markdown, if `Accept` prefers it; `.md` after the slug also returns Markdown. A 404 `not_found` for a wrong path names the path that may be meant.',
  },
  {
    title: 'Invalid URLs of endpoints',
    date: '2026-11-27',
    description:
      '422 `undeliverable_url` is only for a URL that is not HTTPS or whose host is not public. A URL that is too long after percent-encoding, or has a user, a password, a fragment or a refused port, fails with 400 `validation_failed` and `url` in `errors`.',
  },
  {
    title: 'Cancel a recovery',
    date: '2026-11-27',
    description:
      'New operation `DELETE /v1/webhooks/{endpoint_id}/recoveries/{recovery_id}`, with the scope `write:webhooks`: it stops a recovery that is queued or running, whose status is then `stopped`. The audit log has the action `recovery.cancelled`.',
  },
  {
    title: 'Error details of attempts',
    date: '2026-11-27',
    description:
      'Each attempt of a delivery has `error_detail`, a code that says what exactly went wrong, such as `connection_refused` or `tls_certificate_expired`; live events of deliveries have `last_error_detail`. A certificate that is too weak, and a client certificate that the receiver requires, are a `tls_error` also where they were a `connection_error`. The status of a response counts however large its headers are. Excerpts of responses that are compressed with gzip, deflate or br are decoded.',
  },
  {
    title: 'Known types of media, and the first signatures of a check',
    date: '2026-11-27',
    description:
      'The `type` of media lists its known values, `photo` and `video`, in `x-extensible-enum`; others are accepted as before. The check of a signature reads the first 20 entries of each header. On the operator API, an imported webhook `secret` that contains several secrets is refused.',
  },
  {
    title: 'Metrics in OpenMetrics',
    date: '2026-11-23',
    description: '`GET /metrics`, for operators, answers with `application/openmetrics-text` if `Accept` prefers it.',
  },
  {
    title: 'Traces',
    date: '2026-11-23',
    description:
      'Requests may have the W3C header `traceparent`, and deliveries have it where the installation exports traces to OpenTelemetry and the trace is sampled.',
  },
  {
    title: 'Webhooks without a public address',
    date: '2026-11-23',
    description:
      'New operations to receive deliveries behind any router, with the scope `write:webhooks`: `POST /v1/webhook-listeners` creates a temporary endpoint, `GET /v1/webhook-listeners/{listener_id}/stream` is the stream on which its deliveries arrive, `POST /v1/webhook-listeners/{listener_id}/answers` answers one of them, and `DELETE /v1/webhook-listeners/{listener_id}` deletes the endpoint. A webhook endpoint has `is_listening`, which is null for all others. New: the problems `unknown_webhook_listener`, `unknown_listener_attempt` and `webhook_listener_limit`, and the action `listener_attempt.answered` of the audit log, for operators.',
  },
  {
    title: 'Idempotency keys',
    date: '2026-11-23',
    description:
      'Every POST accepts an idempotency key. Within 24 hours, the same request with the same key is executed once: a repetition returns the first response, with the header `Idempotent-Replayed`. New problems: `idempotency_key_reused` for another request with the key, and `idempotency_key_in_use`, with `Retry-After`, while the first one runs.',
  },
  {
    title: 'Figures of several endpoints',
    date: '2026-11-23',
    description:
      'New operation `GET /v1/webhook-figures`, with the scope `read:webhooks`; it returns the figures of several endpoints at once.',
  },
  {
    title: 'Themes of portal links',
    date: '2026-11-23',
    description:
      'On the operator API: a link to the portal takes a `theme`, with a name, the letters of a logo, an accent color and a color scheme.',
  },
  {
    title: 'Resend deliveries by filter, and forecasts',
    date: '2026-11-23',
    description:
      "New operation `POST /v1/webhooks/{endpoint_id}/resends`, with the scope `write:webhooks`: it sends the events of all matching deliveries again, also of successful ones, up to 5,000 at a time; the audit log has the action `deliveries.resent`. The dry runs of it, of the replay of failures and of a recovery return a `forecast`: how long sending takes at the endpoint's p90, and whether it may open the circuit breaker. The list of events shows with `include_deliveries` the latest delivery to each endpoint.",
  },
  {
    title: 'Diagnostics',
    date: '2026-11-23',
    description:
      'New operation `GET /operator/v1/diagnostics` on the operator API, with the scope `read`: it checks what the service needs, from clock and roles to the heartbeat of workers, and says what to do about each finding. The overview of the service has `release`.',
  },
  {
    title: 'Erase an agency or a fan',
    date: '2026-11-23',
    description:
      'On the operator API: `POST /operator/v1/agencies/{agency_id}/erasure` erases an agency, `POST /operator/v1/agencies/{agency_id}/fan-erasures` one of its fans, and `GET /operator/v1/erasures/{erasure_id}` shows the progress. The audit log has the actions `agency.erased` and `fan.erased`.',
  },
  {
    title: 'Export an agency or a fan',
    date: '2026-11-23',
    description:
      'On the operator API: `POST /operator/v1/agencies/{agency_id}/export` opens an export of an agency, `POST /operator/v1/agencies/{agency_id}/fan-exports` of one of its fans, and `GET /operator/v1/exports/{export_id}/rows` lists its rows. The audit log has the actions `agency.exported` and `fan.exported`.',
  },
  {
    title: 'Recover missed events',
    date: '2026-11-23',
    description:
      'New operation `POST /v1/webhooks/{endpoint_id}/recoveries`, with the scope `write:webhooks`: it queues the events of a span of time that an endpoint did not receive, because it was disabled or did not exist. Events that were not recorded are made again from the stored facts; their deliveries have the header `Service-Event-Reconstructed`. `GET /v1/webhooks/{endpoint_id}/recoveries/{recovery_id}` shows the progress. A delivery has `recovery_id`, an event `is_reconstructed`, and the audit log the action `events.recovered`. New: the problem `unknown_webhook_recovery`.',
  },
  {
    title: 'Incidents and the activity of agencies',
    date: '2026-11-23',
    description:
      'On the operator API: `GET /operator/v1/incidents` lists endpoints in trouble and open containments of all agencies, newest first; `GET /operator/v1/agency-activity` searches, sorts and pages the agencies with their deliveries of the last hour; `GET /operator/v1/agencies/{agency_id}` returns one agency with its open containments.',
  },
  {
    title: 'Events about failing endpoints',
    date: '2026-11-23',
    description:
      "New event types `endpoint.failing`, `endpoint.disabled` and `endpoint.recovered`, sent to the agency's other endpoints that name them in `enabled_event_types`; an endpoint that is limited to creators receives them only about endpoints that are limited to some of them. Their deliveries do not count for the circuit breaker. Counters and figures contain these types only where an endpoint asked for them or received them. Operators receive the same events at `OPERATOR_WEBHOOK_URL`.",
  },
  {
    title: 'Resend any delivery',
    date: '2026-11-23',
    description:
      'New operation `POST /v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/resend`, with the scope `write:webhooks`: it sends the event of any delivery again, also of a successful one. A delivery has `resend_of_delivery_id`, and the audit log the action `delivery.resent`.',
  },
  {
    title: 'Payloads in the version of the request',
    date: '2026-11-23',
    description:
      '`data` of a recorded event is in the version of the request that reads it. The page about versions lists what each release changed.',
  },
  {
    title: 'Attempts by outcome, and the health of an endpoint',
    date: '2026-11-23',
    description:
      'Webhook endpoints have `health`: their state by the attempts of the last 5 minutes, the reason in words, and since when. Figures and stats count `attempts` by outcome, and in `disabled_count` the deliveries that a disabled endpoint left unsent. Figures have the distribution of `latency`, with `p90_ms`; latencies measure every attempt that got a response or timed out, instead of a sample of successful ones. `has_more_pending` is true if more deliveries are pending than are counted. A delivery has `is_in_flight`.',
  },
  {
    title: 'Sessions and scopes for portal links',
    date: '2026-11-22',
    description:
      'A link to the portal opens once, or as many times as `uses` says, and the portal exchanges its key for a session. By default it shows webhooks and replays failures, with the new scope `replay:webhooks`, which `write:webhooks` includes; creating and changing endpoints requires `write:webhooks`. Webhook endpoints have `created_by_link_id` and `ends_with_link`, which can be changed, and the new `disabled_reason` `link_ended`. New: the quota `portal_links`, the problem `not_through_link` and the action `portal_link.opened` of the audit log.',
  },
  {
    title: 'Fair live streams',
    date: '2026-11-22',
    description:
      'A live stream shows everything after its response, ends within 2 seconds of its key or session, and counts pending deliveries up to 100. Agencies share the places for streams, and operators have their own. On the operator API: the name of an operator token must not read like that of another one.',
  },
  {
    title: 'Quotas of delivery history and of publications',
    date: '2026-11-22',
    description:
      'Agencies have a quota `delivery_history_bytes` for the history of deliveries and events, which `/v1/me` shows. Beyond it the oldest deliveries lose their response excerpts, then the oldest deliveries and events are deleted; counters and failure records stay. An attempt with a 2xx response stores at most 200 bytes of it. Publications have a quota `publication_bytes`, regardless of their status; creating a publication beyond it fails with 422 `quota_reached`. A key can cause at most 600 entries of the audit log in an hour; further changes fail with 429 `rate_limited`.',
  },
  {
    title: 'Days that begin between quarter hours, and very large sums',
    date: '2026-11-22',
    description:
      "Analytics fail with 400 `validation_failed` for past days on which the zone's offset from UTC was not a multiple of 15 minutes; they were counted by wrong instants before. Sums are limited to 9007199254740991.",
  },
  {
    title: 'Actions of operators on behalf of an agency',
    date: '2026-11-22',
    description:
      'The audit log contains every change that an operator makes on behalf of an agency: new actions for assignments, AI locks, insights, publications, AI requests, pings and test events. The `reason` of a containment is shown only to operators; the agency sees a `notice`. A key or an endpoint that operators create for a contained agency is contained. An existing key that can be guessed is not imported. The URL of an endpoint has at most 2,048 characters, as it is shown.',
  },
  {
    title: 'Age of the oldest change that a projection does not contain',
    date: '2026-11-22',
    description:
      'New on the operator API: a projection in the overview of the service has `oldest_change_at`. `/status` shows the age of the oldest change that sent messages or analytics do not contain yet, and is degraded if it exceeds 35 minutes.',
  },
  {
    title: 'A console and a portal',
    date: '2026-11-22',
    description:
      'The operator listener has a console at `/console`, where operators log in with their token. Links to `/portal`, which the operator API creates, show an agency its webhooks in a browser. New on the operator API: links to the portal, an overview of the service, and a log of ingested and refused records. The audit log has the actions `portal_link.created` and, for operators, `operator_session.opened` and `operator_session.ended`.',
  },
  {
    title: 'Figures, events and signatures of webhooks',
    date: '2026-11-22',
    description:
      'An endpoint has `figures`: deliveries by the minute or hour, latencies and pending deliveries. `GET /v1/webhook-events` lists events with their payloads and finds them by event, delivery, order or fan; an event shows its outcome at each endpoint. A delivery can be read separately, with the `request` that was sent. `test-events` sends an invented event of any type, and `signature-checks` reports which part of a received delivery does not match. `GET /v1/webhooks/live` is a stream of deliveries. Events recorded before this day are found only by their own ids and those of their deliveries.',
  },
  {
    title: 'Quotas',
    date: '2026-11-22',
    description:
      'Agencies have quotas for histories of notes, scheduled publications, pending deliveries, failure records and API keys; `quotas` of `/v1/me` shows use and limit. A publication beyond its quota fails with 422 `quota_reached`, the oldest edits and failure records are deleted, and if deliveries stay pending, the endpoint with the most of them is disabled, with `disabled_reason` `auto_quota`. The audit log has the action `agency.quotas_changed` and the actor `service`. On the operator API: reading and changing the quotas of an agency.',
  },
  {
    title: 'Replays report their effect',
    date: '2026-11-22',
    description:
      'A bulk replay returns in `waiting_count` how many failures stay because their events cannot be sent to the endpoint now, and does not count them in `replayed_count` any more; the replay of one failure has `is_queued`. A parameter whose name begins with a second `?` is unknown, and fails with 400.',
  },
  {
    title: 'Operators are not locked out',
    date: '2026-11-22',
    description:
      'On the operator API a valid token is accepted regardless of wrong ones from its address: only further wrong ones fail with 429. Titles of its problems name operator tokens. It refuses a `Host` other than its own address, `localhost` and `OPERATOR_URL`. On both listeners, a request with two `Host` headers, or with one that is not a host, fails with 400.',
  },
  {
    title: 'An audit log',
    date: '2026-11-22',
    description:
      "New list of actions on the agency's keys, endpoints, secrets and failures: who took them, when and from which address, with the new scope `read:audit`. Webhook endpoints have `created_by_key_id`. On the operator API: named tokens with scopes and an expiry, the audit log of all agencies, containment of agencies and keys, endpoints of any agency, and the state of encryption. There, a token that lacks a scope gets 403 `missing_scope`, and an address with too many wrong tokens 429 `rate_limited`.",
  },
  {
    title: 'Documentation pages',
    date: '2026-11-22',
    description:
      '`/docs` has a quick start, guides, recipes, and a page for every operation, problem and event, each also as Markdown. `documentation_url` is the address of its page about versions. Every entry of the changelog has its `date`, and `/docs/changelog.atom` is a feed of them. `/` redirects a browser to `/docs`. `/status` shows in `history` the state of the components over the last 90 days.',
  },
  {
    title: 'A contract that more tools accept',
    date: '2026-11-22',
    description:
      "`info.version` of the contract is the release's date as a semantic version, and `info` has a contact and a license. The long introduction moved to the description of the tag `Guide`, because generators copy `info.description` into every file. The operation that reads the request of a delivery has the id `getSentWebhookRequest`: PHP clients use its former id for a helper of `getWebhookDelivery`. Requests and responses are unchanged. Postman, Insomnia and Bruno import `/docs/requests.openapi.json`, in which every request has the version header.",
  },
  {
    title: 'A contract for generated clients',
    date: '2026-11-22',
    description:
      'The served contract allows responses to grow: objects are open, and members with a set of values list the current ones in `x-extensible-enum`. Problems are one schema per status. The version header is declared once, as a security scheme together with the key. Requests and responses are unchanged.',
  },
  {
    title: 'Replays that only count, and failures in a row',
    date: '2026-11-21',
    description:
      'A bulk replay takes `dry_run` and returns its count by event type. Webhook endpoints have `consecutive_failures`, a warning before the breaker opens.',
  },
  {
    title: 'Outcomes of publications',
    date: '2026-11-21',
    description:
      'A publication stays `scheduled`, even if it is due at once, until the program that posts it on the upstream platform has reported it as `published` or `failed`. New field `failure_reason`.',
  },
  {
    title: 'Limits of the history of fan insight notes',
    date: '2026-11-21',
    description:
      'The history of edits contains the latest 100 edits of a fan, up to 1,000,000 bytes of text, and the latest 1,000,000 edits of an agency, each for 400 days.',
  },
  {
    title: 'More forms of instants',
    date: '2026-11-21',
    description:
      'Instants are accepted in more forms everywhere: `t` and `z`, a space instead of `T`, offsets without a colon, no seconds, fractions of any length, leap seconds. Instants are stored in milliseconds; further digits are cut.',
  },
  {
    title: 'Separate statuses for refused requests, and safer responses',
    date: '2026-11-21',
    description:
      'A request that is not complete in time fails with 408 `request_timeout`, headers that are too large fail with 431 `headers_too_large`; both were `validation_failed`. A 401 has `WWW-Authenticate`, responses to a key must not be stored (`Cache-Control: no-store`), and every response has `X-Content-Type-Options: nosniff`.',
  },
  {
    title: 'Repeated lists',
    date: '2026-11-21',
    description: 'A repeated list parameter is the list of all its values; it failed with 400 before.',
  },
  {
    title: 'Sliding rate limits',
    date: '2026-11-21',
    description: 'A rate limit applies to any 60 seconds instead of fixed ones: the place of a request is freed 60 seconds later.',
  },
  {
    title: 'One error for hosts without a public address',
    date: '2026-11-21',
    description:
      'A delivery to a host that does not resolve fails with `destination_forbidden` and `duration_ms` 0, like a delivery to a host that resolves to addresses which are not public. It was `connection_error`.',
  },
  {
    title: 'Earlier signing secrets sign until their own expiry',
    date: '2026-11-21',
    description:
      'Every earlier secret of a webhook endpoint signs until its own `previous_expires_at`, also over further rotations, so a signature header may contain more than two signatures. At most 5 secrets of an endpoint sign at the same time; a rotation that would add a sixth fails with 422 `webhook_secret_limit`.',
  },
  {
    title: 'Creator scope of deliveries and failures',
    date: '2026-11-21',
    description:
      "Keys limited to some creators see, count and replay only deliveries and failures of their creators' events, and cannot redirect an endpoint's pending deliveries of other creators. A replay for a disabled endpoint does not change the failure or add another record; a bulk replay counts only failures that no other one replays.",
  },
  {
    title: 'Names, ids and instants',
    date: '2026-11-21',
    description:
      'Creators and employees are sorted by name, as people do. Ids that filters and paths could not name are refused at ingestion. `order.created` shows the order as created, with `refunded_at` null. Keys of `svc_live_` and 38 characters can be imported without a valid checksum.',
  },
  {
    title: 'Contracts of an installation',
    date: '2026-11-21',
    description:
      'Header names, prefixes and addresses in the contract are those of the installation that serves it. It no longer contains extensions that only the service itself reads. The operator listener serves its own contract at `/operator/v1/openapi.json`, with a page at `/operator/docs`.',
  },
  {
    title: 'Formats of integers',
    date: '2026-11-21',
    description: 'Every integer has its bounds and its `format`, so that generated clients read large sums correctly.',
  },
  {
    title: 'Creator scope and stricter refusals',
    date: '2026-11-21',
    description:
      'Keys limited to some creators can access only webhook endpoints that cover none but their creators. Bodies refused before routing fail with 4xx instead of 500. Every item of `errors` has a `path`. Analytics read days correctly west of UTC. Days that do not exist are refused. Expired keys are refused from the exact instant of their expiry.',
  },
  {
    title: 'New name of the service',
    date: '2026-11-21',
    description: 'New host, new header names and new prefixes of keys and secrets. The former names stay accepted and are still sent.',
  },
  {
    title: 'Fan tags and audience filters',
    date: '2026-11-21',
    description:
      'Fans have `tags`. The fans list takes `tag_ids`, `exclude_tag_ids`, `has_tags`, `statuses`, `min_spend_cents`, `last_purchase_after`, `last_purchase_before` and `is_online`. No new scope.',
  },
  {
    title: 'Sent messages',
    date: '2026-11-21',
    description: 'New list of sent messages, with the scope `read:messages`.',
  },
  {
    title: 'Concurrency token in the body',
    date: '2026-11-21',
    description: 'The token of the fan insight note can be read from and written in the body, as `etag`.',
  },
  {
    title: 'Plural, strict filters',
    date: '2026-11-21',
    description:
      'Every filter that selects a subset has a plural name, and unknown query parameters fail with 400. The singular twins are removed.',
  },
  {
    title: 'Analytics windows',
    date: '2026-11-21',
    description: 'Analytics operations refuse windows that are wider than their limit.',
  },
  {
    title: 'Analytics',
    date: '2026-11-21',
    description: 'New analytics operations, with the scope `read:analytics`.',
  },
  {
    title: 'Fan insight note',
    date: '2026-11-21',
    description: 'New operations on the fan insight note, with the scopes `read:insights` and `write:insights`.',
  },
];
