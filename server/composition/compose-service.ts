import { recordEachMinute } from '../status/history.ts';
import { limitShares } from '../status/limit-shares.ts';
import { serviceChecks } from '../status/service-checks.ts';
import { openCore } from './core.ts';
import { composeDeliveryHalf } from './delivery-half.ts';
import { composeDemo } from './demo.ts';
import { composeOperatorApi } from './operator-api.ts';
import { composePublicApi } from './public-api.ts';
import { registerMetrics } from './register-metrics.ts';
import { composeRequestFrame } from './request-frame.ts';
import type { Service, ServiceOptions } from './service.ts';

/** Builds the parts of a process and connects them. */
export async function composeService(options: ServiceOptions): Promise<Service> {
  const core = await openCore(options);
  const { log, metrics, pools, tracing, uses } = core;
  const stopping = new AbortController();
  const delivery = composeDeliveryHalf(core, options);
  const checks = serviceChecks({
    sql: pools.checks,
    secrets: core.keyring,
    deliverer: delivery.deliverer,
    replicas: pools.api.replicas,
    checkMs: options.times?.checkMs,
    maxAgeMs: options.times?.measurementMs,
  });
  const frame = composeRequestFrame(core, { consoleFolder: options.consoleFolder, stopping: stopping.signal });
  const publicApi = composePublicApi(core, delivery, frame, checks, options);
  const operatorApi = composeOperatorApi(core, delivery.outbox, frame, publicApi, checks, options);
  const demo = composeDemo(core, stopping.signal);
  registerMetrics(metrics, {
    log,
    pools,
    serviceState: checks,
    streams: frame.streams,
    share: frame.share,
    deliverer: delivery.deliverer,
    tracing,
    limitShares: limitShares(pools.checks),
  });
  tracing.reportTo(log);
  let recordingStatus: Promise<void> | undefined;

  return {
    database: pools.api,
    publicHandler: publicApi.handler,
    operatorHandler: operatorApi.handler,
    checks,
    async start() {
      recordingStatus = recordEachMinute(pools.checks, checks, log, stopping.signal);
      await delivery.start();
    },
    openDemo: demo.openDemo,
    fillDemo: demo.fillDemo,
    postForDemo: demo.postForDemo,
    metrics: () => metrics.families(),
    endStreams: () => frame.streams.end(),
    async stop(listeners, deadlineMs) {
      stopping.abort();
      frame.streams.end();
      await Promise.all([
        demo.stop(),
        recordingStatus,
        delivery.stop(),
        publicApi.ended(),
        ...listeners.map((listener) => listener.close(deadlineMs)),
      ]);
      // The counts of the last requests are saved while the database responds.
      await delivery.close();
      await Promise.allSettled([uses.write(), operatorApi.close()]);
      await pools.close();
      await tracing.close();
      metrics.close();
    },
  };
}
