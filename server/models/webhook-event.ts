import type { DeliveryEventType } from '../../generated/models.ts';
import { boolean, instant, json, key, nullable, text, uuid } from '../declare/columns.ts';
import { ofEvent } from '../declare/scope-rules.ts';
import { rowsOfAgency, table } from '../declare/table.ts';

export const webhookEvents = table({
  columns: {
    agency_id: key(uuid()),
    id: key(uuid()),
    type: text<DeliveryEventType>(),
    creator_id: nullable(text()),
    occurred_at: instant(),
    data: json<Record<string, unknown>>(),
    subject: nullable(text()),
    /** Whether a recovery made the event from the stored fact. */
    is_reconstructed: nullable(boolean()),
    /** The W3C trace context of the fact, where its trace is sampled. */
    traceparent: nullable(text()),
  },
  scope: ofEvent,
  grants: { api: 'SELECT, INSERT', worker: 'SELECT, INSERT, UPDATE (id, data, subject), DELETE', operator: 'SELECT, INSERT' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: "agency_id = $1 AND subject = $2 AND data ->> 'fan_id' = $2" } },
  export: {},
  growth: {
    by: 'a key: assignments, test events, recoveries, of each fact at most once; ingestion',
    bound:
      '`delivery_history_bytes` of the agency, together with `delivery_history`: 10 GB, of one day 1 GB, plus one minute of events; days are dropped after 30',
    tests: ['test/retention/delivery-history.test.ts'],
  },
});
