// Generated from spec/ by `npm run generate`. Do not edit.

import type { CreatorAnalytics, EmployeeAnalytics, Granularity, RevenueSummary, RevenueTimeseries } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `getCreatorAnalytics`: its parameters by their names in the contract. */
export interface GetCreatorAnalyticsRequest {
  /** First day, inclusive: `YYYY-MM-DD`, or a date-time with an offset, which means the day that it falls on in `timezone`. */
  start: string;
  /** Last day, inclusive, in the same forms as `start`. A day before `start` fails with 400. */
  end: string;
  /** Time zone of the days: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets fail with 400. */
  timezone: string;
  /** Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing. */
  creator_ids?: Array<string>;
}

/** The context of the handler of `getCreatorAnalytics`, with the problems that it may throw. */
export type GetCreatorAnalyticsContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'validation_failed' | 'unavailable'>;

/** The request of `getEmployeeAnalytics`: its parameters by their names in the contract. */
export interface GetEmployeeAnalyticsRequest {
  /** First day, inclusive: `YYYY-MM-DD`, or a date-time with an offset, which means the day that it falls on in `timezone`. */
  start: string;
  /** Last day, inclusive, in the same forms as `start`. A day before `start` fails with 400. */
  end: string;
  /** Time zone of the days: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets fail with 400. */
  timezone: string;
  /** Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing. */
  creator_ids?: Array<string>;
}

/** The context of the handler of `getEmployeeAnalytics`, with the problems that it may throw. */
export type GetEmployeeAnalyticsContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'validation_failed' | 'unavailable'>;

/** The request of `getRevenue`: its parameters by their names in the contract. */
export interface GetRevenueRequest {
  /** First day, inclusive: `YYYY-MM-DD`, or a date-time with an offset, which means the day that it falls on in `timezone`. */
  start: string;
  /** Last day, inclusive, in the same forms as `start`. A day before `start` fails with 400. */
  end: string;
  /** Time zone of the days: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets fail with 400. */
  timezone: string;
  /** Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing. */
  creator_ids?: Array<string>;
}

/** The context of the handler of `getRevenue`, with the problems that it may throw. */
export type GetRevenueContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'validation_failed' | 'unavailable'>;

/** The request of `getRevenueTimeseries`: its parameters by their names in the contract. */
export interface GetRevenueTimeseriesRequest {
  /** First day, inclusive: `YYYY-MM-DD`, or a date-time with an offset, which means the day that it falls on in `timezone`. */
  start: string;
  /** Last day, inclusive, in the same forms as `start`. A day before `start` fails with 400. */
  end: string;
  /** Time zone of the days: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets fail with 400. */
  timezone: string;
  /** Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing. */
  creator_ids?: Array<string>;
  /** Employee ids, separated by commas or in repeated parameters, at most 50. Former employees may be named. */
  user_ids?: Array<string>;
  /** Length of a period. By default it depends on the window: up to 2 days `hour`, up to 31 `day`, up to 180 `week`, otherwise `month`. */
  granularity?: Granularity;
  /** `creator`: one item per period and creator. */
  breakdown?: 'creator';
}

/** The context of the handler of `getRevenueTimeseries`, with the problems that it may throw. */
export type GetRevenueTimeseriesContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'validation_failed' | 'unavailable'>;

/** The handlers of the tag Analytics. */
export interface AnalyticsApi<Contexts extends AccessContexts> {
  /**
   * Get figures per creator
   *
   * Revenue and activity of each creator over a window of at most 90 days, both days inclusive. Revenue counts by the time of the order, refunds by the time of the refund.
   *
   * `GET /v1/analytics/creators`, scope `read:analytics`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getCreatorAnalytics: (
    request: GetCreatorAnalyticsRequest,
    context: GetCreatorAnalyticsContext<Contexts>,
  ) => Promise<CreatorAnalytics>;

  /**
   * Get figures per employee
   *
   * Revenue and activity of each employee over a window of at most 365 days, both days inclusive. Revenue counts by the time of the order, refunds by the time of the refund.
   *
   * `GET /v1/analytics/employees`, scope `read:analytics`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getEmployeeAnalytics: (
    request: GetEmployeeAnalyticsRequest,
    context: GetEmployeeAnalyticsContext<Contexts>,
  ) => Promise<EmployeeAnalytics>;

  /**
   * Get revenue
   *
   * Returns totals over a window of at most 365 days, both days inclusive. Revenue counts by the time of the order, refunds by the time of the refund.
   *
   * `GET /v1/analytics/revenue`, scope `read:analytics`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getRevenue: (request: GetRevenueRequest, context: GetRevenueContext<Contexts>) => Promise<RevenueSummary>;

  /**
   * Get revenue over time
   *
   * Revenue per period, over at most 7 days by `hour`, 31 by `day`, 365 by `week` or `month`. Both days are inclusive. Revenue counts by the time of the order, refunds by the time of the refund.
   *
   * `GET /v1/analytics/revenue/timeseries`, scope `read:analytics`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getRevenueTimeseries: (
    request: GetRevenueTimeseriesRequest,
    context: GetRevenueTimeseriesContext<Contexts>,
  ) => Promise<RevenueTimeseries>;
}
