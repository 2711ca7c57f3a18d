import type { AnalyticsApi } from '../../../generated/interfaces/analytics.ts';
import type { Contexts } from '../../access/request-context.ts';
import { getCreatorAnalytics } from './get-creator-analytics.ts';
import { getEmployeeAnalytics } from './get-employee-analytics.ts';
import { getRevenue } from './get-revenue.ts';
import { getRevenueTimeseries } from './get-revenue-timeseries.ts';

export function analyticsController(): AnalyticsApi<Contexts> {
  return { getRevenue, getRevenueTimeseries, getCreatorAnalytics, getEmployeeAnalytics };
}
