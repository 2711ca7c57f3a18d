import { spawnSync } from 'node:child_process';
import { citusIsMissing } from '../support/citus.ts';

/**
 * Runs tests over a cluster of Citus, a coordinator with two workers: those named, or else of each part some that together take a few
 * minutes. With `--prepare` it only checks that PostgreSQL with Citus is there.
 */
const some = [
  ...['api/orders/', 'api/sent-messages', 'api/analytics', 'api/fans/get-fan', 'api/operator/containment', 'api/operator/service-overview'],
  ...['api/webhooks/event-way', 'scope/narrowing', 'e2e/order', 'e2e/refund', 'e2e/sent-messages', 'e2e/analytics'],
  ...['records/fan-spend', 'records/new-orders', 'projections/late-commit', 'status/history'],
  ...['jobs', 'leases', 'recovery', 'replay', 'breaker'].map((name) => `delivery/${name}.test.ts`),
];

const named = process.argv.slice(2);
const reason = citusIsMissing();
if (reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
if (!named.includes('--prepare')) {
  const { status } = spawnSync('vitest', ['run', ...(named.length > 0 ? named : some.map((path) => `test/${path}`))], {
    stdio: 'inherit',
    env: { ...process.env, TEST_CITUS: '1' },
  });
  process.exit(status ?? 1);
}
