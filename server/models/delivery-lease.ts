import { bigint, boolean, defaulted, integer, key, nullable, preciseInstant, transactionId } from '../declare/columns.ts';
import { table } from '../declare/table.ts';

export const deliveryLeases = table({
  columns: {
    id: key(integer()),
    beat: defaulted(bigint()),
    ended_at: nullable(preciseInstant()),
    settles_after: nullable(transactionId()),
    is_returned: defaulted(boolean()),
    /** When the oldest delivery became due that waits for the process of this lease, as of its last heartbeat; null if none waits. */
    oldest_due_at: nullable(preciseInstant()),
  },
  scope: 'shared',
  grants: { api: 'SELECT', worker: 'SELECT, INSERT, UPDATE, DELETE', operator: 'SELECT' },
  erasure: null,
  export: {},
  growth: {
    by: 'the service',
    bound: 'one row per live process, and per dead one until its deliveries are released',
    tests: ['test/delivery/leases.test.ts'],
  },
});
