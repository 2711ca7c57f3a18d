import type { DeliveryCounter } from '../../generated/models.ts';
import { bigint, defaulted, instant, integer, integers, key, text, uuid } from '../declare/columns.ts';
import { countersOfEndpoint } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

/** Those of `delivery_minutes` and `delivery_hours` alike. */
export const attemptColumns = {
  disabled_count: defaulted(bigint()),
  http_4xx_count: defaulted(integer()),
  http_5xx_count: defaulted(integer()),
  timeout_count: defaulted(integer()),
  connection_error_count: defaulted(integer()),
  tls_error_count: defaulted(integer()),
  other_count: defaulted(integer()),
  /** Attempts by their duration, in the buckets of `attempt-counts.ts`. */
  latencies: defaulted(integers()),
};

export const deliveryMinutes = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    minute: key(instant()),
    event_type: key(text<DeliveryCounter['event_type']>()),
    delivered_count: defaulted(bigint()),
    failed_count: defaulted(bigint()),
    ...attemptColumns,
  },
  scope: countersOfEndpoint('minute'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  export: {},
  growth: {
    by: 'a key: attempts, and deliveries that end',
    bound: 'one row per endpoint, minute and type for 90 days; rows of deleted endpoints are deleted within the hour',
    tests: ['test/delivery/clean-up.test.ts'],
  },
});
