// Generated from spec/ by `npm run generate`. Do not edit.

import type {
  InternalErrorMembers,
  MissingScopeMembers,
  MissingVersionMembers,
  PreconditionFailedMembers,
  QuotaReachedMembers,
  UnknownTagMembers,
  UnknownVersionMembers,
  ValidationFailedMembers,
} from './models.ts';

export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** The title on the operator listener, whose callers have tokens instead of keys. */
  readonly operatorTitle: string;
  readonly description: string;
  /** No operation returns it yet. */
  readonly reserved: boolean;
}

export type ProblemSlug =
  | 'missing_authorization'
  | 'invalid_api_key'
  | 'expired_api_key'
  | 'missing_scope'
  | 'not_through_link'
  | 'ip_not_allowed'
  | 'missing_version'
  | 'unknown_version'
  | 'validation_failed'
  | 'payload_too_large'
  | 'request_timeout'
  | 'headers_too_large'
  | 'unsupported_media_type'
  | 'invalid_cursor'
  | 'precondition_required'
  | 'precondition_failed'
  | 'not_found'
  | 'unknown_account'
  | 'unknown_fan'
  | 'unknown_order'
  | 'unknown_creator'
  | 'unknown_user'
  | 'unknown_tag'
  | 'unknown_publication'
  | 'publication_reported'
  | 'lease_ended'
  | 'unknown_webhook_endpoint'
  | 'unknown_webhook_failure'
  | 'undeliverable_url'
  | 'webhook_endpoint_limit'
  | 'quota_reached'
  | 'webhook_secret_limit'
  | 'unknown_webhook_event'
  | 'unknown_webhook_delivery'
  | 'unknown_webhook_recovery'
  | 'unknown_webhook_listener'
  | 'unknown_listener_attempt'
  | 'webhook_listener_limit'
  | 'unknown_webhook_attempt'
  | 'webhook_endpoint_disabled'
  | 'idempotency_key_reused'
  | 'idempotency_key_in_use'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable';

