// Generated from spec/ by `npm run generate`. Do not edit.

import type { Changelog, Health, Me, Status } from '../models/index.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `getChangelog`: its parameters by their contract names. */
export interface GetChangelogRequest {}

/** The request of `getDocs`: its parameters by their contract names. */
export interface GetDocsRequest {}

/** The request of `getErrorPage`: its parameters by their contract names. */
export interface GetErrorPageRequest {
  /** Slug of a problem, the last segment of its `type`. */
  slug: string;
}

/** The request of `getHealth`: its parameters by their contract names. */
export interface GetHealthRequest {}

/** The request of `getMe`: its parameters by their contract names. */
export interface GetMeRequest {}

/** The request of `getOpenapiDocument`: its parameters by their contract names. */
export interface GetOpenapiDocumentRequest {}

/** The request of `getStatus`: its parameters by their contract names. */
export interface GetStatusRequest {}

/** What the server implements for the tag Meta. */
export interface MetaApi<Contexts extends AccessContexts> {
  /**
   * Get the changelog
   *
   * Releases and changes, newest first. Answers a page to a browser and JSON to a program, by `Accept`. Needs neither version header nor key.
   *
   * `GET /changelog`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getChangelog: (request: GetChangelogRequest, context: Contexts['open']) => Promise<Changelog>;

  /**
   * Read the documentation
   *
   * This contract as a page. Needs neither version header nor key.
   *
   * `GET /docs`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getDocs: (request: GetDocsRequest, context: Contexts['open']) => Promise<string>;

  /**
   * Read about an error
   *
   * What a problem means and what to do about it. The `type` of every problem leads here.
   *
   * `GET /errors/{slug}`
   *
   * Problems: `validation_failed`, `request_timeout`, `headers_too_large`, `not_found`, `internal_error`, `unavailable`
   */
  readonly getErrorPage: (request: GetErrorPageRequest, context: Contexts['open']) => Promise<string>;

  /**
   * Check health
   *
   * For load balancers and monitors. Needs neither version header nor key. Answers 503 when the process cannot serve requests, for example while it stops or without a database.
   *
   * `GET /v1/_health`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getHealth: (request: GetHealthRequest, context: Contexts['open']) => Promise<Health>;

  /**
   * Get the key of this request
   *
   * Returns the agency, the key with its scopes and limits, and the release that answers. Any valid key may ask.
   *
   * `GET /v1/me`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `ip_not_allowed`, `missing_version`, `unknown_version`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getMe: (request: GetMeRequest, context: Contexts['key']) => Promise<Me>;

  /**
   * Get this contract
   *
   * Returns the OpenAPI 3.1 document of the public operations. Needs neither version header nor key.
   *
   * `GET /v1/openapi.json`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getOpenapiDocument: (request: GetOpenapiDocumentRequest, context: Contexts['open']) => Promise<{ [key: string]: any | null }>;

  /**
   * Get the status of the service
   *
   * Answers a page to a browser and JSON to a program, by `Accept`. Needs neither version header nor key.
   *
   * `GET /status`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getStatus: (request: GetStatusRequest, context: Contexts['open']) => Promise<Status>;
}
