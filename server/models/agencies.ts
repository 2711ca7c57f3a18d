import type { PortalTheme } from '../../generated/models.ts';
import {
  bigint,
  boolean,
  bytes,
  defaulted,
  instant,
  integer,
  integers,
  jsonb,
  key,
  logPosition,
  nullable,
  preciseInstant,
  text,
  texts,
  uuid,
} from '../declare/columns.ts';
import { ofAgency, ofAllCreators } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const agencies = table({
  columns: {
    id: key(defaulted(uuid())),
    name: text(),
    created_at: defaulted(instant()),
    /** When its erasure was requested. From then on, callers do not find the agency. */
    erased_at: nullable(instant()),
  },
  scope: (alias, { agencyId }) => `${alias}.id = ${agencyId}`,
  grants: { api: 'SELECT, UPDATE (id)', worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE (id, erased_at)' },
  erasure: { ofAgency: 'id = $1', ofFan: null },
  growth: { by: 'operators', bound: 'trusted', tests: ['test/api/operator/agencies.test.ts'] },
});

const columns = {
  agency_id: key(uuid()),
  insight_history_bytes_allowed: nullable(bigint()),
  scheduled_publications_allowed: nullable(bigint()),
  pending_deliveries_allowed: nullable(bigint()),
  failure_records_allowed: nullable(bigint()),
  api_keys_allowed: nullable(bigint()),
  insight_history_bytes_used: defaulted(bigint()),
  scheduled_publications_used: defaulted(bigint()),
  pending_deliveries_used: defaulted(bigint()),
  failure_records_used: defaulted(bigint()),
  pending_over_since: nullable(preciseInstant()),
  pending_over_seen_at: nullable(preciseInstant()),
  portal_links_allowed: nullable(bigint()),
  delivery_history_bytes_allowed: nullable(bigint()),
  delivery_history_bytes_used: defaulted(bigint()),
  events_counted_to: defaulted(uuid()),
  publication_bytes_allowed: nullable(bigint()),
  publication_bytes_used: defaulted(bigint()),
};

export const agencyQuotas = table({
  columns,
  scope: ofAgency,
  grants: {
    api: 'SELECT, UPDATE (agency_id)',
    worker: 'SELECT, UPDATE, DELETE',
    operator: `SELECT, UPDATE (${Object.keys(columns)
      .filter((name) => name.endsWith('_allowed'))
      .join(', ')})`,
  },
  erasure: goesWithAgency,
  growth: { by: 'operators', bound: 'one row per agency', tests: ['test/api/operator/agency-quotas.test.ts'] },
});

export const apiKeys = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    label: text(),
    prefix: text(),
    key_hash: bytes(),
    scopes: texts(),
    creator_ids: defaulted(texts()),
    expires_at: nullable(instant()),
    revoked_at: nullable(instant()),
    created_at: defaulted(instant()),
    is_unchecked: defaulted(boolean()),
    containment_id: nullable(uuid()),
    contained_at: nullable(instant()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, DELETE', operator: 'SELECT, INSERT, UPDATE (expires_at, revoked_at, containment_id, contained_at)' },
  erasure: goesWithAgency,
  growth: {
    by: 'operators',
    bound:
      '`api_keys` of the agency: 1,000 that are neither revoked nor expired; revoked ones stay, because the audit log names them. Trusted',
    tests: ['test/api/operator/api-keys.test.ts'],
  },
});

export const portalLinks = table({
  columns: {
    id: key(defaulted(uuid())),
    agency_id: uuid(),
    key_id: uuid(),
    allowed_origins: texts(),
    created_at: defaulted(instant()),
    secret_hash: bytes(),
    uses_left: integer(),
    theme: nullable(jsonb<PortalTheme>()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, UPDATE (uses_left), DELETE', operator: 'SELECT, INSERT' },
  erasure: goesWithAgency,
  growth: {
    by: 'operators',
    bound: "the quota of links created within 24 hours; a row is deleted with the link's key, 400 days after it expired",
    tests: ['test/api/operator/portal-links.test.ts'],
  },
});

export const portalSessions = table({
  columns: {
    session_hash: key(bytes()),
    link_id: uuid(),
    created_at: defaulted(instant()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, DELETE', operator: 'SELECT' },
  erasure: { ofAgency: 'link_id IN (SELECT l.id FROM portal_links l WHERE l.agency_id = $1)', ofFan: null },
  export: { leftOut: 'hashes' },
  growth: {
    by: 'people with a link',
    bound: "the uses of the link, and 2,400 openings of an agency's links in an hour; deleted with the link",
    tests: ['test/api/operator/portal-links.test.ts'],
  },
});

export const rateWindows = table({
  columns: {
    key_id: key(uuid()),
    operation_id: key(text()),
    counted_at: preciseInstant(),
    ages: integers(),
    granted: integer(),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: { ofAgency: 'key_id IN (SELECT k.id FROM api_keys k WHERE k.agency_id = $1)', ofFan: null },
  growth: {
    by: 'a key: requests',
    bound: 'one row per key and operation with at most 600 ages; idle ones are deleted within the hour',
    tests: ['test/http/rate-limit.property.test.ts'],
  },
});

export const agencyWrites = table({
  columns: {
    agency_id: key(uuid()),
    position: logPosition(),
  },
  scope: ofAgency,
  grants: { api: 'SELECT, INSERT, UPDATE', worker: 'SELECT, INSERT, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: { by: 'a key: writes', bound: 'one row per agency', tests: ['test/database/restarts.slow.test.ts'] },
});

export const idempotentAnswers = table({
  columns: {
    key_hash: key(bytes()),
    /** Null for requests of operators across agencies. */
    agency_id: nullable(uuid()),
    creator_ids: texts(),
    created_at: defaulted(preciseInstant()),
    /** Encrypted. */
    answer: bytes(),
    caller: text(),
  },
  scope: ofAllCreators('creator_ids'),
  grants: { api: 'SELECT, INSERT, DELETE', worker: 'SELECT, UPDATE (answer), DELETE', operator: 'SELECT, INSERT, DELETE' },
  erasure: goesWithAgency,
  export: { leftOut: 'encrypted responses' },
  growth: {
    by: 'a key and operators: requests with a `Service-Idempotency-Key`',
    bound:
      '24 hours; of a key the latest 64 MB, of an agency the latest 256 MB and 100,000 responses, plus those of ten minutes; each up to 1 MB. Responses are encrypted',
    tests: ['test/retention/stored-responses.test.ts'],
  },
});

export const demoAgencies = table({
  columns: {
    agency_id: key(uuid()),
    batches_done: defaulted(integer()),
    completed_at: nullable(instant()),
  },
  scope: 'closed',
  grants: { worker: 'SELECT, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  growth: { by: 'the service', bound: 'one row', tests: ['test/demo'] },
});
