import type { AiRequest as Shown } from '../../generated/models.ts';
import { derived, instant, key, nullable, recorded, text, uuid } from '../declare/columns.ts';
import { ofCreator } from '../declare/scope-rules.ts';
import { rowsOfAgency, rowsOfFan, table } from '../declare/table.ts';

export const aiRequests = table({
  columns: {
    agency_id: key(uuid()),
    id: recorded(key(text())),
    creator_id: derived(text(), 'c.id'),
    account_id: recorded(text()),
    fan_id: recorded(text()),
    action: recorded(text<Shown['action']>()),
    requested_by_user_id: recorded(nullable(text())),
    requested_at: recorded(instant()),
    acknowledged_at: nullable(instant()),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT, UPDATE', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: rowsOfFan, isSparse: true } },
  export: {},
  growth: {
    by: 'operators: ingestion',
    bound: 'as `creators`; a key acknowledges rows and adds none',
    tests: ['test/records/ingest.test.ts'],
  },
});
