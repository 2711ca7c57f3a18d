import { instant, key, text } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const projectionRefreshes = table({
  columns: {
    projection: key(text()),
    refreshed_at: instant(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE' },
  erasure: null,
  export: {},
  growth: { by: 'the service', bound: 'one row per projection', tests: ['test/projections'] },
});
