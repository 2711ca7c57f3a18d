import { defaulted, instant, text, uuid } from '../declare/columns.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const changedSends = table({
  columns: {
    agency_id: uuid(),
    changed_at: defaulted(instant()),
    send_id: text(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT, INSERT' },
  erasure: goesWithAgency,
  export: { leftOut: 'work that waits: ids of rows of other tables' },
  growth: { by: 'operators: ingestion', bound: 'one row per change, until the next refresh', tests: ['test/projections'] },
  isOnWorkers: true,
});
