import { defaulted, key, preciseInstant, text } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const schemaMigrations = table({
  columns: {
    name: key(text()),
    applied_at: defaulted(preciseInstant()),
  },
  scope: 'closed',
  grants: {},
  erasure: null,
  export: {},
  growth: { by: 'the service', bound: 'one row per migration', tests: ['test/database/migrate.test.ts'] },
});
