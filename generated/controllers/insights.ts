// Generated from spec/ by `npm run generate`. Do not edit.

import { Get, Patch, Inject, Request, Route } from '../routes/declarations.ts';
import type { Insight, InsightUpdate } from '../models/index.ts';
import type { InsightsApi, GetInsightRequest, UpdateInsightRequest } from '../interfaces/insights.ts';

/** Declares the routes of the tag Insights and hands their requests to the implementation. */
@Route()
export class Insights<Context> {
  readonly #implementation: InsightsApi<Context>;

  constructor(implementation: InsightsApi<Context>) {
    this.#implementation = implementation;
  }

  @Get('/v1/accounts/:account_id/fans/:fan_id/insight')
  getInsight(@Request() request: GetInsightRequest, @Inject() context: Context): Promise<Insight> {
    return this.#implementation.getInsight(request, context);
  }

  @Patch('/v1/accounts/:account_id/fans/:fan_id/insight')
  updateInsight(@Request() request: UpdateInsightRequest, @Inject() context: Context): Promise<Insight> {
    return this.#implementation.updateInsight(request, context);
  }
}
