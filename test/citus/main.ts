import { citusIsMissing } from '../support/citus.ts';
import { runSuite } from '../support/run-suite.ts';

/** Runs tests over a cluster of Citus, a coordinator with two workers: of each part some that together take a few minutes. */
const some = [
  ...['api/orders/', 'api/sent-messages', 'api/analytics/limits-of-figures', 'api/analytics/window', 'scope/', 'citus/'],
  ...['e2e/refund', 'e2e/sent-messages', 'retention/agency-erasure', 'retention/fan-erasure'],
  ...['delivery/lost-connection', 'delivery/jobs', 'delivery/orphaned'],
];

runSuite({ variable: 'TEST_CITUS', missing: citusIsMissing, some });
