// Generated from spec/ by `npm run generate`. Do not edit.

export interface Change {
  readonly title: string;
  /** The day on which it was recorded. */
  readonly date: string;
  readonly description: string;
}

/** Additive changes, newest first. */
export const changes: readonly Change[] = [
  {
    title: 'Links to the portal that leave nothing behind',
    date: '2026-11-22',
    description:
      'A link to the portal opens once, or as many times as `uses` says, and its key is exchanged for a session. By default it shows webhooks and replays, with the new scope `replay:webhooks`, which `write:webhooks` includes; creating and changing endpoints takes `write:webhooks`. Webhook endpoints carry `created_by_link_id` and `ends_with_link`, which can be changed, and `link_ended` is a reason for which they are disabled. New: the quota `portal_links`, the problem `not_through_link` and the action `portal_link.opened` of the audit log.',
  },
  {
    title: 'Live streams in turn',
    date: '2026-11-22',
    description:
      "A live stream shows what happens after its answer, ends within 2 seconds of its key or session, and counts pending deliveries up to {live_pending}. Places for streams are shared out between agencies, and operators have places of their own. On the operator API: an operator token's name must not read as that of another one.",
  },
  {
    title: 'Quotas of delivery history and of publications',
    date: '2026-11-22',
    description:
      'Agencies have a quota `delivery_history_bytes` of the history of deliveries and events, which `/v1/me` shows. Beyond it the oldest deliveries lose the excerpts of their answers, then the oldest deliveries and events go; counters and failure records stay. An attempt that was answered with a 2xx status keeps at most {delivered_excerpt_bytes} bytes of the answer. Publications have a quota `publication_bytes`, whatever their status; another one beyond it answers 422 `quota_reached`. Changes that the audit log keeps are at most {audited_changes_of_key} of a key in an hour; others answer 429 `rate_limited`.',
  },
  {
    title: 'Days that begin between quarter hours, and very large sums',
    date: '2026-11-22',
    description:
      "Analytics answer 400 `validation_failed` for days of the past on which the zone's offset from UTC was not a multiple of 15 minutes; they were counted by wrong instants. Sums stop at 9007199254740991.",
  },
  {
    title: 'What operators do for an agency',
    date: '2026-11-22',
    description:
      "The audit log has everything that an operator changes in an agency's place: new actions for assignments, AI locks, insights, publications, AI requests, pings and test events. A containment's `reason` is shown to operators alone; the agency reads a `notice`. A key or an endpoint that operators create for a contained agency is contained. An existing key that can be guessed is not brought over. The URL of an endpoint has at most 2,048 characters as it is shown.",
  },
  {
    title: 'Age of the oldest change that a projection does not show',
    date: '2026-11-22',
    description:
      'New on the operator API: a projection in the overview of the service has `oldest_change_at`. `/status` shows the age of the oldest change that is not yet in sent messages or analytics, and is degraded when it is over 35 minutes.',
  },
  {
    title: 'A console and a portal',
    date: '2026-11-22',
    description:
      'The operator listener has a console at `/console`, where operators log in with their token. Links to `/portal`, which the operator API makes, show an agency its webhooks in a browser. New on the operator API: links to the portal, an overview of the service, and what came in of records and was refused. The audit log has the actions `portal_link.created` and, for operators, `operator_session.opened` and `operator_session.ended`.',
  },
  {
    title: 'Figures, events and signatures of webhooks',
    date: '2026-11-22',
    description:
      'An endpoint has `figures`: deliveries by the minute or hour, latencies and what waits. `GET /v1/webhook-events` lists events with their payloads and finds them by event, delivery, order or fan; an event tells what became of it at each endpoint. A delivery can be read alone, with the `request` that went out. `test-events` sends a made-up event of any type, and `signature-checks` tells which part of a received delivery does not fit. `GET /v1/webhooks/live` is a stream of what happens. Events recorded before this day are found by their own ids and those of their deliveries alone.',
  },
  {
    title: 'Quotas',
    date: '2026-11-22',
    description:
      "Agencies have quotas of notes' histories, scheduled publications, pending deliveries, failure records and API keys; `/v1/me` shows in `quotas` what an agency has and is allowed. A publication beyond them answers 422 `quota_reached`, the oldest edits and failure records go, and where deliveries stay pending the fullest endpoint is disabled, with `disabled_reason` `auto_quota`. The audit log has the action `agency.quotas_changed` and the actor `service`. On the operator API: reading and changing the quotas of an agency.",
  },
  {
    title: 'Replays say what they did',
    date: '2026-11-22',
    description:
      'A bulk replay answers in `waiting_count` how many failures stay because the endpoint cannot be sent them now, and counts them no longer in `replayed_count`; the replay of one failure has `is_queued`. A parameter whose name begins with a second `?` is unknown, and so 400.',
  },
  {
    title: 'Operators are not locked out',
    date: '2026-11-22',
    description:
      'On the operator API a valid token is admitted whatever wrong ones came from its address: 429 answers further wrong ones alone. Its problems speak of operator tokens in their titles. It refuses a `Host` other than its own address, `localhost` and `OPERATOR_URL`. Both listeners answer 400 to a request with two `Host` headers, or with one that is not a host.',
  },
  {
    title: 'An audit log',
    date: '2026-11-22',
    description:
      "New list of what was done to the agency's keys, endpoints, secrets and failures, by whom, when and from where, with the new scope `read:audit`. Webhook endpoints carry `created_by_key_id`. On the operator API: named tokens with scopes and an expiry, the audit log of all agencies, containment of agencies and keys, endpoints of any agency, and the state of encryption. There, a token that lacks a scope answers 403 `missing_scope`, and an address with too many wrong tokens 429 `rate_limited`.",
  },
  {
    title: 'Pages to learn from',
    date: '2026-11-22',
    description:
      '`/docs` is a documentation with a quick start, guides, recipes, and a page for every operation, problem and event, each as Markdown too. `documentation_url` leads to its page about versions. Every entry of the changelog has its `date`, and `/docs/changelog.atom` is a feed of them. `/` leads a browser to `/docs`. `/status` tells in `history` how the parts of the service were in the last 90 days.',
  },
  {
    title: 'A contract that more tools take',
    date: '2026-11-22',
    description:
      "The contract's `info.version` is the release's date as a semantic version, and `info` has a contact and a license. What its introduction said at length is the description of the tag `Guide`, since generators copy `info.description` into every file. The operation that reads the request of a delivery has the id `getSentWebhookRequest`: its former id was what PHP clients call a helper of `getWebhookDelivery`. Requests and answers are the same. Postman, Insomnia and Bruno import `/docs/requests.openapi.json`, in which every request has the version header.",
  },
  {
    title: 'A contract for generated clients',
    date: '2026-11-22',
    description:
      "The contract that is served lets answers grow: objects are open, and members with a set of values tell today's in `x-extensible-enum`. Problems are one schema per status. The version header is declared once, as a security scheme beside the key. Requests and answers themselves are the same.",
  },
  {
    title: 'Replays that only count, and failures in a row',
    date: '2026-11-21',
    description:
      'A bulk replay takes `dry_run` and answers its count by event type. Webhook endpoints carry `consecutive_failures`, which tells before the breaker opens.',
  },
  {
    title: 'Publications tell what became of them',
    date: '2026-11-21',
    description:
      'A publication stays `scheduled`, also one that is due at once, until the program that posts it on the upstream platform has reported that it was `published` or `failed`. New field `failure_reason`.',
  },
  {
    title: 'Bounds of the history of fan insight notes',
    date: '2026-11-21',
    description:
      'The history of edits holds the latest 100 edits of a fan, as far as their texts have 1,000,000 bytes together, and the latest 1,000,000 edits of an agency, each for 400 days.',
  },
  {
    title: 'More forms of instants',
    date: '2026-11-21',
    description:
      'Instants are read in more forms everywhere: `t` and `z`, a space for the `T`, offsets without a colon, no seconds, fractions of any length, leap seconds. What is kept has milliseconds; further digits are cut.',
  },
  {
    title: 'Refusals of their own status, and safer answers',
    date: '2026-11-21',
    description:
      'A request that is not complete in time answers 408 `request_timeout`, headers that are too large answer 431 `headers_too_large`; both were `validation_failed`. A 401 has `WWW-Authenticate`, answers to a key are not to be stored (`Cache-Control: no-store`), and every answer has `X-Content-Type-Options: nosniff`.',
  },
  {
    title: 'Repeated lists',
    date: '2026-11-21',
    description: 'A list parameter that is given several times is the list of all its values; it answered 400 before.',
  },
  {
    title: 'Sliding rate limits',
    date: '2026-11-21',
    description: "A rate limit holds in any 60 seconds, no longer in fixed ones: a request's place comes back 60 seconds later.",
  },
  {
    title: 'One outcome for hosts that lead nowhere',
    date: '2026-11-21',
    description:
      'A delivery to a host that does not resolve fails as `destination_forbidden`, as one to a host that resolves to addresses which are not public, with `duration_ms` 0. It was `connection_error`.',
  },
  {
    title: 'Earlier signing secrets keep their time',
    date: '2026-11-21',
    description:
      'Every earlier secret of a webhook endpoint signs until its own `previous_expires_at`, also over further rotations, so that a signature header may hold more than two signatures. At most 5 secrets of an endpoint sign at the same time; a rotation that would add a sixth answers 422 `webhook_secret_limit`.',
  },
  {
    title: 'Reach of what an endpoint was sent',
    date: '2026-11-21',
    description:
      "Keys limited to some creators see, count and replay deliveries and failures of their creators' events alone, and point an endpoint's pending deliveries of no other creator elsewhere. A replay for a disabled endpoint leaves the failure where it is, without another record; a bulk replay counts what no other one replays.",
  },
  {
    title: 'Names, ids and moments',
    date: '2026-11-21',
    description:
      'Creators and employees come in the order in which people sort names. Ids that no filter and no path could name are refused where records are taken in. `order.created` shows the order as it was made, with `refunded_at` null. Keys of `svc_live_` and 38 characters can be brought over without our checksum.',
  },
  {
    title: 'Contracts of an installation',
    date: '2026-11-21',
    description:
      'Header names, prefixes and addresses in the contract are those of the installation that serves it. Extensions that only the service itself reads are gone from it. The operator listener serves its own contract at `/operator/v1/openapi.json`, with a page at `/operator/docs`.',
  },
  {
    title: 'A contract that says more',
    date: '2026-11-21',
    description: 'Every integer has its bounds and its `format`, so that generated programs hold large sums.',
  },
  {
    title: 'Creator scope and stricter refusals',
    date: '2026-11-21',
    description:
      'Keys limited to some creators reach only webhook endpoints that cover nothing but their creators. Bodies refused before routing answer 4xx instead of 500. Every item of `errors` has a `path`. Analytics read days correctly west of UTC. Days that do not exist are refused. Expired keys are refused from the exact instant of their expiry.',
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
      'Fans carry `tags`. The fans list takes `tag_ids`, `exclude_tag_ids`, `has_tags`, `statuses`, `min_spend_cents`, `last_purchase_after`, `last_purchase_before` and `is_online`. No new scope.',
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
    description: 'Every filter that selects a subset became plural, and unknown query parameters answer 400. The singular twins are gone.',
  },
  {
    title: 'Analytics windows',
    date: '2026-11-21',
    description: 'Analytics operations refuse windows that are wider than their cap.',
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
