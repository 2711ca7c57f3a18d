import type { DeliveryMetrics } from '../../server/delivery/deliverer-options.ts';

/** For a deliverer of a test that reads no figures. */
export const silentMetrics: DeliveryMetrics = {
  observeAttempt() {},
  observeFirstAttempt() {},
  observeDelivered() {},
  observeClaim() {},
  observeRecord() {},
  observeTask() {},
  countBreakerOpening() {},
  countFailingEndpoint() {},
};
