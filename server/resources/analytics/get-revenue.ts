import { limits } from '../../../generated/limits.ts';
import { readDayWindow, requireWindowWithin } from '../../query/day-window.ts';
import { Values } from '../../query/values.ts';
import type { Handler } from '../handler.ts';
import { presentRevenue, type OrderTypeRow } from './present.ts';
import { sumsOf } from '../../query/roll-up-sums.ts';

export const getRevenue: Handler<'getRevenue'> = async (request, context) => {
  const window = readDayWindow(request, context);
  requireWindowWithin(window, limits.revenueDays, 'this operation', context);
  const values = new Values();
  const sums = sumsOf({ periods: [window], key: 'order_type', creatorIds: request.creator_ids }, values);
  const rows = await context.data.queryReplica<OrderTypeRow>({
    text: `SELECT s.order_type, s.revenue_cents, s.refunded_cents, s.orders_count FROM (${sums}) s ORDER BY s.revenue_cents DESC, s.order_type`,
    values: values.list,
  });
  return presentRevenue(window, rows);
};
