import type { Recovery, RecoveredType, WebhookEventType } from '../../generated/models.ts';
import { defaulted, instant, jsonb, key, nullable, smallint, text, texts, uuid } from '../declare/columns.ts';
import { ofRecovery } from '../declare/scope-rules.ts';
import { rowsOfAgency, table } from '../declare/table.ts';

export const webhookRecoveries = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    id: key(defaulted(uuid())),
    /** Creators of the endpoint when the recovery was requested; empty for all. */
    creator_ids: texts(),
    event_types: nullable(texts<WebhookEventType[]>()),
    start_at: instant(),
    end_at: instant(),
    /** What is read next; null before the first batch. */
    source: nullable(text()),
    after_at: nullable(instant()),
    after_id: nullable(text()),
    /** The most facts or events of a batch. */
    batch_size: defaulted(smallint()),
    counts: defaulted(jsonb<RecoveredType[]>()),
    status: defaulted(text<Exclude<Recovery['status'], 'counted'>>()),
    requested_at: defaulted(instant()),
    ended_at: nullable(instant()),
  },
  scope: ofRecovery,
  grants: { api: 'SELECT, INSERT, UPDATE (status, ended_at)', worker: 'SELECT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: {
    ofAgency: rowsOfAgency,
    ofFan: {
      rows: "agency_id = $1 AND ended_at IS NULL AND source = 'assignments' AND after_id LIKE '[%' AND after_id::jsonb ->> 1 = $2",
      isUncounted: true,
    },
  },
  export: {},
  growth: {
    by: 'a key: recoveries',
    bound: 'at most 500 an hour of a key, as audited changes; 30 days',
    tests: ['test/delivery/recover-events.test.ts', 'test/access/audit-throttle.test.ts'],
  },
});
