import { defaulted, instant, key, nullable, texts, uuid } from '../declare/columns.ts';
import { ofEndpoint } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const replayOrders = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    endpoint_id: uuid(),
    creator_ids: texts(),
    start_at: defaulted(instant()),
    end_at: defaulted(instant()),
    event_types: nullable(texts()),
    requested_at: defaulted(instant()),
  },
  scope: ofEndpoint,
  grants: { api: 'SELECT, INSERT', worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  export: {},
  growth: {
    by: 'a key: bulk replays',
    bound: 'a replay without a new failure adds no row; at most 500 an hour of a key, as audited changes',
    tests: ['test/delivery/replay.test.ts', 'test/access/audit-throttle.test.ts'],
  },
});
