import type { SentMessage } from '../../generated/models.ts';
import { bigint, boolean, defaulted, instant, integer, jsonb, key, nullable, text, uuid } from '../declare/columns.ts';
import { ofCreator } from '../declare/scope-rules.ts';
import { goesWithAgency, rowsOfAgency, rowsOfFan, table } from '../declare/table.ts';

export const sentMessages = table({
  columns: {
    agency_id: key(uuid()),
    id: key(text()),
    sent_at: instant(),
    source: text<SentMessage['source']>(),
    sent_by_user_id: nullable(text()),
    creator_id: text(),
    fan_id: nullable(text()),
    fan_username: nullable(text()),
    is_private_media: boolean(),
    price_eur: nullable(integer()),
    sale_status: nullable(text<NonNullable<SentMessage['sale_status']>>()),
    message_id: nullable(text()),
    media: jsonb<SentMessage['media']>(),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: rowsOfFan, isSparse: true } },
  growth: { by: 'the service', bound: 'one row per send of 24 months', tests: ['test/projections'] },
  isOnWorkers: true,
});

export const changedSends = table({
  columns: {
    agency_id: uuid(),
    changed_at: defaulted(instant()),
    send_id: text(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT, INSERT' },
  erasure: goesWithAgency,
  export: { leftOut: 'work that waits: ids of rows of other tables' },
  growth: { by: 'operators: ingestion', bound: 'one row per change, until the next refresh', tests: ['test/projections'] },
  isOnWorkers: true,
});

export const changedQuarters = table({
  columns: {
    agency_id: uuid(),
    changed_at: defaulted(instant()),
    quarter: instant(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT, INSERT' },
  erasure: goesWithAgency,
  export: { leftOut: 'work that waits: times of rows of other tables' },
  growth: { by: 'operators: ingestion', bound: 'as `changed_sends`', tests: ['test/projections'] },
  isOnWorkers: true,
});

export const revenueQuarters = table({
  columns: {
    agency_id: key(uuid()),
    quarter: key(instant()),
    creator_id: key(text()),
    user_id: key(text()),
    order_type: key(text()),
    revenue_cents: bigint(),
    refunded_cents: bigint(),
    orders_count: bigint(),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: { by: 'the service', bound: 'at most one row per order and refund', tests: ['test/projections'] },
  isOnWorkers: true,
});

export const messageQuarters = table({
  columns: {
    agency_id: key(uuid()),
    quarter: key(instant()),
    creator_id: key(text()),
    user_id: key(text()),
    messages_sent_count: bigint(),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: { by: 'the service', bound: 'at most one row per send', tests: ['test/projections'] },
  isOnWorkers: true,
});

export const activityBlocks = table({
  columns: {
    agency_id: key(uuid()),
    dimension: key(text()),
    length_hours: key(integer()),
    value: key(text()),
    starts_at: key(instant()),
    creator_id: key(text()),
    revenue_cents: bigint(),
    refunded_cents: bigint(),
    orders_count: bigint(),
    messages_sent_count: bigint(),
  },
  scope: ofCreator('creator_id'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: { by: 'the service', bound: 'at most nine rows per order, refund and send', tests: ['test/projections'] },
  isOnWorkers: true,
});

export const projectionRefreshes = table({
  columns: {
    projection: key(text()),
    refreshed_at: instant(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE' },
  erasure: null,
  growth: { by: 'the service', bound: 'one row per projection', tests: ['test/projections'] },
});
