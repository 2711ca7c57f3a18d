import { integer, integers, key, preciseInstant, text, uuid } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const rateWindows = table({
  columns: {
    key_id: key(uuid()),
    operation_id: key(text()),
    counted_at: preciseInstant(),
    ages: integers(),
    granted: integer(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: { ofAgency: 'key_id IN (SELECT k.id FROM api_keys k WHERE k.agency_id = $1)', ofFan: null },
  export: {},
  growth: {
    by: 'a key: requests',
    bound: 'one row per key and operation with at most 600 ages; idle ones are deleted within the hour',
    tests: ['test/http/rate-limit.property.test.ts'],
  },
});
