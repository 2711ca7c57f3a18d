import type { SentMessage as Shown } from '../../generated/models.ts';
import { boolean, instant, integer, jsonb, key, nullable, text, uuid } from '../declare/columns.ts';
import { ofCreator } from '../declare/scope-rules.ts';
import { rowsOfAgency, rowsOfFan, table } from '../declare/table.ts';

export const sentMessages = table({
  columns: {
    agency_id: key(uuid()),
    id: key(text()),
    sent_at: instant(),
    source: text<Shown['source']>(),
    sent_by_user_id: nullable(text()),
    creator_id: text(),
    fan_id: nullable(text()),
    fan_username: nullable(text()),
    is_private_media: boolean(),
    price_eur: nullable(integer()),
    sale_status: nullable(text<NonNullable<Shown['sale_status']>>()),
    message_id: nullable(text()),
    media: jsonb<Shown['media']>(),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: rowsOfFan, isSparse: true } },
  export: {},
  growth: { by: 'the service', bound: 'one row per send of 24 months', tests: ['test/projections'] },
  isOnWorkers: true,
});
