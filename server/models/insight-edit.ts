import { defaulted, instant, key, nullable, text, uuid } from '../declare/columns.ts';
import { ofAccount } from '../declare/scope-rules.ts';
import { rowsOfAgency, rowsOfFanByAccount, table } from '../declare/table.ts';

export const insightEdits = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    account_id: text(),
    fan_id: text(),
    previous_note: text(),
    key_id: nullable(uuid()),
    edited_at: defaulted(instant()),
  },
  scope: ofAccount,
  grants: { api: 'SELECT, INSERT, DELETE', worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: {
    ofAgency: rowsOfAgency,
    ofFan: { rows: rowsOfFanByAccount },
  },
  export: { order: ['edited_at', 'id'] },
  growth: {
    by: 'a key',
    bound: '`insight_history_bytes` of the agency: 1 GB, in the transaction of each edit',
    tests: ['test/api/quotas/notes.test.ts'],
  },
});
