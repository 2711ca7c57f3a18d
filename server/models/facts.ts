import type { AiRequest, Ingestion, Order, Publication, SentMessage } from '../../generated/models.ts';
import {
  bigint,
  boolean,
  defaulted,
  derived,
  generated,
  instant,
  integer,
  json,
  jsonb,
  key,
  nullable,
  recorded,
  text,
  texts,
  uuid,
} from '../declare/columns.ts';
import { ofAccount, ofAgency, ofCreator } from '../declare/scope-rules.ts';
import { goesWithAgency, rowsOfAgency, rowsOfFan, rowsOfFanByAccount, table } from '../declare/table.ts';

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
  growth: {
    by: 'operators: ingestion',
    bound: 'trusted: as many as the upstream platform has, one row per id',
    tests: ['test/records/ingest.test.ts'],
  },
});

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
  growth: { by: 'operators: ingestion', bound: 'as `creators`', tests: ['test/records/ingest.test.ts'] },
});

export const tags = table({
  columns: {
    agency_id: key(uuid()),
    id: recorded(key(text())),
    name: recorded(text()),
    color: recorded(nullable(text())),
    position: recorded(integer()),
  },
  scope: ofAgency,
  grants: { api: 'SELECT', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  erasure: goesWithAgency,
  growth: { by: 'operators: ingestion', bound: 'as `creators`', tests: ['test/records/ingest.test.ts'] },
});

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
  growth: { by: 'operators: ingestion', bound: 'as `creators`; a key changes rows and adds none', tests: ['test/records/ingest.test.ts'] },
});

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
  growth: { by: 'operators: ingestion', bound: 'one row per fan', tests: ['test/records/fan-spend.test.ts'] },
});

export const sends = table({
  columns: {
    agency_id: key(uuid()),
    id: recorded(key(text())),
    sent_at: recorded(instant()),
    source: recorded(text<SentMessage['source']>()),
    sent_by_user_id: recorded(nullable(text())),
    creator_id: recorded(text()),
    fan_id: recorded(nullable(text())),
    fan_username: recorded(nullable(text())),
    is_private_media: recorded(boolean()),
    price_eur: recorded(nullable(integer())),
    sale_status: recorded(nullable(text<NonNullable<SentMessage['sale_status']>>())),
    message_id: recorded(nullable(text())),
    media: recorded(defaulted(jsonb<SentMessage['media']>())),
  },
  scope: ofCreator('creator_id'),
  grants: { worker: 'SELECT, UPDATE (fan_id, fan_username, message_id), DELETE', operator: 'SELECT, INSERT, UPDATE' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: rowsOfFan, isSparse: true } },
  growth: { by: 'operators: ingestion', bound: 'as `creators`', tests: ['test/records/ingest.test.ts'] },
  isOnWorkers: true,
});

export const orders = table({
  columns: {
    agency_id: key(uuid()),
    id: recorded(key(text())),
    order_type: recorded(text<Order['order_type']>()),
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
  growth: { by: 'operators: ingestion', bound: 'as `creators`', tests: ['test/records/ingest.test.ts'] },
  isOnWorkers: true,
});

export const aiRequests = table({
  columns: {
    agency_id: key(uuid()),
    id: recorded(key(text())),
    creator_id: derived(text(), 'c.id'),
    account_id: recorded(text()),
    fan_id: recorded(text()),
    action: recorded(text<AiRequest['action']>()),
    requested_by_user_id: recorded(nullable(text())),
    requested_at: recorded(instant()),
    acknowledged_at: nullable(instant()),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT, UPDATE', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: rowsOfFan, isSparse: true } },
  growth: {
    by: 'operators: ingestion',
    bound: 'as `creators`; a key acknowledges rows and adds none',
    tests: ['test/records/ingest.test.ts'],
  },
});

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
  growth: { by: 'a key', bound: 'one note of 20,000 characters per fan', tests: ['test/api/insights/update-insight.test.ts'] },
});

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

export const publications = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: key(uuid()),
    creator_id: text(),
    text: nullable(text()),
    media: defaulted(jsonb<Publication['media']>()),
    status: text<Publication['status']>(),
    scheduled_at: nullable(instant()),
    published_at: nullable(instant()),
    created_at: defaulted(instant()),
    failure_reason: nullable(text()),
    lease_id: nullable(uuid()),
    leased_until: defaulted(instant()),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT, INSERT, DELETE', worker: 'SELECT, DELETE', operator: 'SELECT, UPDATE' },
  erasure: goesWithAgency,
  growth: {
    by: 'a key',
    bound: '`scheduled_publications`: 100,000, and `publication_bytes`: 2 GB, in the transaction of each',
    tests: ['test/api/quotas/publications.test.ts'],
  },
});

export const ingestions = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    outcome: text<Ingestion['outcome']>(),
    request_count: bigint(),
    created_count: bigint(),
    updated_count: bigint(),
    unchanged_count: bigint(),
    slug: nullable(text()),
    detail: nullable(text()),
    errors: nullable(json<Ingestion['errors']>()),
    recorded_at: generated(instant()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE (id, detail, errors), DELETE', operator: 'SELECT' },
  erasure: {
    ofAgency: rowsOfAgency,
    ofFan: { rows: 'agency_id = $1 AND position($2 IN concat(detail, errors::text)) > 0', isUncounted: true },
  },
  growth: {
    by: 'operators: ingestion, including refused batches',
    bound: '1,000 entries of an agency, 7 days',
    tests: ['test/api/operator/ingestions.test.ts'],
  },
});
