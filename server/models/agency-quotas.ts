import { bigint, defaulted, key, nullable, preciseInstant, uuid } from '../declare/columns.ts';
import { ofAgency } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

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
  export: {},
  growth: { by: 'operators', bound: 'one row per agency', tests: ['test/api/operator/agency-quotas.test.ts'] },
});
