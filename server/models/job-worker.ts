import { bigint, defaulted, instant, key, text } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const jobWorkers = table({
  columns: {
    worker_id: key(text()),
    seen_at: defaulted(instant()),
    beat: defaulted(bigint()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE, DELETE' },
  erasure: null,
  export: {},
  growth: { by: 'the service', bound: 'one row per process', tests: ['test/delivery/jobs.test.ts'] },
});
