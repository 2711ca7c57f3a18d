import { spawnSync } from 'node:child_process';
import { poolerIsMissing } from '../support/pooler.ts';

/**
 * Runs tests with every service behind PgBouncer: those named, or else of each part some that together take a few minutes.
 * With `--prepare` it only checks that PgBouncer is there.
 */
const some = [
  ...['scope/publishing-list', 'api/webhooks/event-way', 'api/operator/containment', 'api/orders/', 'api/fans/'],
  ...['jobs', 'leases', 'recovery', 'replay', 'suspects', 'breaker', 'lost-connection'].map((name) => `delivery/${name}.test.ts`),
];

const named = process.argv.slice(2);
const reason = poolerIsMissing();
if (reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
if (!named.includes('--prepare')) {
  const { status } = spawnSync('vitest', ['run', ...(named.length > 0 ? named : some.map((path) => `test/${path}`))], {
    stdio: 'inherit',
    env: { ...process.env, TEST_POOLER: '1' },
  });
  process.exit(status ?? 1);
}
