import type { SentMessage as Shown } from '../../generated/models.ts';
import { boolean, defaulted, instant, integer, jsonb, key, nullable, recorded, text, uuid } from '../declare/columns.ts';
import { ofCreator } from '../declare/scope-rules.ts';
import { rowsOfAgency, rowsOfFan, table } from '../declare/table.ts';

export const sends = table({
  columns: {
    agency_id: key(uuid()),
    id: recorded(key(text())),
    sent_at: recorded(instant()),
    source: recorded(text<Shown['source']>()),
    sent_by_user_id: recorded(nullable(text())),
    creator_id: recorded(text()),
    fan_id: recorded(nullable(text())),
    fan_username: recorded(nullable(text())),
    is_private_media: recorded(boolean()),
    price_eur: recorded(nullable(integer())),
    sale_status: recorded(nullable(text<NonNullable<Shown['sale_status']>>())),
    message_id: recorded(nullable(text())),
    media: recorded(defaulted(jsonb<Shown['media']>())),
  },
  scope: ofCreator('creator_id'),
  grants: { worker: 'SELECT, UPDATE (fan_id, fan_username, message_id), DELETE', operator: 'SELECT, INSERT, UPDATE' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: rowsOfFan, isSparse: true } },
  export: {},
  growth: { by: 'operators: ingestion', bound: 'as `creators`', tests: ['test/records/ingest.test.ts'] },
  isOnWorkers: true,
});
