import type { WebhookDelivery } from '../../generated/models.ts';
import {
  boolean,
  defaulted,
  generated,
  instant,
  integer,
  json,
  key,
  nullable,
  preciseInstant,
  smallint,
  text,
  texts,
  uuid,
} from '../declare/columns.ts';
import { ofEventAtEndpoint } from '../declare/scope-rules.ts';
import { rowsOfAgency, table } from '../declare/table.ts';

export const deliveryQueue = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    event_type: key(text<WebhookDelivery['event_type']>()),
    id: key(defaulted(uuid())),
    event_id: uuid(),
    creator_id: nullable(text()),
    occurred_at: instant(),
    generation: integer(),
    due_at: defaulted(preciseInstant()),
    lease: nullable(integer()),
    attempt_count: defaulted(smallint()),
    is_suspect: defaulted(boolean()),
    attempts: defaulted(texts()),
    /** The failure that it replays; where `is_resend` is true, the delivery whose event it sends again; where it is false, the recovery that queued it. */
    replay_of: nullable(uuid()),
    is_resend: nullable(boolean()),
    /** Whether a recovery made its event from the stored fact. */
    is_reconstructed: nullable(boolean()),
    data: nullable(json<Record<string, unknown>>()),
    created_at: generated(instant()),
  },
  scope: ofEventAtEndpoint,
  grants: { api: 'SELECT, INSERT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT, INSERT' },
  erasure: { ofAgency: rowsOfAgency, ofFan: { rows: "agency_id = $1 AND data ->> 'fan_id' = $2", isSparse: true, isUncounted: true } },
  export: {},
  growth: {
    by: 'a key: as `webhook_events`, replays and recoveries',
    bound: '`pending_deliveries` of the agency: 1,000,000, plus ten minutes of deliveries; each with up to three attempts and one payload',
    tests: ['test/retention/pending-deliveries.test.ts'],
  },
});
