import type { DeliveryCounter } from '../../generated/models.ts';
import { attemptColumns } from './delivery-minute.ts';
import { bigint, instant, key, text, uuid } from '../declare/columns.ts';
import { countersOfEndpoint } from '../declare/scope-rules.ts';
import { goesWithAgency, table } from '../declare/table.ts';

export const deliveryHours = table({
  columns: {
    agency_id: key(uuid()),
    endpoint_id: key(uuid()),
    hour: key(instant()),
    event_type: key(text<DeliveryCounter['event_type']>()),
    delivered_count: bigint(),
    failed_count: bigint(),
    ...attemptColumns,
  },
  scope: countersOfEndpoint('hour'),
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: goesWithAgency,
  export: {},
  growth: {
    by: 'as `delivery_minutes`',
    bound: 'one row per endpoint, hour and type for 91 days',
    tests: ['test/delivery/clean-up.test.ts'],
  },
});
