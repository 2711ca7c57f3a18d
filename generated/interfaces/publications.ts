// Generated from spec/ by `npm run generate`. Do not edit.

import type { Publication, PublicationCreate, PublicationPage } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `createPublication`: its parameters by their names in the contract, and its body. */
export interface CreatePublicationRequest {
  body: PublicationCreate;
}

/** The context of the handler of `createPublication`, with the problems that it may throw. */
export type CreatePublicationContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_creator' | 'quota_reached' | 'unavailable'>;

/** The request of `deletePublication`: its parameters by their names in the contract. */
export interface DeletePublicationRequest {
  /** Publication id. */
  publication_id: string;
}

/** The context of the handler of `deletePublication`, with the problems that it may throw. */
export type DeletePublicationContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_publication' | 'unavailable'>;

/** The request of `listPublications`: its parameters by their names in the contract. */
export interface ListPublicationsRequest {
  /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** The context of the handler of `listPublications`, with the problems that it may throw. */
export type ListPublicationsContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unavailable'>;

/** The handlers of the tag Publications. */
export interface PublicationsApi<Contexts extends AccessContexts> {
  /**
   * Create a publication
   *
   * Stores a post that is due at `scheduled_at`, or at once if omitted. When it is due, the program that posts it on the upstream platform claims it; it stays `scheduled` until that program reports it as `published` or `failed`. Every call creates another publication. Two quotas limit an agency: `scheduled_publications`, 100,000 unless agreed otherwise, and `publication_bytes`, which includes posted publications.
   *
   * `POST /v1/publications`, scope `write:publications`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_creator`, `quota_reached`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly createPublication: (request: CreatePublicationRequest, context: CreatePublicationContext<Contexts>) => Promise<Publication>;

  /**
   * Delete a publication
   *
   * Deletes the publication, whatever its status. If it is not claimed yet, it is not posted any more. If it is being posted at this moment, it may still appear on the upstream platform. A publication that was posted stays on the platform. Deleting it again fails with 404.
   *
   * `DELETE /v1/publications/{publication_id}`, scope `write:publications`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_publication`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly deletePublication: (request: DeletePublicationRequest, context: DeletePublicationContext<Contexts>) => Promise<void>;

  /**
   * List publications
   *
   * Returns publications of the creators that the key can access, most recently created first. They are stored until they are deleted.
   *
   * `GET /v1/publications`, scope `read:publications`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listPublications: (request: ListPublicationsRequest, context: ListPublicationsContext<Contexts>) => Promise<PublicationPage>;
}
