import { date, integer, key, preciseInstant, text } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const statusDays = table({
  columns: {
    day: key(date()),
    part: key(text()),
    operational_minutes: integer(),
    degraded_minutes: integer(),
    down_minutes: integer(),
    counted_at: preciseInstant(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE, DELETE' },
  erasure: null,
  export: {},
  growth: { by: 'the service', bound: 'one row per part and day for 90 days', tests: ['test/status/history.test.ts'] },
});
