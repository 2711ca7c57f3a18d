import { boolean, defaulted, instant, key, nullable, recorded, text, uuid } from '../declare/columns.ts';
import { ofAgency } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

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
