import { openDemoAgency } from '../demo/demo-agency.ts';
import { postDuePublications } from '../demo/demo-poster.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { recordEachMinute } from '../status/history.ts';
import { limitShares } from '../status/limit-shares.ts';
import { serviceChecks } from '../status/service-checks.ts';
import { openCore } from './core.ts';
import { composeDeliveryServices } from './delivery-services.ts';
import { composeOperatorApi } from './operator-api.ts';
import { composePublicApi } from './public-api.ts';
import { registerMetrics } from './register-metrics.ts';
import { composeRequestFrame } from './request-frame.ts';
import type { Service, ServiceOptions } from './service.ts';

/** Builds the parts of a process and connects them. */
export async function composeService(options: ServiceOptions): Promise<Service> {
  const core = await openCore(options);
  const { keyring, log, metrics, pools, refreshProjections, tracing, uses } = core;
  const stopping = new AbortController();
  const delivery = composeDeliveryServices(core, options);
  const checks = serviceChecks({
    sql: pools.checks,
    secrets: keyring,
    deliverer: delivery.deliverer,
    replicas: pools.api.replicas,
    checkMs: options.times?.checkMs,
    maxAgeMs: options.times?.measurementMs,
  });
  const frame = composeRequestFrame(core, { consoleFolder: options.consoleFolder, stopping: stopping.signal });
  const publicApi = composePublicApi(core, delivery, frame, checks, options);
  const operatorApi = composeOperatorApi(core, delivery.outbox, frame, publicApi, checks, options);
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
  /** Work until the stop. */
  const running: Promise<unknown>[] = [];

  return {
    database: pools.api,
    publicHandler: publicApi.handler,
    operatorHandler: operatorApi.handler,
    checks,
    async start() {
      running.push(recordEachMinute(pools.checks, checks, log, stopping.signal));
      await delivery.start();
    },
    async startDemo(keyStore, onProgress) {
      const { signal } = stopping;
      const { agencyId } = await openDemoAgency(pools.setUp, core.keyFormat, keyStore);
      const seeding = seedDemo({ database: pools.setUp, agencyId, sealer: keyring, refreshProjections, onProgress, signal });
      running.push(
        postDuePublications({ data: core.operatorData, agencyId, log }, signal),
        seeding.catch((error: unknown) => log.error({ err: error }, 'could not fill the demo agency')),
      );
    },
    metrics: () => metrics.families(),
    endStreams: () => frame.streams.end(),
    async stop(listeners, deadlineMs) {
      stopping.abort();
      frame.streams.end();
      await Promise.all([...running, delivery.stop(), publicApi.ended(), ...listeners.map((listener) => listener.close(deadlineMs))]);
      // The counts of the last requests are saved while the database responds.
      await delivery.close();
      await Promise.allSettled([uses.write(), operatorApi.close()]);
      await pools.close();
      await tracing.close();
      metrics.close();
    },
  };
}
