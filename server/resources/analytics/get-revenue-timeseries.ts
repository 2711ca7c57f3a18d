import { readDayWindow, requireWholeQuarterHours } from '../../query/day-window.ts';
import { chooseGranularity, periodsOf } from '../../query/periods.ts';
import { Values } from '../../query/values.ts';
import type { Handler } from '../handler.ts';
import { presentTimeseries, type PeriodRow } from './present.ts';
import { sumsOf } from '../../query/roll-up-sums.ts';

const figures = ['revenue_cents', 'refunded_cents', 'orders_count'].map((figure) => `coalesce(s.${figure}, 0) AS ${figure}`).join(', ');

const whole = (periods: string, sums: string): string => `
  SELECT p.period, ${figures}
    FROM ${periods}
    LEFT JOIN (${sums}) s ON s.period = p.period
   ORDER BY p.period`;

/** One row per period and creator, also without revenue. */
const byCreator = (periods: string, sums: string, filter: string): string => `
  SELECT p.period, c.id AS creator_id, ${figures}
    FROM ${periods}
   CROSS JOIN {creators} c
    LEFT JOIN (${sums}) s ON s.period = p.period AND s.creator_id = c.id
   ${filter}
   ORDER BY p.period, c.id`;

export const getRevenueTimeseries: Handler<'getRevenueTimeseries'> = async (request, context) => {
  const window = readDayWindow(request, context);
  const granularity = chooseGranularity(window, request.granularity, context);
  const steps = periodsOf(window, granularity);
  requireWholeQuarterHours(
    steps.map(({ fromMs }) => fromMs),
    window,
    context,
  );
  const { creator_ids: creatorIds, user_ids: userIds } = request;
  const isByCreator = request.breakdown === 'creator';
  const values = new Values();
  const sums = sumsOf({ periods: steps, key: isByCreator ? 'creator_id' : undefined, creatorIds, userIds }, values);
  const periods = `generate_series(0, ${values.place(steps.length - 1, 'int')}) AS p (period)`;
  const filter = isByCreator && creatorIds ? `WHERE c.id = ANY (${values.place(creatorIds, 'text[]')})` : '';
  const text = isByCreator ? byCreator(periods, sums, filter) : whole(periods, sums);
  const rows = await context.data.queryReplica<PeriodRow>({ text, values: values.list });
  return presentTimeseries(window, granularity, steps, rows);
};
