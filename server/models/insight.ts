import { defaulted, instant, key, text, uuid } from '../declare/columns.ts';
import { ofAccount } from '../declare/scope-rules.ts';
import { rowsOfAgency, rowsOfFanByAccount, table } from '../declare/table.ts';

export const insights = table({
  columns: {
    agency_id: key(uuid()),
    account_id: key(text()),
    fan_id: key(text()),
    note: text(),
    etag: uuid(),
    updated_at: defaulted(instant()),
  },
  scope: ofAccount,
  grants: { api: 'SELECT, INSERT, UPDATE', worker: 'SELECT, DELETE', operator: 'SELECT' },
  erasure: {
    ofAgency: rowsOfAgency,
    ofFan: { rows: rowsOfFanByAccount },
  },
  export: {},
  growth: { by: 'a key', bound: 'one note of 20,000 characters per fan', tests: ['test/api/insights/update-insight.test.ts'] },
});
