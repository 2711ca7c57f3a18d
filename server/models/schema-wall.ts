import { boolean, defaulted, key, text } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const schemaWalls = table({
  columns: {
    is_only: key(defaulted(boolean())),
    last_migration: text(),
    made_by: text(),
    state: text(),
  },
  scope: 'closed',
  grants: {},
  erasure: null,
  export: {},
  growth: { by: 'the service', bound: 'one row', tests: ['test/database/row-level-security.test.ts'] },
});
