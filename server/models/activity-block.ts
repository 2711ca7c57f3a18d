import { bigint, instant, integer, key, text, uuid } from '../declare/columns.ts';
import { ofCreator } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const activityBlocks = table({
  columns: {
    agency_id: key(uuid()),
    dimension: key(text()),
    length_hours: key(integer()),
    value: key(text()),
    starts_at: key(instant()),
    creator_id: key(text()),
    revenue_cents: bigint(),
    refunded_cents: bigint(),
    orders_count: bigint(),
    messages_sent_count: bigint(),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  export: {},
  growth: { by: 'the service', bound: 'at most nine rows per order, refund and send', tests: ['test/projections'] },
  isOnWorkers: true,
});
