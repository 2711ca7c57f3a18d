// Generated from spec/ by `npm run generate`. Do not edit.

import { Get, Inject, Request, Route } from '../routes/declarations.ts';
import type { CreatorAnalytics, EmployeeAnalytics, Granularity, RevenueSummary, RevenueTimeseries } from '../models/index.ts';
import type {
  AnalyticsApi,
  GetCreatorAnalyticsRequest,
  GetEmployeeAnalyticsRequest,
  GetRevenueRequest,
  GetRevenueTimeseriesRequest,
} from '../interfaces/analytics.ts';

/** Declares the routes of the tag Analytics and hands their requests to the implementation. */
@Route()
export class Analytics<Context> {
  readonly #implementation: AnalyticsApi<Context>;

  constructor(implementation: AnalyticsApi<Context>) {
    this.#implementation = implementation;
  }

  @Get('/v1/analytics/creators')
  getCreatorAnalytics(@Request() request: GetCreatorAnalyticsRequest, @Inject() context: Context): Promise<CreatorAnalytics> {
    return this.#implementation.getCreatorAnalytics(request, context);
  }

  @Get('/v1/analytics/employees')
  getEmployeeAnalytics(@Request() request: GetEmployeeAnalyticsRequest, @Inject() context: Context): Promise<EmployeeAnalytics> {
    return this.#implementation.getEmployeeAnalytics(request, context);
  }

  @Get('/v1/analytics/revenue')
  getRevenue(@Request() request: GetRevenueRequest, @Inject() context: Context): Promise<RevenueSummary> {
    return this.#implementation.getRevenue(request, context);
  }

  @Get('/v1/analytics/revenue/timeseries')
  getRevenueTimeseries(@Request() request: GetRevenueTimeseriesRequest, @Inject() context: Context): Promise<RevenueTimeseries> {
    return this.#implementation.getRevenueTimeseries(request, context);
  }
}
