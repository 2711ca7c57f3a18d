import { bigint, instant, key, text, uuid } from '../declare/columns.ts';
import { ofCreator } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const revenueQuarters = table({
  columns: {
    agency_id: key(uuid()),
    quarter: key(instant()),
    creator_id: key(text()),
    user_id: key(text()),
    order_type: key(text()),
    revenue_cents: bigint(),
    refunded_cents: bigint(),
    orders_count: bigint(),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  export: {},
  growth: { by: 'the service', bound: 'at most one row per order and refund', tests: ['test/projections'] },
  isOnWorkers: true,
});
