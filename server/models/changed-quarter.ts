import { defaulted, instant, uuid } from '../declare/columns.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const changedQuarters = table({
  columns: {
    agency_id: uuid(),
    changed_at: defaulted(instant()),
    quarter: instant(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT, INSERT' },
  erasure: goesWithAgency,
  export: { leftOut: 'work that waits: times of rows of other tables' },
  growth: { by: 'operators: ingestion', bound: 'as `changed_sends`', tests: ['test/projections'] },
  isOnWorkers: true,
});
