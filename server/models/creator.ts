import { defaulted, instant, key, nullable, recorded, text, uuid } from '../declare/columns.ts';
import { ofCreator } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const creators = table({
  columns: {
    agency_id: key(uuid()),
    id: recorded(key(text())),
    name: recorded(text()),
    account_id: recorded(text(), { isFixed: true }),
    account_username: recorded(nullable(text())),
    account_connected_at: recorded(defaulted(instant()), { default: 'coalesce(r.created_at, now())' }),
    created_at: recorded(defaulted(instant()), { default: 'now()' }),
  },
  scope: ofCreator('id'),
  grants: { api: 'SELECT', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  erasure: goesWithAgency,
  export: {},
  growth: {
    by: 'operators: ingestion',
    bound: 'trusted: as many as the upstream platform has, one row per id',
    tests: ['test/records/ingest.test.ts'],
  },
});
