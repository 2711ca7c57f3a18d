// Generated from spec/ by `npm run generate`. Do not edit.

import type { Changelog, Health, Me, Status } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

import type { TextAnswer } from './text-answer.ts';

/** The request of `getChangelog`: its parameters by their names in the contract. */
export interface GetChangelogRequest {}

/** The context of the handler of `getChangelog`, with the problems that it may throw. */
export type GetChangelogContext<Contexts extends AccessContexts> = Contexts['open'] & Problems<'unavailable'>;

/** The request of `getDocs`: its parameters by their names in the contract. */
export interface GetDocsRequest {}

/** The context of the handler of `getDocs`, with the problems that it may throw. */
export type GetDocsContext<Contexts extends AccessContexts> = Contexts['open'] & Problems<'unavailable'>;

/** The request of `getErrorPage`: its parameters by their names in the contract. */
export interface GetErrorPageRequest {
  /** Slug of a problem, the last segment of its `type`. */
  slug: string;
}

/** The context of the handler of `getErrorPage`, with the problems that it may throw. */
export type GetErrorPageContext<Contexts extends AccessContexts> = Contexts['open'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `getHealth`: its parameters by their names in the contract. */
export interface GetHealthRequest {}

/** The context of the handler of `getHealth`, with the problems that it may throw. */
export type GetHealthContext<Contexts extends AccessContexts> = Contexts['open'] & Problems<'unavailable'>;

/** The request of `getMe`: its parameters by their names in the contract. */
export interface GetMeRequest {}

/** The context of the handler of `getMe`, with the problems that it may throw. */
export type GetMeContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'unavailable'>;

/** The request of `getOpenapiDocument`: its parameters by their names in the contract. */
export interface GetOpenapiDocumentRequest {}

/** The context of the handler of `getOpenapiDocument`, with the problems that it may throw. */
export type GetOpenapiDocumentContext<Contexts extends AccessContexts> = Contexts['open'] & Problems<'unavailable'>;

/** The request of `getStatus`: its parameters by their names in the contract. */
export interface GetStatusRequest {}

/** The context of the handler of `getStatus`, with the problems that it may throw. */
export type GetStatusContext<Contexts extends AccessContexts> = Contexts['open'] & Problems<'unavailable'>;

/** The handlers of the tag Meta. */
export interface MetaApi<Contexts extends AccessContexts> {
  /**
   * Get the changelog
   *
   * Releases and changes, newest first. Returns a page to a browser and JSON to a program, by `Accept`. Requires neither version header nor key.
   *
   * `GET /changelog`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getChangelog: (
    request: GetChangelogRequest,
    context: GetChangelogContext<Contexts>,
  ) => Promise<TextAnswer<'text/html'> | Changelog>;

  /**
   * Read the documentation
   *
   * The first page of guides, recipes and the reference, as a page or as Markdown, by `Accept`. Requires neither version header nor key.
   *
   * `GET /docs`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getDocs: (request: GetDocsRequest, context: GetDocsContext<Contexts>) => Promise<TextAnswer<'text/html' | 'text/markdown'>>;

  /**
   * Read about an error
   *
   * Explains a problem: its meaning, an example, and what to do. The `type` of every problem is such an address. Returns a page, Markdown or a problem of this type, by `Accept`; with `.md` after the slug, Markdown.
   *
   * `GET /errors/{slug}`
   *
   * Problems: `validation_failed`, `request_timeout`, `headers_too_large`, `not_found`, `internal_error`, `unavailable`
   */
  readonly getErrorPage: (
    request: GetErrorPageRequest,
    context: GetErrorPageContext<Contexts>,
  ) => Promise<TextAnswer<'text/html' | 'text/markdown' | 'application/problem+json'>>;

  /**
   * Check health
   *
   * For load balancers and monitors. Requires neither version header nor key. Returns 503 if the process cannot serve requests, for example while it stops or without a database.
   *
   * `GET /v1/_health`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getHealth: (request: GetHealthRequest, context: GetHealthContext<Contexts>) => Promise<Health>;

  /**
   * Get the key of this request
   *
   * Returns the agency with its quotas, the key with its scopes and limits, and the release of the response. Every valid key may call it.
   *
   * `GET /v1/me`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `ip_not_allowed`, `missing_version`, `unknown_version`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getMe: (request: GetMeRequest, context: GetMeContext<Contexts>) => Promise<Me>;

  /**
   * Get this contract
   *
   * Returns the OpenAPI 3.1 document of the public operations. Requires neither version header nor key.
   *
   * `GET /v1/openapi.json`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getOpenapiDocument: (
    request: GetOpenapiDocumentRequest,
    context: GetOpenapiDocumentContext<Contexts>,
  ) => Promise<{ [key: string]: any | null }>;

  /**
   * Get the status of the service
   *
   * Returns a page to a browser and JSON to a program, by `Accept`. Requires neither version header nor key.
   *
   * `GET /status`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getStatus: (request: GetStatusRequest, context: GetStatusContext<Contexts>) => Promise<TextAnswer<'text/html'> | Status>;
}
