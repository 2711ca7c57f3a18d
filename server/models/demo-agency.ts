import { defaulted, instant, integer, key, nullable, uuid } from '../declare/columns.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const demoAgencies = table({
  columns: {
    agency_id: key(uuid()),
    batches_done: defaulted(integer()),
    completed_at: nullable(instant()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  export: {},
  growth: { by: 'the service', bound: 'one row', tests: ['test/demo'] },
});
