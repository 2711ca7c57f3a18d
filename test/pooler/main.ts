import { poolerIsMissing } from '../support/pooler.ts';
import { runSuite } from '../support/run-suite.ts';

/** Runs tests with every service behind PgBouncer: of each part some that together take a few minutes. */
const some = [
  ...['scope/publishing-list', 'api/webhooks/get-webhook-event', 'api/operator/containment', 'api/orders/', 'api/fans/'],
  ...['jobs', 'leases', 'recovery', 'replay', 'suspects', 'breaker', 'lost-connection'].map((name) => `delivery/${name}.test.ts`),
];

runSuite({ variable: 'TEST_POOLER', missing: poolerIsMissing, some });
