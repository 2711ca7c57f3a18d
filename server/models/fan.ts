import { boolean, defaulted, derived, instant, key, nullable, recorded, text, texts, uuid } from '../declare/columns.ts';
import { ofCreator } from '../declare/scope-rules.ts';
import { rowsOfAgency, rowsOfFanByAccount, table } from '../declare/table.ts';

export const fans = table({
  columns: {
    agency_id: key(uuid()),
    account_id: recorded(key(text())),
    fan_id: recorded(key(text())),
    creator_id: derived(text(), 'c.id'),
    fan_username: recorded(nullable(text())),
    subscription_status: recorded(text<'active_subscriber' | 'former_subscriber' | 'interested'>()),
    is_online: recorded(boolean()),
    related_at: recorded(instant()),
    tag_ids: recorded(defaulted(texts())),
    assigned_user_id: nullable(text()),
    assigned_at: nullable(instant()),
    ai_locked_at: nullable(instant()),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT, UPDATE', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  erasure: {
    ofAgency: rowsOfAgency,
    ofFan: { rows: rowsOfFanByAccount },
  },
  export: {},
  growth: { by: 'operators: ingestion', bound: 'as `creators`; a key changes rows and adds none', tests: ['test/records/ingest.test.ts'] },
});