/** Every problem of the contract. */
export const problems: Readonly<Record<ProblemSlug, ProblemDefinition>> = {
  missing_authorization: {
    status: 401,
    title: 'No API key',
    operatorTitle: 'No operator token',
    description: 'The request has no `Authorization: Bearer` header. Send the API key in it.',
    reserved: false,
  },
  invalid_api_key: {
    status: 401,
    title: 'API key not valid',
    operatorTitle: 'Operator token not valid',
    description: 'The key is malformed, unknown or revoked. Check that you copied all of it, or ask for a new one.',
    reserved: false,
  },
  expired_api_key: {
    status: 401,
    title: 'API key expired',
    operatorTitle: 'API key expired',
    description: "The key's `expires_at` has passed. Ask for a new one.",
    reserved: false,
  },
  missing_scope: {
    status: 403,
    title: 'Scope missing',
    operatorTitle: 'Scope missing',
    description:
      'The key, or on the operator API the token, lacks the scope that the operation requires. `required_scope` names it. Use a key or token with this scope.',
    reserved: false,
  },
  not_through_link: {
    status: 403,
    title: 'Not allowed through a portal link',
    operatorTitle: 'Not allowed through a portal link',
    description:
      'Some operations require a key of the agency instead of a link to the portal. For endpoints that were not created through the link: another URL, another secret, and deleting them. For such listeners: opening the stream, answering attempts, and deleting them. For all endpoints: whether they stay when their link ends.',
    reserved: false,
  },
  ip_not_allowed: {
    status: 403,
    title: 'Address not allowed',
    operatorTitle: 'Address not allowed',
    description: 'Reserved for address lists of keys. It is not returned today.',
    reserved: true,
  },
  missing_version: {
    status: 400,
    title: 'Version header missing',
    operatorTitle: 'Version header missing',
    description: 'The request has no version header. Add the header shown in `example`.',
    reserved: false,
  },
  unknown_version: {
    status: 400,
    title: 'Version not known',
    operatorTitle: 'Version not known',
    description:
      'The value of the version header is neither the exact name nor the date of a release. `supported_versions` lists every accepted value.',
    reserved: false,
  },
  validation_failed: {
    status: 400,
    title: 'Request not valid',
    operatorTitle: 'Request not valid',
    description:
      'A parameter or the body breaks the contract: a wrong type, a value out of range, an unknown parameter or member, an empty list, a contradiction between filters, a date range that is inverted or too wide, a day that does not exist, malformed JSON. Mismatches with the schema are listed in `errors`; otherwise `detail` explains. Correct the request before sending it again.',
    reserved: false,
  },
  payload_too_large: {
    status: 413,
    title: 'Body too large',
    operatorTitle: 'Body too large',
    description: 'The body exceeds 256 KB (8 MB for the ingestion of records). Send less in one request.',
    reserved: false,
  },
  request_timeout: {
    status: 408,
    title: 'Request not complete in time',
    operatorTitle: 'Request not complete in time',
    description:
      'The request, its headers and its body, was not complete within 30 seconds of its beginning. It had no effect. Send it again.',
    reserved: false,
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    operatorTitle: 'Headers too large',
    description: 'The request line and the headers together exceed 16 KB. Send fewer or shorter headers, or a shorter query.',
    reserved: false,
  },
  unsupported_media_type: {
    status: 415,
    title: 'Body is not JSON',
    operatorTitle: 'Body is not JSON',
    description:
      'The body was not sent as `Content-Type: application/json`, or it is compressed. An empty body is accepted if the operation expects none.',
    reserved: false,
  },
  invalid_cursor: {
    status: 400,
    title: 'Cursor not valid',
    operatorTitle: 'Cursor not valid',
    description: 'The cursor was altered, or was issued for another list, path or agency. Start again from the first page.',
    reserved: false,
  },
  precondition_required: {
    status: 428,
    title: 'Concurrency token missing',
    operatorTitle: 'Concurrency token missing',
    description:
      'The edit of the note has no token; `If-Match: *` does not count as one. Send the `etag` that you read, in the body or in `If-Match`.',
    reserved: false,
  },
  precondition_failed: {
    status: 412,
    title: 'Note has changed',
    operatorTitle: 'Note has changed',
    description:
      'The note changed after the token was read. Read it again, merge, and send the new token; `current_etag` contains it when known.',
    reserved: false,
  },
  not_found: {
    status: 404,
    title: 'Nothing at this path',
    operatorTitle: 'Nothing at this path',
    description:
      'No operation has this path and method; `Allow` lists the methods of a known path. On the operator API also: no agency, key or operator token has this id, or nothing was contained.',
    reserved: false,
  },
  unknown_account: {
    status: 404,
    title: 'Account not found',
    operatorTitle: 'Account not found',
    description: 'The key cannot access a connected upstream account with this id.',
    reserved: false,
  },
  unknown_fan: {
    status: 404,
    title: 'Fan not found',
    operatorTitle: 'Fan not found',
    description: 'The account does not have a fan with this id.',
    reserved: false,
  },
  unknown_order: {
    status: 404,
    title: 'Order not found',
    operatorTitle: 'Order not found',
    description: 'The key cannot access an order with this id.',
    reserved: false,
  },
  unknown_creator: {
    status: 404,
    title: 'Creator not found',
    operatorTitle: 'Creator not found',
    description: 'The key cannot access a creator with this id.',
    reserved: false,
  },
  unknown_user: {
    status: 422,
    title: 'Employee not found',
    operatorTitle: 'Employee not found',
    description: 'The employee named in the body is not an active member of the agency.',
    reserved: false,
  },
  unknown_tag: {
    status: 422,
    title: 'Tag not found',
    operatorTitle: 'Tag not found',
    description: 'Some ids are not tags of the agency. `tag_ids` lists all of them.',
    reserved: false,
  },
  unknown_publication: {
    status: 404,
    title: 'Publication not found',
    operatorTitle: 'Publication not found',
    description:
      'The key cannot access a publication with this id. A repeated delete returns this too, and so does the operator API for a deleted publication.',
    reserved: false,
  },
  publication_reported: {
    status: 409,
    title: 'Outcome already reported',
    operatorTitle: 'Outcome already reported',
    description: 'On the operator API: another outcome of the publication was reported under this lease. The first one stays.',
    reserved: false,
  },
  lease_ended: {
    status: 409,
    title: 'Lease ended',
    operatorTitle: 'Lease ended',
    description:
      'On the operator API: the lease of the publication ended before its outcome was reported, or never existed. Another claim may have the publication by now. Claim again.',
    reserved: false,
  },
  unknown_webhook_endpoint: {
    status: 404,
    title: 'Webhook endpoint not found',
    operatorTitle: 'Webhook endpoint not found',
    description:
      'The key cannot access a webhook endpoint with this id. A key limited to some creators can access only endpoints that cover none but its own creators.',
    reserved: false,
  },
  unknown_webhook_failure: {
    status: 404,
    title: 'Failed delivery not found',
    operatorTitle: 'Failed delivery not found',
    description: 'The endpoint does not have a failure record with this id. Records are stored for 30 days.',
    reserved: false,
  },
  undeliverable_url: {
    status: 422,
    title: 'URL cannot be delivered to',
    operatorTitle: 'URL cannot be delivered to',
    description:
      'The URL is not HTTPS or its host is not public: an address in a private range, `localhost`, a name of a single label such as `intranet`, a name under `.localhost`, `.local`, `.internal`, `.home.arpa` or `.onion`. `detail` names the reason. Choose a public HTTPS address.{dev_destinations}',
    reserved: false,
  },
  webhook_endpoint_limit: {
    status: 422,
    title: 'Too many webhook endpoints',
    operatorTitle: 'Too many webhook endpoints',
    description: 'The agency already has 10 webhook endpoints. Delete one first.',
    reserved: false,
  },
  quota_reached: {
    status: 422,
    title: 'Quota reached',
    operatorTitle: 'Quota reached',
    description:
      'The agency has reached a quota: scheduled publications, bytes of publications or, on the operator API, API keys. `quota` names it. `/v1/me` shows the use and the limit of each.',
    reserved: false,
  },
  webhook_secret_limit: {
    status: 422,
    title: 'Too many signing secrets',
    operatorTitle: 'Too many signing secrets',
    description:
      'The endpoint has 5 secrets that sign, and the rotation would add one without ending another. Rotate when one of them has expired, or with `previous_expires_in_seconds: 0`, so that the current secret stops at once.',
    reserved: false,
  },
  unknown_webhook_event: {
    status: 404,
    title: 'Event not found',
    operatorTitle: 'Event not found',
    description: 'The key cannot access an event with this id. Events are stored for 30 days, and only if they match an endpoint.',
    reserved: false,
  },
  unknown_webhook_delivery: {
    status: 404,
    title: 'Delivery not found',
    operatorTitle: 'Delivery not found',
    description: 'The endpoint does not have a delivery with this id. Deliveries are stored for 30 days.',
    reserved: false,
  },
  unknown_webhook_recovery: {
    status: 404,
    title: 'Recovery not found',
    operatorTitle: 'Recovery not found',
    description: 'The endpoint does not have a recovery with this id. Recoveries are stored for 30 days.',
    reserved: false,
  },
  unknown_webhook_listener: {
    status: 404,
    title: 'Listener not found',
    operatorTitle: 'Listener not found',
    description:
      'The key cannot access a listener with this id. A listener that had no stream for 15 minutes is deleted. A key limited to some creators can access only listeners that cover none but its own creators.',
    reserved: false,
  },
  unknown_listener_attempt: {
    status: 404,
    title: 'Attempt not found',
    operatorTitle: 'Attempt not found',
    description:
      'The listener is not waiting for an answer to this attempt: its deadline has passed, it was answered, or the key cannot access the event.',
    reserved: false,
  },
  webhook_listener_limit: {
    status: 422,
    title: 'Too many listeners',
    operatorTitle: 'Too many listeners',
    description:
      'The key has created 3 listeners, or the agency has 5. Delete one first, or wait until the service deletes one that had no stream for 15 minutes.',
    reserved: false,
  },
  unknown_webhook_attempt: {
    status: 404,
    title: 'Attempt not found',
    operatorTitle: 'Attempt not found',
    description: 'The delivery does not have this attempt, or its outcome is not known yet.',
    reserved: false,
  },
  webhook_endpoint_disabled: {
    status: 409,
    title: 'Webhook endpoint disabled',
    operatorTitle: 'Webhook endpoint disabled',
    description: 'The endpoint is disabled, so no test delivery is sent. Enable it first.',
    reserved: false,
  },
  idempotency_key_reused: {
    status: 409,
    title: 'Idempotency key already used',
    operatorTitle: 'Idempotency key already used',
    description:
      'An earlier request had the same `Service-Idempotency-Key`, and another operation, path, query, version or body. Nothing was done.',
    reserved: false,
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'Request still running',
    operatorTitle: 'Request still running',
    description: 'A request with the same `Service-Idempotency-Key` is running. Nothing was done by this one.',
    reserved: false,
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    operatorTitle: 'Too many requests',
    description:
      "The key has used all its requests of the window. Or: too many requests of it or of its agency are waiting at the same time, or a request waited 10 seconds for its turn. Or: the audit log accepts no more changes this hour. It accepts 600 of a key and 1,200 of all keys of the agency. Of these, 100 and 200 are reserved for rotating a secret, cancelling a recovery, and pausing or deleting an endpoint. On the operator API: the caller's address sent too many wrong tokens. `detail` names the limit. Wait for the seconds in `Retry-After`.",
    reserved: false,
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    operatorTitle: 'Internal error',
    description: 'The service failed. You may send the request again; report `request_id` if it keeps failing.',
    reserved: false,
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    operatorTitle: 'Temporarily unavailable',
    description:
      'A dependency cannot be reached, a statement took too long, or the service is stopping. Send the request again after a short delay.',
    reserved: false,
  },
};

/** The additional members of problems. */
export interface ProblemMembers {
  missing_scope: MissingScopeMembers;
  missing_version: MissingVersionMembers;
  unknown_version: UnknownVersionMembers;
  validation_failed: ValidationFailedMembers;
  precondition_failed: PreconditionFailedMembers;
  unknown_tag: UnknownTagMembers;
  quota_reached: QuotaReachedMembers;
  internal_error: InternalErrorMembers;
}

type MembersOf<Slug extends ProblemSlug> = Slug extends keyof ProblemMembers ? ProblemMembers[Slug] : never;

export interface ProblemOptions<Slug extends ProblemSlug> {
  /** The cause of this occurrence, for the caller. */
  detail?: string;
  members?: MembersOf<Slug>;
  /** The error behind it, only for the log. */
  cause?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Creates problems to throw. A handler receives the problems of its operation, so it cannot throw others. Code that several operations share
 * names the problems that it may throw, so each of these operations must declare them.
 */
export interface Problems<Slug extends ProblemSlug> {
  // A union of parameter lists instead of a type parameter: otherwise TypeScript would accept one with fewer problems for one with more.
  readonly problem: (...parameters: { [Each in Slug]: [slug: Each, options?: ProblemOptions<Each>] }[Slug]) => Error;
}
