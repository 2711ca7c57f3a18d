import type { DeliveryEventType } from '../../generated/models.ts';
import { instant, integer, jsonb, key, nullable, text, uuid } from '../declare/columns.ts';
import { ofEventAtEndpoint } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const listenerAttempts = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    id: key(uuid()),
    delivery_id: uuid(),
    event_id: uuid(),
    event_type: text<DeliveryEventType>(),
    creator_id: nullable(text()),
    attempt: integer(),
    /** A flat list of names and values. */
    headers: jsonb<string[]>(),
    body: text(),
    deadline_at: instant(),
    stream_id: nullable(uuid()),
    answered_at: nullable(instant()),
    status_code: nullable(integer()),
    error: nullable(text<'connection_error' | 'timeout' | 'tls_error'>()),
    excerpt: nullable(text()),
  },
  scope: ofEventAtEndpoint,
  grants: { api: 'SELECT, UPDATE', worker: 'SELECT, INSERT, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  export: { hidden: ['headers'] },
  growth: {
    by: 'a key: attempts to deliver to its listeners',
    bound:
      '256 unanswered ones of an agency, each with one payload and 4,096 bytes of a response; deleted with the answer, the deadline or within two minutes',
    tests: ['test/live/listeners.test.ts'],
  },
});
