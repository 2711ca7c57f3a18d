import type { Order as Shown } from '../../generated/models.ts';
import { derived, instant, integer, key, nullable, recorded, text, uuid } from '../declare/columns.ts';
import { ofCreator } from '../declare/scope-rules.ts';
import { rowsOfAgency, rowsOfFan, table } from '../declare/table.ts';

export const orders = table({
  columns: {
    agency_id: key(uuid()),
    id: recorded(key(text())),
    order_type: recorded(text<Shown['order_type']>()),
    creator_id: recorded(text()),
    account_id: derived(text(), 'c.account_id'),
    fan_id: recorded(nullable(text())),
    user_id: recorded(nullable(text())),
    message_id: recorded(nullable(text())),
    amount_cents: recorded(integer()),
    created_at: recorded(instant()),
    refunded_at: nullable(instant()),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT', worker: 'SELECT, UPDATE (fan_id, message_id), DELETE', operator: 'SELECT, INSERT, UPDATE' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: rowsOfFan } },
  export: {},
  growth: { by: 'operators: ingestion', bound: 'as `creators`', tests: ['test/records/ingest.test.ts'] },
  isOnWorkers: true,
});
