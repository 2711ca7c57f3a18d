import type { EmployeeFigures } from '../../../generated/models.ts';
import { limits } from '../../../generated/limits.ts';
import { readDayWindow, requireWindowWithin } from '../../query/day-window.ts';
import { Values } from '../../query/values.ts';
import type { Handler } from '../handler.ts';
import { presentWindow } from './present.ts';
import { sumsOf } from '../../query/roll-up-sums.ts';

/** Employees with activity in the window. The user_id '' has the activity without an employee. */
export const getEmployeeAnalytics: Handler<'getEmployeeAnalytics'> = async (request, context) => {
  const window = readDayWindow(request, context);
  requireWindowWithin(window, limits.employeeFiguresDays, 'this operation', context);
  const values = new Values();
  const sums = sumsOf({ periods: [window], key: 'user_id', creatorIds: request.creator_ids, withMessages: true }, values);
  const rows = await context.data.queryReplica<EmployeeFigures>({
    text: `
      SELECT s.user_id, s.revenue_cents, s.refunded_cents, s.orders_count, s.messages_sent_count
        FROM (${sums}) s
       WHERE s.user_id <> '' AND s.refunded_cents + s.orders_count + s.messages_sent_count > 0
       ORDER BY s.revenue_cents DESC, s.user_id`,
    values: values.list,
  });
  return { ...presentWindow(window), data: rows };
};
