export { getCreatorAnalytics } from './get-creator-analytics.ts';
export { getEmployeeAnalytics } from './get-employee-analytics.ts';
export { getRevenueTimeseries } from './get-revenue-timeseries.ts';
export { getRevenue } from './get-revenue.ts';
