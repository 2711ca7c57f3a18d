import { StatusKeeper } from '../status/keeper.ts';
import { openCore } from './core.ts';
import { composeDeliveryHalf } from './delivery-half.ts';
import { composeDemo } from './demo.ts';
import { limitShares } from './limit-shares.ts';
import { composeOperatorApi } from './operator-api.ts';
import { composePublicApi } from './public-api.ts';
import { registerMetrics } from './register-metrics.ts';
import { composeRequestFrame } from './request-frame.ts';
import { serviceChecks } from './service-checks.ts';
import type { Service, ServiceOptions } from './service.ts';

/** Builds the parts of a process and connects them. */
export async function composeService(options: ServiceOptions): Promise<Service> {
  const core = await openCore(options);
  const { log, metrics, pools, tracing, uses } = core;
  const stopping = new AbortController();
  const delivery = composeDeliveryHalf(core, options);
  const checks = serviceChecks(pools.checks, core.keyring, delivery.deliverer, pools.api.replicas, options.times);
  const statusKeeper = new StatusKeeper(pools.checks, checks, log);
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

  return {
    database: pools.api,
    publicHandler: publicApi.handler,
    operatorHandler: operatorApi.handler,
    checks,
    async start() {
      statusKeeper.start();
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
        statusKeeper.stop(),
        delivery.stop(),
        publicApi.ended(),
        ...listeners.map((listener) => listener.close(deadlineMs)),
      ]);
      // What the last requests did is counted too, where the database still answers.
      await delivery.close();
      await Promise.allSettled([uses.write(), operatorApi.close()]);
      await pools.close();
      await tracing.close();
      metrics.close();
    },
  };
}
