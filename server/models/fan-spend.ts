import { bigint, defaulted, instant, key, nullable, text, uuid } from '../declare/columns.ts';
import { ofAccount } from '../declare/scope-rules.ts';
import { rowsOfAgency, rowsOfFanByAccount, table } from '../declare/table.ts';

export const fanSpends = table({
  columns: {
    agency_id: key(uuid()),
    account_id: key(text()),
    fan_id: key(text()),
    spend_cents: defaulted(bigint()),
    last_purchase_at: nullable(instant()),
  },
  scope: ofAccount,
  grants: { api: 'SELECT', worker: 'SELECT, UPDATE (spend_cents), DELETE', operator: 'SELECT, INSERT, UPDATE' },
  erasure: {
    ofAgency: rowsOfAgency,
    ofFan: { rows: rowsOfFanByAccount },
  },
  export: {},
  growth: { by: 'operators: ingestion', bound: 'one row per fan', tests: ['test/records/fan-spend.test.ts'] },
});
