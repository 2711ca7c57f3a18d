import { bigint, instant, key, text, uuid } from '../declare/columns.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const keyUses = table({
  columns: {
    agency_id: key(uuid()),
    hour: key(instant()),
    key_id: key(uuid()),
    operation_id: key(text()),
    request_count: bigint(),
    item_count: bigint(),
    last_at: instant(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  export: {},
  growth: {
    by: 'a key: requests',
    bound: 'one row per key, operation and hour for 31 days',
    tests: ['test/api/operator/containment.test.ts'],
  },
});
