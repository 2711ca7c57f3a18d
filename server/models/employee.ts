import { boolean, defaulted, instant, key, nullable, recorded, text, uuid } from '../database/table/columns.ts';
import { ofAgency } from '../database/table/scope-rules.ts';
import { goesWithAgency, table } from '../database/table/table.ts';

export const employees = table({
  columns: {
    agency_id: key(uuid()),
    id: recorded(key(text())),
    name: recorded(text()),
    email: recorded(nullable(text())),
    role: recorded(text()),
    active: recorded(boolean()),
    created_at: recorded(defaulted(instant()), { default: 'now()' }),
  },
  scope: ofAgency,
  grants: { api: 'SELECT', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  erasure: goesWithAgency,
  export: {},
  growth: { by: 'operators: ingestion', bound: 'as `creators`', tests: ['test/records/ingest.test.ts'] },
});
