import type { WebhookFailure } from '../../generated/models.ts';
import { boolean, defaulted, generated, instant, json, key, nullable, text, texts, uuid } from '../declare/columns.ts';
import { ofEventAtEndpoint } from '../declare/scope-rules.ts';
import { rowsOfAgency, table } from '../declare/table.ts';

export const deliveryFailures = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    event_type: key(text<WebhookFailure['event_type']>()),
    id: key(defaulted(uuid())),
    event_id: uuid(),
    creator_id: nullable(text()),
    occurred_at: instant(),
    delivery_id: uuid(),
    error: text<WebhookFailure['error']>(),
    attempts: texts(),
    data: json(),
    replayed_at: nullable(instant()),
    failed_at: generated(instant()),
    /** Whether a recovery made the event from the stored fact. */
    is_reconstructed: nullable(boolean()),
  },
  scope: ofEventAtEndpoint,
  grants: { api: 'SELECT, UPDATE', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: "agency_id = $1 AND data ->> 'fan_id' = $2", isSparse: true } },
  export: {},
  growth: {
    by: 'a key: deliveries that fail',
    bound:
      '`failure_records` of the agency: 2,000,000, plus ten minutes of failures; each with up to four attempts and one payload; days are dropped after 30',
    tests: ['test/retention/failure-records.test.ts'],
  },
});
