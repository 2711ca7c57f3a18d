import { bigint, boolean, date, defaulted, instant, integer, key, preciseInstant, text } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const schemaMigrations = table({
  columns: {
    name: key(text()),
    applied_at: defaulted(preciseInstant()),
  },
  scope: 'closed',
  grants: {},
  erasure: null,
  growth: { by: 'the service', bound: 'one row per migration', tests: ['test/database/migrate.test.ts'] },
});

export const schemaPolicies = table({
  columns: {
    is_only: key(defaulted(boolean())),
    last_migration: text(),
    made_by: text(),
    state: text(),
  },
  scope: 'closed',
  grants: {},
  erasure: null,
  growth: { by: 'the service', bound: 'one row', tests: ['test/database/row-level-security.test.ts'] },
});

export const jobWorkers = table({
  columns: {
    worker_id: key(text()),
    seen_at: defaulted(instant()),
    beat: defaulted(bigint()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE, DELETE' },
  erasure: null,
  growth: { by: 'the service', bound: 'one row per process', tests: ['test/delivery/jobs.test.ts'] },
});

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
  growth: { by: 'the service', bound: 'one row per part and day for 90 days', tests: ['test/status/history.test.ts'] },
});
