import { bigint, date, defaulted, key, nullable, uuid } from '../declare/columns.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const historyDays = table({
  columns: {
    agency_id: key(uuid()),
    day: key(date()),
    delivery_bytes: defaulted(bigint()),
    event_bytes: defaulted(bigint()),
    excerpts_from: nullable(uuid()),
    rows_from: nullable(uuid()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  export: {},
  growth: {
    by: 'as `webhook_events`',
    bound: 'one row per agency and day with history',
    tests: ['test/retention/delivery-history.test.ts'],
  },
});
