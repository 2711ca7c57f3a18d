import type { WebhookDelivery } from '../../generated/models.ts';
import { boolean, generated, instant, key, nullable, text, texts, uuid } from '../declare/columns.ts';
import { ofEventAtEndpoint } from '../declare/scope-rules.ts';
import { rowsOfAgency, table } from '../declare/table.ts';

export const deliveryHistory = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    event_type: key(text<WebhookDelivery['event_type']>()),
    status: key(text<'delivered' | 'failed'>()),
    id: key(uuid()),
    event_id: uuid(),
    creator_id: nullable(text()),
    attempts: texts(),
    created_at: generated(instant()),
    /** The failure that it replays; where `is_resend` is true, the delivery whose event it sends again; where it is false, the recovery that queued it. */
    replay_of: nullable(uuid()),
    is_resend: nullable(boolean()),
  },
  scope: ofEventAtEndpoint,
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: { ofAgency: rowsOfAgency, ofFan: 'throughEvents' },
  export: {},
  growth: {
    by: 'a key: as `webhook_events`, once per endpoint; receivers: their responses',
    bound: 'as `webhook_events`; an attempt stores of its response 4,096 bytes, of a 2xx 200',
    tests: ['test/retention/delivery-history.test.ts', 'test/delivery/history-bytes.test.ts', 'test/delivery/outcomes.test.ts'],
  },
});
