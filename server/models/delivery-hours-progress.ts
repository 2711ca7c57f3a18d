import { boolean, defaulted, instant, key } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const deliveryHoursProgress = table({
  columns: {
    is_only: key(defaulted(boolean())),
    rolled_up_to: instant(),
  },
  scope: 'shared',
  grants: { api: 'SELECT', worker: 'SELECT, UPDATE', operator: 'SELECT' },
  erasure: null,
  export: {},
  growth: { by: 'the service', bound: 'one row', tests: ['test/delivery/statistics.test.ts'] },
});
