// Generated from spec/ by `npm run generate`. Do not edit.

export interface Change {
  readonly title: string;
  readonly description: string;
}

/** Additive changes, newest first. */
export const changes: readonly Change[] = [
  {
    title: 'An audit log',
    description:
      "New list of what was done to the agency's keys, endpoints, secrets and failures, by whom, when and from where, with the new scope `read:audit`. Webhook endpoints carry `created_by_key_id`. On the operator API: named tokens with scopes and an expiry, the audit log of all agencies, containment of agencies and keys, endpoints of any agency, and the state of encryption. There, a token that lacks a scope answers 403 `missing_scope`, and an address with too many wrong tokens 429 `rate_limited`.",
  },
  {
    title: 'A contract for generated clients',
    description:
      "The contract that is served lets answers grow: objects are open, and members with a set of values tell today's in `x-extensible-enum`. Problems are one schema per status. The version header is declared once, as a security scheme beside the key. Requests and answers themselves are the same.",
  },
  {
    title: 'Replays that only count, and failures in a row',
    description:
      'A bulk replay takes `dry_run` and answers its count by event type. Webhook endpoints carry `consecutive_failures`, which tells before the breaker opens.',
  },
  {
    title: 'Publications tell what became of them',
    description:
      'A publication stays `scheduled`, also one that is due at once, until whoever posts it on the upstream platform has reported that it was `published` or `failed`. New field `failure_reason`.',
  },
  {
    title: 'Bounds of the history of fan insight notes',
    description:
      'The history of edits holds the latest 100 edits of a fan, as far as their texts have 1,000,000 bytes together, and the latest 1,000,000 edits of an agency, each for 400 days.',
  },
  {
    title: 'More forms of instants',
    description:
      'Instants are read in more forms everywhere: `t` and `z`, a space for the `T`, offsets without a colon, no seconds, fractions of any length, leap seconds. What is kept has milliseconds; further digits are cut.',
  },
  {
    title: 'Refusals of their own status, and safer answers',
    description:
      'A request that is not complete in time answers 408 `request_timeout`, headers that are too large answer 431 `headers_too_large`; both were `validation_failed`. A 401 has `WWW-Authenticate`, answers to a key are not to be stored (`Cache-Control: no-store`), and every answer has `X-Content-Type-Options: nosniff`.',
  },
  {
    title: 'Repeated lists',
    description: 'A list parameter that is given several times is the list of all its values; it answered 400 before.',
  },
  {
    title: 'Sliding rate limits',
    description: "A rate limit holds in any 60 seconds, no longer in fixed ones: a request's place comes back 60 seconds later.",
  },
  {
    title: 'One outcome for hosts that lead nowhere',
    description:
      'A delivery to a host that does not resolve fails as `destination_forbidden`, as one to a host that resolves to addresses which are not public, with `duration_ms` 0. It was `connection_error`.',
  },
  {
    title: 'Earlier signing secrets keep their time',
    description:
      'Every earlier secret of a webhook endpoint signs until its own `previous_expires_at`, also over further rotations, so that a signature header may hold more than two signatures. At most 5 secrets of an endpoint sign at the same time; a rotation that would add a sixth answers 422 `webhook_secret_limit`.',
  },
  {
    title: 'Reach of what an endpoint was sent',
    description:
      "Keys limited to some creators see, count and replay deliveries and failures of their creators' events alone, and point an endpoint's pending deliveries of no other creator elsewhere. A replay for a disabled endpoint leaves the failure where it is, without another record; a bulk replay counts what no other one replays.",
  },
  {
    title: 'Names, ids and moments',
    description:
      'Creators and employees come in the order in which people sort names. Ids that no filter and no path could name are refused where records are taken in. `order.created` shows the order as it was made, with `refunded_at` null. Keys of `svc_live_` and 38 characters can be brought over without our checksum.',
  },
  {
    title: 'Contracts of an installation',
    description:
      'Header names, prefixes and addresses in the contract are those of the installation that serves it. Extensions that only the service itself reads are gone from it. The operator listener serves its own contract at `/operator/v1/openapi.json`, with a page at `/operator/docs`.',
  },
  {
    title: 'A contract that says more',
    description: 'Every integer has its bounds and its `format`, so that generated programs hold large sums.',
  },
  {
    title: 'Reach of what an endpoint was sent',
    description:
      "Keys limited to some creators see, count and replay deliveries and failures of their creators' events alone, and point an endpoint's pending deliveries of no other creator elsewhere. A replay for a disabled endpoint leaves the failure where it is, without another record; a bulk replay counts what no other one replays.",
  },
  {
    title: 'Creator scope and stricter refusals',
    description:
      'Keys limited to some creators reach only webhook endpoints that cover nothing but their creators. Bodies refused before routing answer 4xx instead of 500. Every item of `errors` has a `path`. Analytics read days correctly west of UTC. Days that do not exist are refused. Expired keys are refused from the exact instant of their expiry.',
  },
  {
    title: 'New name of the service',
    description: 'New host, new header names and new prefixes of keys and secrets. The former names stay accepted and are still sent.',
  },
  {
    title: 'Fan tags and audience filters',
    description:
      'Fans carry `tags`. The fans list takes `tag_ids`, `exclude_tag_ids`, `has_tags`, `statuses`, `min_spend_cents`, `last_purchase_after`, `last_purchase_before` and `is_online`. No new scope.',
  },
  {
    title: 'Sent messages',
    description: 'New list of sent messages, with the scope `read:messages`.',
  },
  {
    title: 'Concurrency token in the body',
    description: 'The token of the fan insight note can be read from and written in the body, as `etag`.',
  },
  {
    title: 'Plural, strict filters',
    description: 'Every filter that selects a subset became plural, and unknown query parameters answer 400. The singular twins are gone.',
  },
  {
    title: 'Analytics windows',
    description: 'Analytics operations refuse windows that are wider than their cap.',
  },
  {
    title: 'Analytics',
    description: 'New analytics operations, with the scope `read:analytics`.',
  },
  {
    title: 'Fan insight note',
    description: 'New operations on the fan insight note, with the scopes `read:insights` and `write:insights`.',
  },
];
