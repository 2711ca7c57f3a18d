import type { CreatorFigures } from '../../../generated/models.ts';
import { limits } from '../../../generated/limits.ts';
import { readDayWindow, requireWindowWithin } from '../../query/day-window.ts';
import { Values } from '../../query/values.ts';
import type { Handler } from '../handler.ts';
import { presentWindow } from './present.ts';
import { sumsOf } from '../../query/roll-up-sums.ts';

/** All creators in the tenant scope, also those without activity. */
export const getCreatorAnalytics: Handler<'getCreatorAnalytics'> = async (request, context) => {
  const window = readDayWindow(request, context);
  requireWindowWithin(window, limits.creatorFiguresDays, 'this operation', context);
  const values = new Values();
  const creatorIds = request.creator_ids;
  const sums = sumsOf({ periods: [window], key: 'creator_id', creatorIds, withMessages: true }, values);
  const rows = await context.data.queryReplica<CreatorFigures>({
    text: `
      SELECT c.id AS creator_id, coalesce(s.revenue_cents, 0) AS revenue_cents, coalesce(s.refunded_cents, 0) AS refunded_cents,
             coalesce(s.orders_count, 0) AS orders_count, coalesce(s.messages_sent_count, 0) AS messages_sent_count
        FROM {creators} c
        LEFT JOIN (${sums}) s ON s.creator_id = c.id
       ${creatorIds ? `WHERE c.id = ANY (${values.place(creatorIds, 'text[]')})` : ''}
       ORDER BY 2 DESC, c.id`,
    values: values.list,
  });
  return { ...presentWindow(window), data: rows };
};
