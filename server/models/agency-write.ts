import { key, logPosition, uuid } from '../declare/columns.ts';
import { ofAgency } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const agencyWrites = table({
  columns: {
    agency_id: key(uuid()),
    position: logPosition(),
  },
  scope: ofAgency,
  grants: { api: 'SELECT, INSERT, UPDATE', worker: 'SELECT, INSERT, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  export: {},
  growth: { by: 'a key: writes', bound: 'one row per agency', tests: ['test/database/restarts.slow.test.ts'] },
});
